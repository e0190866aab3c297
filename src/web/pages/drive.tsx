/** A drive, its trash, and the page of someone who has none. */
import type { z } from "zod";
import { relativeTime } from "../client/relative-time.ts";
import { KINDS } from "../client/page-kinds.ts";
import type { TrashList } from "../../features/drives/contract.ts";
import type { PageSummary } from "../../features/pages/contract.ts";
import type { DriveView, Shell } from "../shell.ts";
import { ShellPage, mayCreate } from "./shell.tsx";
import { Uploads } from "./uploads.tsx";

export const drivePage = (shell: Shell, drive: DriveView) => {
  const isEmpty = shell.tree.length === 0;
  return (
    <ShellPage title={drive.name} shell={shell} here="drive">
      <section class="column" data-view="drive" data-drive={drive.id} data-name={drive.name}>
        <h1 class="title">{drive.name}</h1>
        {(drive.rights.canEdit || mayCreate(drive)) && (
          <p class="byline">
            {drive.rights.canEdit && (
              <button type="button" class="quiet" data-choose-files>
                Upload files
              </button>
            )}
            {mayCreate(drive) && (
              <>
                <button type="button" class="quiet" data-act="members">
                  Members
                </button>
                <button type="button" class="quiet" data-act="rename-drive">
                  Rename
                </button>
              </>
            )}
          </p>
        )}
        {drive.rights.canEdit && <Uploads place={{ driveId: drive.id, where: drive.name }} />}
        {isEmpty && (
          <p class="lead none" data-none>
            No pages here yet.
          </p>
        )}
        <PageRows pages={shell.tree} now={shell.now} />
        {mayCreate(drive) && (
          <p class="actions">
            <button type="button" data-open-new-page>
              {isEmpty ? "Create the first page" : "New page"}
            </button>
          </p>
        )}
      </section>
    </ShellPage>
  );
};

export const PageRows = ({ pages, now }: { pages: readonly PageSummary[]; now: number }) => (
  <ul class="rows" data-rows>
    {pages.map((page) => (
      <li>
        <a href={`/pages/${page.id}`}>
          <span class="glyph" aria-hidden="true">
            {KINDS[page.type].glyph}
          </span>
          <span class="grow">{page.title}</span>
          <span class="muted">
            {KINDS[page.type].label}, <time datetime={page.updatedAt}>{relativeTime(page.updatedAt, now)}</time>
          </span>
        </a>
      </li>
    ))}
  </ul>
);

export const trashPage = (shell: Shell, drive: DriveView, { pages, nextCursor }: z.infer<typeof TrashList>) => (
  <ShellPage title={`Trash of ${drive.name}`} shell={shell} here="trash">
    <section class="column" data-view="trash">
      <h1 class="title">Trash</h1>
      <p class="byline">Pages of {drive.name} that were put aside. A page comes back with the pages under it.</p>
      {pages.length === 0 && <p class="lead empty">The trash is empty.</p>}
      <ul class="rows">
        {pages.map((page) => (
          <li class="row-item" data-page={page.id} data-title={page.title}>
            <span class="glyph" aria-hidden="true">
              {KINDS[page.type].glyph}
            </span>
            <span class="grow">
              <a href={`/pages/${page.id}`}>{page.title}</a>
              <span class="muted"> {relativeTime(page.trashedAt, shell.now)}</span>
            </span>
            <span class="actions">
              <button type="button" class="quiet" data-act="restore" aria-label={`Restore ${page.title}`}>
                Restore
              </button>
              <button type="button" class="quiet danger" data-act="purge" aria-label={`Delete ${page.title} for good`}>
                Delete for good
              </button>
            </span>
          </li>
        ))}
      </ul>
      {nextCursor !== null && <a href={`?cursor=${encodeURIComponent(nextCursor)}`}>What went to the trash earlier</a>}
    </section>
  </ShellPage>
);

export const noDrivePage = (shell: Shell) => (
  <ShellPage title="Welcome" shell={shell} here="drive">
    <section class="column">
      <h1 class="title">Welcome</h1>
      <p class="lead">You have no drive. Open “Drives” in the menu to make one, or ask somebody to share theirs.</p>
    </section>
  </ShellPage>
);
