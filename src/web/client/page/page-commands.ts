/** Commands for the open page or drive. Most of them press one of its buttons, which exists only if the user may use it. */
import type { PageSummary } from "../../../features/pages/contract.ts";
import { words } from "../../../words/commands.ts";
import { words as header } from "../../../words/page-header.ts";
import { words as menu } from "../../../words/page-menu.ts";
import type { IconName } from "../../shared/icon-names.ts";
import type { Command } from "../shell/command.ts";
import { find } from "../ui/dom.ts";
import { sideView } from "../shell/side.tsx";
import { shownTitle } from "../shell/tab-title.ts";
import { places } from "../tree/state.ts";

/** Excludes the buttons of rows, which may have the same name but concern one page of many. */
const WHOLE_PAGE =
  ":is(.toolbar, .byline, .folder-bar, .code-bar, .problem, .conversation > p, .tasks-layout, .file > .actions, .file > .empty)";

function pageButton(selector: string): HTMLElement | null {
  for (const part of document.querySelectorAll(`#main ${WHOLE_PAGE}`)) {
    const button = find(`:is(button, a):is(${selector}):not(:disabled)`, HTMLElement, part);
    if (button) return button;
  }
  return null;
}

const onPage = (
  id: string,
  icon: IconName,
  selector: string,
  label: string,
  more: Pick<Command, "key" | "keywords"> = {},
): Command => ({
  id,
  icon,
  label: () => label,
  ...more,
  when: () => pageButton(selector) !== null,
  run: () => pageButton(selector)?.click(),
});

const titleField = (): HTMLElement | null => find("#main [data-title]", HTMLElement);

/** The data of the open page that moving and favourites need; null if none is open. */
function openPage(): Pick<PageSummary, "id" | "type" | "title"> | null {
  const { pageId, pageType } = sideView() ?? {};
  if (!pageId || !pageType) return null;
  const field = titleField();
  const title = field instanceof HTMLTextAreaElement ? field.value : shownTitle();
  return { id: pageId, type: pageType, title };
}

const isOnPage = (): boolean => openPage() !== null;

/** According to the favourites that the side shows. */
const isFavouriteHere = (): boolean => places.peek().favourites.some(({ id }) => id === openPage()?.id);

/** The state is known once the button has shown it. */
function muteLabel(): string {
  const { muted } = pageButton("[data-act=mute]")?.dataset ?? {};
  const [on, off] = isOnPage() ? [menu.mutePage, menu.unmutePage] : [menu.muteDrive, menu.unmuteDrive];
  return muted === undefined ? words.mute : muted === "true" ? off : on;
}

async function toggleFavourite(): Promise<void> {
  const page = openPage();
  if (page === null) return;
  (await import("./page-menu.ts")).toggleFavourite(page.id, page.title);
}

/** The editor of the page's text, if the text can be edited now. */
const editableText = (): HTMLElement | null => find("#main [data-doc] .cm-content[contenteditable=true]", HTMLElement);

async function askInText(): Promise<void> {
  const text = editableText();
  if (text) (await import("../editor/ask/ask.tsx")).askIn(text);
}

const COMMENTS = ".page-actions > [data-act=comments]";

const toComment = (id: string, icon: IconName, label: string, key: Command["key"], by: 1 | -1): Command => ({
  id,
  icon,
  label: () => label,
  ...(key !== undefined && { key }),
  when: () => pageButton(COMMENTS) !== null,
  run: async () => (await import("../comments/comments-soon.ts")).stepComments(by),
});

const decide = (
  decision: "accept" | "reject",
  isAll: boolean,
  label: string,
  key: NonNullable<Command["key"]>,
): Command => ({
  id: isAll ? `${decision}-all-suggestions` : `${decision}-suggestion`,
  icon: decision === "accept" ? "square-check" : "x",
  label: () => label,
  key,
  keywords: [words.decideWords],
  when: () => pageButton(COMMENTS) !== null && find("#main [data-can-comment]", HTMLElement) !== null,
  run: async () => {
    const { decideHere, decideAll } = await import("../suggesting/decide.ts");
    await (isAll ? decideAll : decideHere)(decision);
  },
});

