/** The files attached to a page, or the earlier versions of a FILE page. */
import { relativeTime } from "../shared/relative-time.ts";
import { sizeOf } from "../shared/size.ts";
import { PageIcon } from "../shared/icons.tsx";
import { words as fileWords } from "../../words/file.ts";
import { words } from "../../words/page.ts";
import type { FileOfPage, PageFileList } from "../../features/files/contract.ts";

type PageFilesProps = {
  readonly list: PageFileList;
  readonly isFile: boolean;
  readonly writes: boolean;
  readonly now: number;
};

/** Renders nothing if there are none. */
export const PageFiles = ({ list, isFile, writes, now }: PageFilesProps) => {
  const files = list.files.filter(({ role }) => role !== "content");
  if (files.length === 0) return null;
  return (
    <section class="below" aria-labelledby="beside">
      <h2 id="beside">{isFile ? words.earlierVersions : words.attachedFiles}</h2>
      <ul class="rows">
        {files.map((file) => (
          <Row file={file} isVersion={isFile} writes={writes} now={now} />
        ))}
      </ul>
      {list.nextCursor !== null && <p class="muted">{words.olderFiles}</p>}
    </section>
  );
};

type RowProps = { file: FileOfPage; isVersion: boolean; writes: boolean; now: number };

const Row = ({ file, isVersion, writes, now }: RowProps) => (
  <li class="row-item" data-stored-file={file.id}>
    <PageIcon type="FILE" />
    <span class="grow">
      <a href={`/api/files/${file.id}/view`}>{file.filename}</a>
      <span class="muted">
        {" "}
        {words.withTime(sizeOf(file.size), <time datetime={file.createdAt}>{relativeTime(file.createdAt, now)}</time>)}
      </span>
    </span>
    {writes && (
      <span class="actions">
        {isVersion && (
          <button type="button" class="quiet" data-act="use-version" aria-label={fileWords.useVersionOf(file.filename)}>
            {fileWords.useVersion}
          </button>
        )}
        <button type="button" class="quiet danger" data-act="remove-file" aria-label={words.removeFile(file.filename)}>
          {words.remove}
        </button>
      </span>
    )}
  </li>
);
