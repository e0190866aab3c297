/** The trash of a drive: pages to restore or delete, individually or in bulk. */
import type * as z from "zod";
import type { TrashList } from "../../features/drives/contract.ts";
import { PageIcon } from "../shared/icons.tsx";
import { relativeTime } from "../shared/relative-time.ts";
import { words as frame } from "../../words/frame.ts";
import { words } from "../../words/trash.ts";
import type { DriveView, Shell } from "./load-shell.ts";
import { ShellPage } from "./shell.tsx";

type List = z.infer<typeof TrashList>;

export const trashPage = (shell: Shell, drive: DriveView, { pages, nextCursor }: List) => (
  <ShellPage title={words.trashOf(drive.name)} shell={shell} here="trash">
    <section class="column" data-view="trash" data-drive={drive.id}>
      <h1 class="title">{frame.trash}</h1>
      <p class="muted">{words.putAside(drive.name)}</p>
      {pages.length === 0 && <p class="lead empty">{words.empty}</p>}
      {pages.length > 0 && <Bar />}
      <ul class="rows trash">
        {pages.map((page) => (
          <Row page={page} now={shell.now} />
        ))}
      </ul>
      {nextCursor !== null && <a href={`?cursor=${encodeURIComponent(nextCursor)}`}>{words.earlier}</a>}
    </section>
  </ShellPage>
);

const Bar = () => (
  <div class="row wrap spread trash-bar" role="group" aria-label={words.chosenPages}>
    <label class="row check">
      <input type="checkbox" data-all autocomplete="off" />
      <span data-count>{words.chooseAll}</span>
    </label>
    <span class="actions">
      <button type="button" class="quiet" data-act="restore-chosen" disabled>
        {words.restore}
      </button>
      <button type="button" class="quiet danger" data-act="purge-chosen" disabled>
        {words.deleteForGood}
      </button>
    </span>
  </div>
);

const Row = ({ page, now }: { page: List["pages"][number]; now: number }) => (
  <li class="row-item" data-page={page.id} data-title={page.title}>
    <input type="checkbox" data-choose aria-label={words.choose(page.title)} autocomplete="off" />
    <PageIcon type={page.type} icon={page.icon} />
    <span class="grow">
      <a href={`/pages/${page.id}`}>{page.title}</a>
      <span class="muted"> {relativeTime(page.trashedAt, now)}</span>
    </span>
    <span class="actions">
      <button type="button" class="quiet" data-act="restore" aria-label={words.restorePage(page.title)}>
        {words.restore}
      </button>
      <button type="button" class="quiet danger" data-act="purge" aria-label={words.deletePage(page.title)}>
        {words.deleteForGood}
      </button>
    </span>
  </li>
);
