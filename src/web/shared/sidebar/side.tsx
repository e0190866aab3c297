/** The sidebar of every signed-in page: the drives, the tree of the open drive, and the account. */
import type { PageType } from "../../../kernel/page-type.ts";
import { Wordmark } from "./bar.tsx";
import { type QuickPages, QuickAccess } from "./quick-access.tsx";
import { type SharedPages, SharedWithMe } from "./shared.tsx";
import type { PrintedLevel, Row } from "./tree.ts";
import { type TreeState, TreeView } from "./tree-view.tsx";
import { words } from "../../../words/frame.ts";

/** Determines the current entry of the sidebar. */
export type ViewKind = "drive" | "shared" | "page" | "trash" | "settings" | "connect" | "admin" | "problem";

/** What the view in the main column reports about itself. */
export type ViewLocation = {
  readonly here: ViewKind;
  readonly driveId: string | null;
  readonly pageId: string | null;
  readonly pageType: PageType | null;
};

type Drive = { readonly id: string; readonly name: string };

/** A drive that the user can open. */
export type DriveLink = Drive & { readonly isOwn: boolean };

export type SideView = ViewLocation & {
  readonly userId: string;
  readonly email: string;
  readonly isAdmin: boolean;
  readonly drives: readonly DriveLink[];
  readonly drive: (Drive & { readonly mayCreate: boolean }) | null;
  readonly levels: readonly PrintedLevel[];
  readonly shared: SharedPages;
  /** Number of unread notifications; null until counted. */
  readonly unread: number | null;
};

type SideProps = {
  readonly view: SideView;
  readonly state: TreeState;
  readonly rows: readonly Row[];
  /** Favourites and recent pages, which are only known to this browser. */
  readonly places: QuickPages;
};

/** Printed by the Worker and taken over by the browser, which finds controls by their data attributes. */
export const Side = ({ view: side, state, rows, places }: SideProps) => (
  <>
    <Wordmark href="/" />
    <button type="button" class="search-open" data-open-palette aria-keyshortcuts="Control+K Meta+K">
      <span>{words.search}</span>
      <kbd aria-hidden="true">{words.searchKeys}</kbd>
    </button>
    <Drives {...side} />
    <div class="side-scroll" data-scroll>
      {side.drive && <QuickAccess places={places} current={side.pageId} unread={state.unread} />}
      <SharedWithMe shared={side.shared} view={side} />
      {side.drive && (
        <nav class="tree-nav" aria-label={words.pagesOf(side.drive.name)}>
          <TreeHead here={side.here} drive={side.drive} />
          {rows.length > 0 && (
            <TreeView
              label={words.pagesOf(side.drive.name)}
              state={state}
              rows={rows}
              current={side.pageId}
              mayCreate={side.drive.mayCreate}
            />
          )}
        </nav>
      )}
    </div>
    <nav class="side-foot" aria-label={words.account}>
      <button type="button" data-open-inbox>
        <span>{words.notifications}</span>
        {side.unread !== null && side.unread > 0 && (
          <span class="count">
            {side.unread > 99 ? "99+" : side.unread}
            <span class="hidden">{words.unreadSuffix}</span>
          </span>
        )}
      </button>
      {side.drive && (
        <a href={`/drives/${side.drive.id}/trash`} aria-current={side.here === "trash" ? "page" : undefined}>
          {words.trash}
        </a>
      )}
      <a href="/settings" aria-current={side.here === "settings" || side.here === "connect" ? "page" : undefined}>
        {words.settings}
      </a>
      {side.isAdmin && (
        <a href="/admin" aria-current={side.here === "admin" ? "page" : undefined}>
          {words.administration}
        </a>
      )}
      <span class="muted clip">{side.email}</span>
    </nav>
  </>
);

const Drives = ({ drive }: SideView) => (
  <button type="button" class="drives" data-open-drives aria-haspopup="dialog" aria-keyshortcuts="Control+Alt+O">
    <span class="hidden">{words.drivePrefix}</span>
    <span class="clip">{drive?.name ?? words.drives}</span>
  </button>
);

const TreeHead = ({ drive, here }: Pick<SideView, "here"> & { drive: NonNullable<SideView["drive"]> }) => (
  <p class="tree-head">
    <a href={`/drives/${drive.id}`} aria-current={here === "drive" ? "page" : undefined}>
      {words.pages}
    </a>
    {drive.mayCreate && (
      <button type="button" class="quiet" data-open-new-page>
        {words.newPage}
      </button>
    )}
  </p>
);
