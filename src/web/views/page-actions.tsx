/** The buttons above a page, and the menu with everything that the user may do with it. */
import { type PageType, syntaxOf } from "../../kernel/page-type.ts";
import type { PageWithMessages } from "../../features/pages/contract.ts";
import type { IconName } from "../shared/icon-names.ts";
import { Icon, IconButton } from "../shared/icons.tsx";
import { words as commands } from "../../words/commands.ts";
import { words } from "../../words/page.ts";
import { words as header } from "../../words/page-header.ts";
import { words as menu } from "../../words/page-menu.ts";
import { words as tree } from "../../words/tree.ts";

/** Types whose text can be edited as a draft. */
const SUGGESTED_TYPES: readonly PageType[] = ["DOCUMENT", "CODE", "CANVAS"];

export const mayComment = (page: PageWithMessages): boolean => page.rights.canComment && !page.isTrashed;

export const maySuggest = (page: PageWithMessages): boolean => mayComment(page) && SUGGESTED_TYPES.includes(page.type);

export const mayWrite = (page: PageWithMessages): boolean => page.rights.canEdit && !page.isTrashed;

type ActProps = { readonly act: string; readonly icon: IconName; readonly label: string };

const Act = ({ act, icon, label }: ActProps) => (
  <button type="button" data-act={act}>
    <Icon name={icon} />
    <span class="label">{label}</span>
  </button>
);

type ActionsProps = { readonly page: PageWithMessages; readonly writes: boolean; readonly makes: boolean };

/** `stars`: favourites belong to a drive of the user. */
export const Actions = ({ page, writes, makes, stars }: ActionsProps & { readonly stars: boolean }) => (
  <div class="page-actions">
    {/* The browser knows the favourites and presses the button. */}
    {stars && !page.isTrashed && (
      <IconButton icon="star" label={words.favourite} data-act="favourite" aria-pressed="false" />
    )}
    {(mayComment(page) || page.openThreads > 0) && <Comments count={page.openThreads} />}
    {page.type !== "FILE" && <IconButton icon="rotate-ccw-clock" label={words.history} data-act="history" />}
    {page.rights.canShare && (
      <button type="button" class="quiet outlined" data-act="share">
        <Icon name="user-plus" />
        <span class="label">{words.share}</span>
      </button>
    )}
    <IconButton icon="ellipsis" label={words.moreActions} popovertarget="page-more" />
    <Menu page={page} writes={writes} makes={makes} />
  </div>
);

/** The number of open threads stays up to date in the browser. */
const Comments = ({ count }: { readonly count: number }) => (
  <button type="button" class="quiet icon-only comments-button" data-act="comments" title={menu.comments}>
    <Icon name="message-square" />
    <span class="hidden">{menu.comments} </span>
    <span class="comments-count" data-comments-count>
      {count > 0 ? count : ""}
    </span>
  </button>
);

/** All actions, also those that have a button. */
const Menu = ({ page, writes, makes }: ActionsProps) => (
  <div id="page-more" class="card ui-layer page-more" popover="auto">
    <div role="group">
      {writes && <Act act="rename" icon="pencil" label={tree.rename} />}
      {writes && <Act act="icon" icon="smile-plus" label={page.icon === null ? header.addIcon : header.changeIcon} />}
      {writes && <Act act="cover" icon="image" label={page.cover === null ? header.addCover : header.changeCover} />}
      {writes && <Act act="move" icon="folder-input" label={tree.moveToPlace} />}
      {syntaxOf(page.type) === "markdown" && mayWrite(page) && (
        <Act act="read" icon="book-open" label={words.readingView} />
      )}
      {maySuggest(page) && <Act act="suggest" icon="pencil" label={menu.suggest} />}
      {mayComment(page) && <Act act="comment" icon="message-square" label={menu.comment} />}
      {makes && !page.isTrashed && page.type !== "FILE" && <Act act="duplicate" icon="copy" label={menu.duplicate} />}
      {writes && page.type !== "FILE" && page.type !== "FOLDER" && (
        <button type="button" data-choose-files>
          <Icon name="upload" />
          <span class="label">{words.uploadFiles}</span>
        </button>
      )}
    </div>
    <div role="group">
      {!page.isTrashed && <Act act="favourite" icon="star" label={tree.addToFavourites} />}
      <Act act="copy-link" icon="link" label={tree.copyLink} />
      {page.rights.canShare ? (
        <Act act="share" icon="user-plus" label={words.share} />
      ) : (
        <Act act="access" icon="users" label={words.whoHasAccess} />
      )}
      <Act act="mute" icon="bell-off" label={menu.mute} />
    </div>
    <div role="group">
      {page.type !== "FILE" && <Act act="history" icon="rotate-ccw-clock" label={words.history} />}
      <Act act="print" icon="printer" label={menu.print} />
      {!page.isTrashed && <Exports page={page} />}
      <Act act="copy-id" icon="hash" label={words.copyId} />
    </div>
    {page.rights.canDelete && !page.isTrashed && (
      <div role="group">
        <Act act="trash" icon="trash" label={words.toTrash} />
      </div>
    )}
  </div>
);

/** A FILE page has its own download link. */
const Exports = ({ page }: { page: PageWithMessages }) => (
  <>
    {page.type !== "FILE" && (
      <a href={`/api/pages/${page.id}/export`} data-act="export" download>
        <Icon name="download" />
        <span class="label">{commands.exportPage}</span>
      </a>
    )}
    <button type="button" data-act="export-below">
      <Icon name="download" />
      <span class="label">{commands.exportBelow}</span>
    </button>
    {page.type === "FOLDER" && <Act act="export-table" icon="table-2" label={commands.exportTable} />}
  </>
);
