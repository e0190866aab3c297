/** A page of a drive: breadcrumbs, title, text, and the pages under it. */
import type { ComponentChildren } from "preact";
import { hasFile, hasMessages } from "../../kernel/page-type.ts";
import { Icon } from "../shared/icons.tsx";
import { PageHeader } from "../shared/page-header.tsx";
import { relativeTime } from "../shared/relative-time.ts";
import { isSource } from "../shared/page-kinds.ts";
import type { PropertyScope } from "../shared/properties/context.ts";
import type { FirstCells } from "../shared/document/sheet-cells.ts";
import type { PageFileList } from "../../features/files/contract.ts";
import type { PageFile } from "../../features/files/index.ts";
import type { PageWithMessages } from "../../features/pages/contract.ts";
import type { PagePreview } from "../../features/pages/index.ts";
import type { Shell } from "./load-shell.ts";
import type { ViewChoices } from "./view-choices.ts";
import { words as fileWords } from "../../words/file.ts";
import { words } from "../../words/page.ts";
import { words as menu } from "../../words/page-menu.ts";
import { Conversation } from "./conversation.tsx";
import { Crumbs } from "./crumbs.tsx";
import { PageRows } from "./drive.tsx";
import { FileBody } from "./file.tsx";
import { FolderContents } from "./folder.tsx";
import { Actions, mayComment, maySuggest, mayWrite } from "./page-actions.tsx";
import { PageFiles } from "./page-files.tsx";
import { ShellPage, mayCreate } from "./shell.tsx";
import { VIEWS } from "./text-body.tsx";
import { Uploads } from "./uploads.tsx";

/** The editor is only loaded if the user may write. */
function scriptsOf(page: PageWithMessages): { modules: readonly string[]; later: readonly string[] } {
  const { module } = VIEWS[page.type];
  const editor = isSource(page.type) ? "client/editor/code-editor" : "client/editor/document-editor";
  return {
    modules: module === null ? [] : [module],
    later: mayWrite(page) && !hasFile(page.type) ? [editor, "client/live/live-document"] : [],
  };
}

type Crumb = { id: string; title: string; icon: string | null };

export type Around = {
  /** The file of a FILE page. */
  readonly file: PageFile | null;
  /** All files attached to the page. */
  readonly files: PageFileList;
  /** Previews of the pages in a FOLDER. */
  readonly previews: readonly PagePreview[];
  readonly choices: ViewChoices;
  /** The first rows of a SHEET. */
  readonly cells: FirstCells | null;
  readonly scope: PropertyScope;
};

export const pagePage = (
  shell: Shell,
  page: PageWithMessages,
  crumbs: readonly Crumb[],
  { file, files, previews, choices, cells, scope }: Around,
) => {
  const writes = mayWrite(page);
  const isFile = hasFile(page.type);
  const isConversation = hasMessages(page.type);
  const { Body } = VIEWS[page.type];
  const { now } = shell;
  const beside = <PageFiles list={files} isFile={isFile} writes={writes} now={now} />;
  const place = isFile ? { pageId: page.id } : { driveId: page.driveId, parentId: page.id, where: page.title };
  return (
    <ShellPage title={page.title} icon={page.icon} shell={shell} here="page" {...scriptsOf(page)}>
      <article
        data-view="page"
        data-page={page.id}
        data-drive={shell.drive?.id ?? page.driveId}
        data-members={shell.drive && mayCreate(shell.drive) ? shell.drive.id : undefined}
        data-user={shell.user.id}
        data-type={page.type}
        data-icon={page.icon ?? undefined}
        data-cover={page.cover ?? undefined}
        data-revision={page.revision}
        data-threads={page.openThreads}
        data-can-comment={mayComment(page) || undefined}
        data-can-edit={writes || undefined}
        data-can-share={page.rights.canShare || undefined}
        data-can-delete={(page.rights.canDelete && !page.isTrashed) || undefined}
      >
        <PageBar shell={shell} page={page} crumbs={crumbs} file={file} />
        <div class="page-header" data-header>
          <PageHeader icon={page.icon} cover={page.cover} writes={writes} hasProperties={page.type === "DOCUMENT"} />
        </div>
        <div class="column">
          {page.isTrashed && <TrashedNote canRestore={page.rights.canDelete} />}
          <Title title={page.title} writes={writes} />
          {writes && <Uploads place={place} />}
          {Body === null ? (
            <FileBody page={page} file={file} writes={writes} mayComment={mayComment(page)} beside={beside} />
          ) : (
            <>
              <Body {...{ page, writes, choices, cells, scope, now }} userId={shell.user.id} />
              {isConversation ? <FoldedFiles list={files}>{beside}</FoldedFiles> : beside}
            </>
          )}
          <Subpages page={page} previews={previews} choices={choices} shell={shell} />
          {isConversation && <Conversation page={page} writes={writes} now={now} />}
        </div>
      </article>
    </ShellPage>
  );
};

type BarProps = {
  readonly shell: Shell;
  readonly page: PageWithMessages;
  readonly crumbs: readonly Crumb[];
  readonly file: PageFile | null;
};

/** Always in this order: the location, when it was edited, who is here and whether it is saved, the actions. */
const PageBar = ({ shell, page, crumbs, file }: BarProps) => {
  const writes = mayWrite(page);
  return (
    <div class="row toolbar">
      <Crumbs shell={shell} crumbs={crumbs} page={page} />
      <p class="muted small edited" data-edited>
        {words.edited(<time datetime={page.updatedAt}>{relativeTime(page.updatedAt, shell.now)}</time>)}
      </p>
      {!writes && !page.isTrashed && <NoEditing comments={page.rights.canComment} />}
      {!writes && maySuggest(page) && <Suggest />}
      <LiveState isFile={hasFile(page.type)} file={file} writes={writes} />
      <Actions
        page={page}
        writes={writes}
        makes={shell.drive !== null && mayCreate(shell.drive)}
        stars={shell.drive !== null}
      />
    </div>
  );
};

/** Opens the list of people with access, some of whom can grant more. */
const NoEditing = ({ comments }: { readonly comments: boolean }) => (
  <button
    type="button"
    class="quiet pill view-only"
    data-act="access"
    title={comments ? words.commentOnlyHint : words.viewOnlyHint}
  >
    {comments ? words.commentOnly : words.viewOnly}
  </button>
);

/** Typing starts here for users who may comment but not edit. */
const Suggest = () => (
  <button type="button" class="quiet pill" data-act="suggest" aria-label={menu.suggest} title={menu.suggest}>
    {menu.suggestShort}
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
      <span class="status">
        <Icon name="cloud-check" />
        <span class="label">{words.saved}</span>
      </span>
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

type SubpagesProps = Pick<Around, "previews" | "choices"> & { readonly page: PageWithMessages; readonly shell: Shell };

/** The contents of a folder, or a list below the text of any other page. */
const Subpages = ({ page, previews, choices, shell: { drive, now } }: SubpagesProps) => {
  const writes = mayWrite(page);
  const makes = drive !== null && mayCreate(drive);
  if (page.type === "FOLDER")
    return (
      <FolderContents
        text={page.content}
        pages={page.children}
        show={choices.folder}
        {...{ previews, writes, makes, now }}
      />
    );
  return writes || page.children.length > 0 ? (
    <section class="below" aria-labelledby="below" hidden={page.children.length === 0}>
      <h2 id="below">{words.pagesBelow}</h2>
      <PageRows pages={page.children} now={now} />
    </section>
  ) : null;
};

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
