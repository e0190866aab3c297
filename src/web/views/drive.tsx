/** A drive, and the page for a user without one. */
import { Icon } from "../shared/icons.tsx";
import { PageLink } from "../shared/page-link.tsx";
import type { PageSummary } from "../../features/pages/contract.ts";
import { words } from "../../words/drive.ts";
import { words as menu } from "../../words/page-menu.ts";
import { words as uploads } from "../../words/uploads.ts";
import { words as frame } from "../../words/frame.ts";
import { type DriveView, rootsOf, type Shell } from "./load-shell.ts";
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
        <DriveActions drive={drive} />
        {drive.rights.canEdit && <Uploads place={{ driveId: drive.id, where: drive.name }} />}
        {isFirst && <FirstRun shell={shell} drive={drive} />}
        {isEmpty && !isFirst && (
          <p class="lead none" data-none>
            {mayCreate(drive) ? words.none : words.noneShared}
          </p>
        )}
        <PageRows pages={roots} now={shell.now} />
        {mayCreate(drive) && (
          <p class="actions" data-make hidden={isFirst}>
            <button type="button" data-open-new-page>
              {isEmpty ? words.firstPage : frame.newPage}
            </button>
          </p>
        )}
      </section>
    </ShellPage>
  );
};

const DriveActions = ({ drive }: { drive: DriveView }) => (
  <p class="row wrap muted byline">
    {drive.rights.canEdit && (
      <button type="button" class="quiet" data-choose-files>
        <Icon name="upload" />
        {words.uploadFiles}
      </button>
    )}
    {drive.rights.canEdit && (
      <button type="button" class="quiet folders" data-choose-files="folder">
        <Icon name="folder-up" />
        {uploads.chooseFolder}
      </button>
    )}
    <button type="button" class="quiet" data-act="members">
      <Icon name="users" />
      {words.members}
    </button>
    {mayCreate(drive) && (
      <button type="button" class="quiet" data-act="rename-drive">
        <Icon name="pencil" />
        {words.rename}
      </button>
    )}
    <a class="tool" href={`/drives/${drive.id}/transfers`}>
      <Icon name="arrow-down-up" />
      {words.transfers}
    </a>
    <button type="button" class="quiet" data-act="mute">
      <Icon name="bell-off" />
      <span class="label">{menu.mute}</span>
    </button>
  </p>
);

export const PageRows = ({ pages, now }: { pages: readonly PageSummary[]; now: number }) => (
  <ul class="rows" data-rows>
    {pages.map((page) => (
      <li>
        <PageLink page={page} now={now} />
      </li>
    ))}
  </ul>
);

export const noDrivePage = (shell: Shell) => (
  <ShellPage title={words.welcome} shell={shell} here="drive">
    <section class="column">
      <h1 class="title">{words.welcome}</h1>
      <p class="lead">{words.noDrives}</p>
      <p class="actions">
        <button type="button" data-open-drives="new">
          {words.makeDrive}
        </button>
      </p>
    </section>
  </ShellPage>
);
