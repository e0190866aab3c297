/** A FILE page below its title: preview, actions, and the extracted text. */
import type { ComponentChildren } from "preact";
import type { PageFile } from "../../features/files/index.ts";
import type { PageWithMessages } from "../../features/pages/contract.ts";
import { conversionReport } from "../../formats/transfer/conversion-changes.ts";
import { words } from "../../words/file.ts";
import { words as reasons } from "../../words/transfer-reasons.ts";
import { badgeOf, factsOf } from "./file-labels.ts";

type FileBodyProps = {
  readonly page: PageWithMessages;
  readonly file: PageFile | null;
  readonly writes: boolean;
  readonly comments: boolean;
  /** Earlier versions of the file. */
  readonly beside: ComponentChildren;
};

/** The browser replaces this element with a fresh copy whenever the file changes. */
export const FileBody = ({ page, file, writes, comments, beside }: FileBodyProps) => (
  <div
    class="file"
    data-file={file?.fileId ?? ""}
    data-status={file?.processingStatus}
    data-updated={file?.updatedAt}
    tabindex={-1}
  >
    {file ? (
      <>
        <FilePreview title={page.title} file={file} />
        <p class="actions">
          <a class="button" href={`/api/files/${file.fileId}/download`} download>
            {words.download}
          </a>
          {comments && isPicture(file) && (
            <button type="button" class="quiet" data-act="comment">
              {words.commentArea}
            </button>
          )}
          {file.processingStatus === "completed" && page.content.trim() !== "" && (
            <button type="button" class="quiet" data-act="convert">
              {words.makeDocument}
            </button>
          )}
          {writes && (
            <button type="button" class="quiet" data-choose-files>
              {words.newVersion}
            </button>
          )}
          {writes && file.canReprocess && (
            <button type="button" class="quiet" data-act="reprocess">
              {words.readAgain}
            </button>
          )}
        </p>
        {file.processingStatus === "failed" && <p class="problem">{file.error ?? words.unreadable}</p>}
        <ExtractedText page={page} file={file} />
        {beside}
      </>
    ) : (
      <div class="empty">
        <p class="lead">{words.none}</p>
        {writes && (
          <button type="button" data-choose-files>
            {words.upload}
          </button>
        )}
      </div>
    )}
  </div>
);

/** Whether browsers can show it, or a preview of it. */
const isPicture = (file: PageFile): boolean => file.preview !== null || file.shownAs === "picture";

const FilePreview = ({ title, file }: { title: string; file: PageFile }) => {
  const view = `/api/files/${file.fileId}/view`;
  return (
    <figure class="row wrap file-look">
      {isPicture(file) ? (
        <Picture title={title} file={file} view={view} />
      ) : (
        !["film", "pdf"].includes(file.shownAs) && (
          <span class="sheet" aria-hidden="true">
            {badgeOf(file.filename)}
          </span>
        )
      )}
      {file.shownAs === "pdf" && <div data-pdf={view} data-size={file.size}></div>}
      {file.shownAs === "sound" && <audio controls preload="metadata" src={view} aria-label={title}></audio>}
      {file.shownAs === "film" && <video controls preload="metadata" src={view} aria-label={title}></video>}
      <figcaption>
        <span class={file.filename === title ? "file-name hidden" : "file-name"}>{file.filename}</span>
        <span class="muted">{words.facts(factsOf(file))}</span>
      </figcaption>
    </figure>
  );
};

/** The preview image if there is one, linked to the original if browsers can show that. */
const Picture = ({ title, file, view }: { title: string; file: PageFile; view: string }) => {
  const { preview } = file;
  const image = preview ? (
    <img src={`${view}?variant=preview`} alt={title} width={preview.width} height={preview.height} />
  ) : (
    <img src={view} alt={title} />
  );
  return (
    <div class="file-picture" data-picture-areas>
      {file.shownAs === "picture" ? (
        <a href={view} title={words.lookClosely} data-picture>
          {image}
        </a>
      ) : (
        image
      )}
    </div>
  );
};

const ExtractedText = ({ page, file }: { page: PageWithMessages; file: PageFile }) => {
  const { note, truncated } = file.metadata;
  const isEmpty = page.content.trim() === "";
  const report = conversionReport(file.metadata);
  return (
    <>
      {typeof note === "string" && <p class="hint">{note}</p>}
      {!isEmpty && (
        <section class="found" aria-labelledby="found">
          <h2 id="found">{words.textInFile}</h2>
          {truncated === true && <p class="muted">{words.truncated}</p>}
          {report.length > 0 && (
            <details class="muted">
              <summary>{words.isDifferent}</summary>
              <ul>
                {report.map((sentence) => (
                  <li key={sentence}>{reasons.say(sentence)}</li>
                ))}
              </ul>
            </details>
          )}
          <pre>{page.content}</pre>
        </section>
      )}
      {isEmpty &&
        file.processingStatus === "completed" &&
        ["nothing", "pdf"].includes(file.shownAs) &&
        note === undefined && <p class="muted">{words.noText}</p>}
    </>
  );
};