export const PAGE_COMMANDS: readonly Command[] = [
  {
    id: "new-page",
    icon: "plus",
    label: () => words.newPage,
    key: "Mod-Alt-n",
    keywords: [words.newPageWords],
    when: () => sideView()?.drive?.mayCreate === true,
    run: async () => (await import("./new-page.tsx")).openNewPage(),
  },
  onPage("share", "user-plus", "[data-act=share]", words.share, { key: "Mod-Alt-s", keywords: [words.shareWords] }),
  onPage("access", "users", ".page-more [data-act=access]", words.access, { keywords: [words.shareWords] }),
  onPage("history", "rotate-ccw-clock", "[data-act=history]", words.history, {
    key: "Mod-Alt-h",
    keywords: [words.historyWords],
  }),
  onPage("comment", "message-square", ".page-more [data-act=comment]", words.comment, {
    key: "Mod-Alt-m",
    keywords: [words.commentWords],
  }),
  onPage("comments", "message-square", COMMENTS, words.comments, {
    keywords: [words.commentWords],
  }),
  {
    id: "print-comments",
    icon: "printer",
    label: () => words.printComments,
    keywords: [words.commentWords],
    when: () => pageButton(COMMENTS) !== null,
    run: async () => (await import("../comments/comments-soon.ts")).printComments(),
  },
  toComment("next-comment", "arrow-down", words.nextComment, "Mod-Alt-k", 1),
  toComment("previous-comment", "arrow-up", words.previousComment, "Mod-Alt-Shift-k", -1),
  onPage("read", "book-open", "[data-act=read]", words.read, { key: "Mod-Alt-r", keywords: [words.readWords] }),
  onPage("suggest", "pencil", "[data-act=suggest]", words.suggest, {
    key: "Mod-Alt-u",
    keywords: [words.suggestWords],
  }),
  decide("accept", false, words.acceptSuggestion, "Mod-Alt-a"),
  decide("reject", false, words.rejectSuggestion, "Mod-Alt-x"),
  decide("accept", true, words.acceptAll, "Mod-Alt-Shift-a"),
  decide("reject", true, words.rejectAll, "Mod-Alt-Shift-x"),
  {
    id: "rename",
    icon: "pencil",
    label: () => words.rename,
    keywords: [words.renameWords],
    when: () => titleField() !== null,
    run: () => titleField()?.focus(),
  },
  onPage("icon", "smile", ".page-more [data-act=icon]", header.changeIcon, { keywords: ["emoji"] }),
  onPage("cover", "image", ".page-more [data-act=cover]", header.changeCover),
  {
    id: "move",
    icon: "folder-input",
    label: () => words.move,
    keywords: [words.moveWords],
    when: () => titleField() !== null && isOnPage(),
    run: async () => (await import("../tree/move-dialog.tsx")).openMoveDialog([openPage()?.id ?? ""]),
  },
  onPage("duplicate", "copy", "[data-act=duplicate]", menu.duplicatePage, { keywords: [menu.duplicateWords] }),
  {
    id: "favourite",
    icon: "star",
    label: () => (isFavouriteHere() ? menu.removeFavourite : menu.addFavourite),
    keywords: [words.favouriteWords],
    when: () => isOnPage() && (sideView()?.drive ?? null) !== null,
    run: toggleFavourite,
  },
  onPage("print", "printer", "[data-act=print]", menu.printPage, { keywords: [menu.printWords] }),
  onPage("upload", "upload", "[data-choose-files]:not(.folders)", words.upload, { keywords: [words.uploadWords] }),
  onPage("copy-id", "hash", "[data-act=copy-id]", words.copyId),
  onPage("export", "download", "[data-act=export]", words.exportPage, { keywords: [words.exportPageWords] }),
  onPage("export-below", "download", "[data-act=export-below]", words.exportBelow, {
    keywords: [words.exportBelowWords],
  }),
  onPage("export-table", "table-2", "[data-act=export-table]", words.exportTable, {
    keywords: [words.exportTableWords],
  }),
  {
    id: "copy-link",
    icon: "link",
    label: () => words.copyLink,
    keywords: [words.copyLinkWords],
    when: isOnPage,
    run: () => navigator.clipboard.writeText(location.origin + location.pathname),
  },
  {
    id: "ask-text",
    icon: "bot",
    label: () => words.askText,
    keywords: [words.askTextWords],
    when: () => editableText() !== null,
    run: askInText,
  },
  onPage("copy-code", "copy", "[data-act=copy-code]", words.copyCode),
  onPage("wrap-code", "text-wrap", "[data-act=wrap-code]", words.wrapCode),
  onPage("tasks-list", "list", "[data-tasks-show=list]", words.tasksList),
  onPage("tasks-board", "square-kanban", "[data-tasks-show=board]", words.tasksBoard, {
    keywords: [words.tasksBoardWords],
  }),
  onPage("text", "type", "[data-tasks-show=text], [data-sheet-text]", words.text, { keywords: [words.textWords] }),
  onPage("agent", "bot", "[data-agent]", words.agent, { keywords: [words.agentWords] }),
  onPage("convert", "file-text", "[data-act=convert]", words.convert),
  onPage("reprocess", "rotate-ccw", "[data-act=reprocess]", words.reprocess),
  { ...onPage("mute", "bell-off", "[data-act=mute]", words.mute, { keywords: [words.muteWords] }), label: muteLabel },
  onPage("trash", "trash", "[data-act=trash]", words.trash, { keywords: [words.trashWords] }),
  onPage("restore", "rotate-ccw", "[data-act=restore]", words.restore),
  onPage("members", "users", "[data-act=members]", words.members, { keywords: [words.membersWords] }),
  onPage("rename-drive", "pencil", "[data-act=rename-drive]", words.renameDrive),
];
