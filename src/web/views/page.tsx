/** A page of a drive: breadcrumbs, title, text, and the pages under it. */
import type { ComponentChildren } from "preact";
import { hasFile, hasMessages, syntaxOf } from "../../kernel/page-type.ts";
import type { IconName } from "../shared/icon-names.ts";
import { Icon, IconButton } from "../shared/icons.tsx";
import { relativeTime } from "../shared/relative-time.ts";
import { isSource, labelOf } from "../shared/page-kinds.ts";
import type { FirstCells } from "../shared/document/sheet-cells.ts";
import type { PageFileList } from "../../features/files/contract.ts";
import type { PageFile } from "../../features/files/index.ts";
import type { PageWithMessages } from "../../features/pages/contract.ts";
import type { PagePreview } from "../../features/pages/index.ts";
import type { Shell } from "./load-shell.ts";
import type { ViewChoices } from "./view-choices.ts";
import { words as commands } from "../../words/commands.ts";
import { words as fileWords } from "../../words/file.ts";
import { words } from "../../words/page.ts";
import { words as menu } from "../../words/page-menu.ts";
import { words as tree } from "../../words/tree.ts";
import { words as uploads } from "../../words/uploads.ts";
import { Conversation } from "./conversation.tsx";
import { Crumbs } from "./crumbs.tsx";
import { PageRows } from "./drive.tsx";
import { FileBody } from "./file.tsx";
import { FolderContents } from "./folder.tsx";
import { PageFiles } from "./page-files.tsx";
import type { BodyProps } from "./sheet.tsx";
import { ShellPage, mayCreate } from "./shell.tsx";
import { VIEWS } from "./text-body.tsx";
import { Uploads } from "./uploads.tsx";

const mayWrite = (page: PageWithMessages): boolean => page.rights.canEdit && !page.isTrashed;

/** The editor is only loaded if the user may write. */
function scriptsOf(page: PageWithMessages): { modules: readonly string[]; later: readonly string[] } {
  const { module } = VIEWS[page.type];
  const editor = isSource(page.type) ? "client/editor/code-editor" : "client/editor/document-editor";
  return {
    modules: module === null ? [] : [module],
    later: mayWrite(page) && !hasFile(page.type) ? [editor, "client/live/live-document"] : [],
  };
}

type Crumb = { id: string; title: string };

type Around = {
  /** The file of a FILE page. */
  readonly file: PageFile | null;
  /** All files attached to the page. */
  readonly files: PageFileList;
  /** Previews of the pages in a FOLDER. */
  readonly previews: readonly PagePreview[];
  readonly choices: ViewChoices;
  /** The first rows of a SHEET. */
  readonly cells: FirstCells | null;
};

export const pagePage = (
  shell: Shell,
  page: PageWithMessages,
  crumbs: readonly Crumb[],
  { file, files, previews, choices, cells }: Around,
) => {
  const writes = mayWrite(page);
  const isFile = hasFile(page.type);
  const isConversation = hasMessages(page.type);
  const { Body } = VIEWS[page.type];
  const { now } = shell;
  const beside = <PageFiles list={files} isFile={isFile} writes={writes} now={now} />;
  const place = isFile ? { pageId: page.id } : { driveId: page.driveId, parentId: page.id, where: page.title };
  return (
    <ShellPage title={page.title} shell={shell} here="page" {...scriptsOf(page)}>
      <article
        class="column"
        data-view="page"
        data-page={page.id}
        data-drive={shell.drive?.id ?? page.driveId}
        data-members={shell.drive && mayCreate(shell.drive) ? shell.drive.id : undefined}
        data-user={shell.user.id}
        data-type={page.type}
        data-revision={page.revision}
        data-can-edit={writes || undefined}
        data-can-share={page.rights.canShare || undefined}
        data-can-delete={(page.rights.canDelete && !page.isTrashed) || undefined}
      >
        <div class="toolbar">
          <Crumbs shell={shell} crumbs={crumbs} />
          {!writes && !page.isTrashed && <ViewOnly />}
          <LiveState isFile={isFile} file={file} writes={writes} />
          <Actions page={page} writes={writes} makes={shell.drive !== null && mayCreate(shell.drive)} />
        </div>
        {page.isTrashed && <TrashedNote canRestore={page.rights.canDelete} />}
        <Title title={page.title} writes={writes} />
        <Byline page={page} now={now} />
        {writes && <Uploads place={place} />}
        {Body === null ? (
          <FileBody page={page} file={file} writes={writes} beside={beside} />
        ) : (
          <>
            <Body page={page} writes={writes} choices={choices} cells={cells} userId={shell.user.id} now={now} />
            {isConversation ? <FoldedFiles list={files}>{beside}</FoldedFiles> : beside}
          </>
        )}
        {page.type === "FOLDER" ? (
          <FolderContents pages={page.children} previews={previews} show={choices.folder} writes={writes} now={now} />
        ) : (
          <PagesBelow page={page} writes={writes} now={now} />
        )}
        {isConversation && <Conversation page={page} writes={writes} now={now} />}
      </article>
    </ShellPage>
  );
};

/** Opens the list of people with access, some of whom can grant more. */
const ViewOnly = () => (
  <button type="button" class="quiet view-only" data-act="access" title={words.viewOnlyHint}>
    {words.viewOnly}
  </button>
);

type FoldedProps = { readonly list: PageFileList; readonly children: ComponentChildren };

