/** One page of a drive: the way to it, its title, its text, and the pages under it. */
import { relativeTime } from "../client/relative-time.ts";
import { KINDS, READING, isMonospaced } from "../client/page-kinds.ts";
import type { PageFileList } from "../../features/files/contract.ts";
import type { PageFile } from "../../features/files/file-page.ts";
import type { PageWithMessages } from "../../features/pages/contract.ts";
import type { Shell } from "../shell.ts";
import { PageRows } from "./drive.tsx";
import { FileBody } from "./file.tsx";
import { PageFiles } from "./page-files.tsx";
import { ShellPage, mayCreate } from "./shell.tsx";
import { Uploads } from "./uploads.tsx";

type Crumb = { id: string; title: string };

/** `file` is that of a FILE page; `files` are all that stand with the page. */
export const pagePage = (
  shell: Shell,
  page: PageWithMessages,
  crumbs: readonly Crumb[],
  { file, files }: { file: PageFile | null; files: PageFileList },
) => {
  const writes = page.rights.canEdit && !page.isTrashed;
  const isFile = page.type === "FILE";
  const beside = <PageFiles list={files} isFile={isFile} writes={writes} now={shell.now} />;
  return (
    <ShellPage title={page.title} shell={shell} here="page">
      <article
        class="column"
        data-view="page"
        data-page={page.id}
        data-drive={shell.drive?.id ?? page.driveId}
        data-members={shell.drive && mayCreate(shell.drive) ? shell.drive.id : undefined}
        data-revision={page.revision}
        data-can-edit={writes || undefined}
        data-can-share={page.rights.canShare || undefined}
      >
        <div class="toolbar">
          <Crumbs shell={shell} crumbs={crumbs} />
          {isFile && (
            <span class="muted state" data-state role="status">
              {file && READING[file.processingStatus]}
            </span>
          )}
          {writes && !isFile && (
            <>
              <span class="muted state" data-state role="status">
                Saved
              </span>
              <button type="button" data-save disabled title="Save (Ctrl+S)">
                Save
              </button>
            </>
          )}
        </div>
        {page.isTrashed && <TrashedNote canRestore={page.rights.canDelete} />}
        <h1 class="title">
          {writes ? (
            <textarea data-title aria-label="Title" rows={1} maxlength={255} autocomplete="off">
              {page.title}
            </textarea>
          ) : (
            <span data-current-title>{page.title}</span>
          )}
        </h1>
        <Byline page={page} now={shell.now} />
        {writes && (
          <Uploads
            place={isFile ? { pageId: page.id } : { driveId: page.driveId, parentId: page.id, where: page.title }}
          />
        )}
        {isFile ? (
          <FileBody page={page} file={file} writes={writes} beside={beside} />
        ) : (
          <>
            <Body page={page} readonly={!writes} />
            {beside}
          </>
        )}
        {(writes || page.children.length > 0) && (
          <section class="below" aria-labelledby="below" hidden={page.children.length === 0}>
            <h2 id="below">Pages under this one</h2>
            <PageRows pages={page.children} now={shell.now} />
          </section>
        )}
      </article>
    </ShellPage>
  );
};

const Crumbs = ({ shell, crumbs }: { shell: Shell; crumbs: readonly Crumb[] }) => (
  <nav class="crumbs" aria-label="Where this page is">
    <ol>
      {shell.drive && (
        <li>
          <a href={`/drives/${shell.drive.id}`}>{shell.drive.name}</a>
        </li>
      )}
      {crumbs.slice(0, -1).map((crumb) => (
        <li>
          <a href={`/pages/${crumb.id}`}>{crumb.title}</a>
        </li>
      ))}
    </ol>
  </nav>
);

const TrashedNote = ({ canRestore }: { canRestore: boolean }) => (
  <div class="problem">
    <p>This page is in the trash, so it cannot be changed.</p>
    {canRestore && (
      <button type="button" data-act="restore">
        Restore
      </button>
    )}
  </div>
);

const Byline = ({ page, now }: { page: PageWithMessages; now: number }) => (
  <p class="byline">
    <span>
      {KINDS[page.type].label}, changed <time datetime={page.updatedAt}>{relativeTime(page.updatedAt, now)}</time>
    </span>
    <button type="button" class="quiet" data-act="share">
      Share
    </button>
    {page.type !== "FILE" && (
      <button type="button" class="quiet" data-act="history">
        History
      </button>
    )}
    <button type="button" class="quiet" data-act="copy-id">
      Copy id
    </button>
    {page.type !== "FILE" && page.rights.canEdit && !page.isTrashed && (
      <button type="button" class="quiet" data-choose-files>
        Upload files
      </button>
    )}
    {page.rights.canDelete && !page.isTrashed && (
      <button type="button" class="quiet" data-act="trash">
        Move to trash
      </button>
    )}
  </p>
);

/** The line feed in front is the one that HTML drops at the start of a textarea. */
const Body = ({ page, readonly }: { page: PageWithMessages; readonly: boolean }) => (
  <textarea
    class={isMonospaced(page.type) ? "body mono" : "body"}
    data-body
    aria-label="Text of the page"
    placeholder={readonly ? "Nothing is written here." : KINDS[page.type].placeholder}
    rows={12}
    autocomplete="off"
    spellcheck={!isMonospaced(page.type)}
    wrap={isMonospaced(page.type) ? "off" : "soft"}
    readonly={readonly}
  >
    {`\n${page.content}`}
  </textarea>
);
