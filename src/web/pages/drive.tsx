/** A drive, and the page of someone who has none. */
import { relativeTime } from "../client/relative-time.ts";
import { KINDS } from "../client/page-kinds.ts";
import type { PageSummary } from "../../features/pages/contract.ts";
import { type DriveView, rootsOf, type Shell } from "../shell.ts";
import { FirstRun, isFirstRun } from "./first-run.tsx";
import { ShellPage, mayCreate } from "./shell.tsx";
import { Uploads } from "./uploads.tsx";

export const drivePage = (shell: Shell, drive: DriveView) => {
  const roots = rootsOf(shell);
  const isEmpty = roots.length === 0;
  const isFirst = isFirstRun(shell, drive);
  return (
    <ShellPage title={drive.name} shell={shell} here="drive">
      <section
        class="column"
        data-view="drive"
        data-drive={drive.id}
        data-name={drive.name}
        data-user={shell.user.id}
        data-runs={mayCreate(drive) || undefined}
      >
        <h1 class="title">{drive.name}</h1>
        <p class="byline">
          {drive.rights.canEdit && (
            <button type="button" class="quiet" data-choose-files>
              Upload files
            </button>
          )}
          <button type="button" class="quiet" data-act="members">
            Members
          </button>
          {mayCreate(drive) && (
            <button type="button" class="quiet" data-act="rename-drive">
              Rename
            </button>
          )}
          <button type="button" class="quiet" data-act="mute">
            Mute or unmute
          </button>
        </p>
        {drive.rights.canEdit && <Uploads place={{ driveId: drive.id, where: drive.name }} />}
        {isFirst && <FirstRun shell={shell} drive={drive} />}
        {isEmpty && !isFirst && (
          <p class="lead none" data-none>
            No pages here yet.{!mayCreate(drive) && " Pages that others make for you to see stand here."}
          </p>
        )}
        <PageRows pages={roots} now={shell.now} />
        {mayCreate(drive) && (
          <p class="actions" data-make hidden={isFirst}>
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

export const noDrivePage = (shell: Shell) => (
  <ShellPage title="Welcome" shell={shell} here="drive">
    <section class="column">
      <h1 class="title">Welcome</h1>
      <p class="lead">Pages lie in drives, and you have none yet. Make one, or ask somebody to share theirs.</p>
      <p class="actions">
        <button type="button" data-open-drives="new">
          Make a drive
        </button>
      </p>
    </section>
  </ShellPage>
);