/** Collapsed above a conversation, which already shows most files and scrolls to its newest message. */
const FoldedFiles = ({ list, children }: FoldedProps) =>
  list.files.length > 0 ? (
    <details class="beside">
      <summary>{words.attachedFiles}</summary>
      {children}
    </details>
  ) : null;

type LiveStateProps = { readonly isFile: boolean; readonly file: PageFile | null; readonly writes: boolean };

/** The processing state of a file, or whether edits are saved. */
const LiveState = ({ isFile, file, writes }: LiveStateProps) =>
  isFile ? (
    <span class="muted state" data-state role="status">
      {file && fileWords.reading[file.processingStatus]}
    </span>
  ) : writes ? (
    <div class="live" data-live>
      <span class="muted">{words.saved}</span>
    </div>
  ) : null;

const Title = ({ title, writes }: { readonly title: string; readonly writes: boolean }) => (
  <h1 class="title">
    {writes ? (
      <textarea data-title dir="auto" aria-label={words.title} rows={1} maxlength={255} autocomplete="off">
        {title}
      </textarea>
    ) : (
      <span data-shown-title dir="auto">
        {title}
      </span>
    )}
  </h1>
);

const PagesBelow = ({ page, writes, now }: BodyProps & { readonly now: number }) =>
  writes || page.children.length > 0 ? (
    <section class="below" aria-labelledby="below" hidden={page.children.length === 0}>
      <h2 id="below">{words.pagesBelow}</h2>
      <PageRows pages={page.children} now={now} />
    </section>
  ) : null;

const TrashedNote = ({ canRestore }: { canRestore: boolean }) => (
  <div class="problem">
    <p>{words.inTrash}</p>
    {canRestore && (
      <button type="button" data-act="restore">
        {words.restore}
      </button>
    )}
  </div>
);

const Byline = ({ page, now }: { page: PageWithMessages; now: number }) => (
  <p class="byline">
    <span>
      {words.changed(labelOf(page.type), <time datetime={page.updatedAt}>{relativeTime(page.updatedAt, now)}</time>)}
    </span>
    {page.type === "FOLDER" && page.rights.canEdit && !page.isTrashed && (
      <>
        <button type="button" class="quiet" data-choose-files>
          <Icon name="upload" />
          {words.uploadFiles}
        </button>
        <button type="button" class="quiet folders" data-choose-files="folder">
          <Icon name="folder-up" />
          {uploads.chooseFolder}
        </button>
      </>
    )}
  </p>
);

type ActProps = { readonly act: string; readonly icon: IconName; readonly children: ComponentChildren };

const Act = ({ act, icon, children }: ActProps) => (
  <button type="button" data-act={act}>
    <Icon name={icon} />
    <span class="label">{children}</span>
  </button>
);

type ActionsProps = { readonly page: PageWithMessages; readonly writes: boolean; readonly makes: boolean };

/** All actions that the user may perform on the page; sharing also has its own button. */
const Actions = ({ page, writes, makes }: ActionsProps) => (
  <div class="page-actions">
    {syntaxOf(page.type) === "markdown" && mayWrite(page) && (
      <IconButton icon="book-open" label={words.read} title={words.readWithoutWriting} data-act="read" />
    )}
    {page.type !== "FILE" && <IconButton icon="rotate-ccw-clock" label={words.history} data-act="history" />}
    {page.rights.canShare && (
      <button type="button" class="quiet outlined" data-act="share">
        <Icon name="user-plus" />
        <span class="label">{words.share}</span>
      </button>
    )}
    <IconButton icon="ellipsis" label={words.moreActions} popovertarget="page-more" />
    <div id="page-more" class="ui-layer page-more" popover="auto">
      <div role="group">
        {writes && (
          <Act act="rename" icon="pencil">
            {tree.rename}
          </Act>
        )}
        {writes && (
          <Act act="move" icon="folder-input">
            {tree.moveToPlace}
          </Act>
        )}
        {makes && !page.isTrashed && page.type !== "FILE" && (
          <Act act="duplicate" icon="copy">
            {menu.duplicate}
          </Act>
        )}
        {writes && page.type !== "FILE" && page.type !== "FOLDER" && (
          <button type="button" data-choose-files>
            <Icon name="upload" />
            <span class="label">{words.uploadFiles}</span>
          </button>
        )}
      </div>
      <div role="group">
        {!page.isTrashed && (
          <Act act="favourite" icon="star">
            {tree.addToFavourites}
          </Act>
        )}
        <Act act="copy-link" icon="link">
          {tree.copyLink}
        </Act>
        {page.rights.canShare ? (
          <Act act="share" icon="user-plus">
            {words.share}
          </Act>
        ) : (
          <Act act="access" icon="users">
            {words.whoHasAccess}
          </Act>
        )}
        <Act act="mute" icon="bell-off">
          {menu.mute}
        </Act>
      </div>
      <div role="group">
        {page.type !== "FILE" && (
          <Act act="history" icon="rotate-ccw-clock">
            {words.history}
          </Act>
        )}
        <Act act="print" icon="printer">
          {menu.print}
        </Act>
        {!page.isTrashed && <Exports page={page} />}
        <Act act="copy-id" icon="hash">
          {words.copyId}
        </Act>
      </div>
      {page.rights.canDelete && !page.isTrashed && (
        <div role="group">
          <Act act="trash" icon="trash">
            {words.toTrash}
          </Act>
        </div>
      )}
    </div>
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
  </>
);
