/** The sidebar of every signed-in page: the drives, the tree of the open drive, and the account. */
import type { PageType } from "../../../kernel/page-type.ts";
import { type IconName, pageIconClass } from "../icon-names.ts";
import { Avatar } from "../avatar.tsx";
import { Icon, IconButton } from "../icons.tsx";
import { Wordmark } from "./bar.tsx";
import { type QuickPages, QuickAccess } from "./quick-access.tsx";
import { type SharedPages, SharedWithMe } from "./shared.tsx";
import type { PrintedLevel, Row } from "./tree.ts";
import { type TreeState, TreeView } from "./tree-view.tsx";
import { words } from "../../../words/frame.ts";

/** Determines the current entry of the sidebar. */
export type ViewKind =
  | "inbox"
  | "tasks"
  | "drive"
  | "shared"
  | "page"
  | "trash"
  | "settings"
  | "connect"
  | "admin"
  | "problem";

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
  readonly name: string;
  /** Address of the user's picture. */
  readonly image: string | null;
  readonly isAdmin: boolean;
  readonly drives: readonly DriveLink[];
  readonly drive: (Drive & { readonly mayCreate: boolean }) | null;
  readonly levels: readonly PrintedLevel[];
  readonly shared: SharedPages;
  /** Number of unread notifications; null until counted. */
  readonly unread: number | null;
};

export const shownCount = (count: number): string => (count > 99 ? "99+" : String(count));

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
    <div class="row side-head">
      <Wordmark href="/" />
      <Drives {...side} />
    </div>
    <div class="side-top">
      <button type="button" data-open-palette aria-keyshortcuts="Control+K Meta+K">
        <Icon name="search" />
        <span>{words.search}</span>
        <kbd aria-hidden="true">{words.searchKeys}</kbd>
      </button>
      <a href="/inbox" aria-current={side.here === "inbox" ? "page" : undefined}>
        <Icon name="inbox" />
        <span>{words.notifications}</span>
        {side.unread !== null && side.unread > 0 && (
          <span class="count">
            {shownCount(side.unread)}
            <span class="hidden">{words.unreadSuffix}</span>
          </span>
        )}
      </a>
      <a href="/tasks" aria-current={side.here === "tasks" ? "page" : undefined} aria-keyshortcuts="Control+Alt+Y">
        <span class={pageIconClass("TASK_LIST")} aria-hidden="true" />
        <span>{words.tasks}</span>
      </a>
    </div>
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
    <Foot {...side} />
  </>
);

const Foot = ({ userId, email, name, image, drive, here, isAdmin }: SideView) => (
  <nav class="side-foot" aria-label={words.account}>
    <Avatar of={{ id: userId, name: name || email, image }} />
    <span class="truncate" title={email}>
      {name || email}
    </span>
    {drive && (
      <FootLink icon="trash" label={words.trash} href={`/drives/${drive.id}/trash`} isHere={here === "trash"} />
    )}
    {isAdmin && <FootLink icon="shield" label={words.administration} href="/admin" isHere={here === "admin"} />}
    <FootLink
      icon="settings"
      label={words.settings}
      href="/settings"
      isHere={here === "settings" || here === "connect"}
    />
  </nav>
);

type FootLinkProps = {
  readonly icon: IconName;
  readonly label: string;
  readonly href: string;
  readonly isHere: boolean;
};

const FootLink = ({ icon, label, href, isHere }: FootLinkProps) => (
  <a class="icon-only" href={href} aria-label={label} title={label} aria-current={isHere ? "page" : undefined}>
    <Icon name={icon} />
  </a>
);

const Drives = ({ drive }: SideView) => (
  <button type="button" class="drives" data-open-drives aria-haspopup="dialog" aria-keyshortcuts="Control+Alt+O">
    <span class="hidden">{words.drivePrefix}</span>
    <span class="truncate">{drive?.name ?? words.drives}</span>
    <Icon name="chevrons-up-down" />
  </button>
);

const TreeHead = ({ drive, here }: Pick<SideView, "here"> & { drive: NonNullable<SideView["drive"]> }) => (
  <p class="row spread tree-head">
    <a href={`/drives/${drive.id}`} aria-current={here === "drive" ? "page" : undefined}>
      {words.pages}
    </a>
    {drive.mayCreate && <IconButton icon="plus" label={words.newPage} data-open-new-page />}
  </p>
);
