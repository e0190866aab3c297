/** The commands of the editor of a document: those that change its text, and those that open something beside it. */
import { findNext, findPrevious, selectNextOccurrence } from "@codemirror/search";
import { words } from "../../../words/editor-commands.ts";
import { words as comments } from "../../../words/comments.ts";
import { words as finding } from "../../../words/editor-find.ts";
import { words as tools } from "../../../words/editor-tools.ts";
import { words as frame } from "../../../words/frame.ts";
import { words as keys } from "../../../words/keys.ts";
import type { EditorView } from "@codemirror/view";
import { askCommand, askInLine } from "./ask/ask-command.ts";
import type { EditorCommand, ViewCommand } from "./commands/command.ts";
import { linkAt } from "./commands/links.ts";
import { textCommands } from "./commands/text-commands.ts";
import { openFind, openReplace } from "./find/find.ts";
import { chooseImage } from "./images/upload-files.ts";
import { BLOCK_MENU_KEY, openMenuAtCaret } from "./menus/block-menu.ts";
import { editLinkAtSelection, openLinkAtCaret } from "./menus/link-card.tsx";
import { newPage } from "./menus/new-page.ts";
import { focusToolbar } from "./menus/toolbar.tsx";
import { toggleFocusMode } from "./outline/focus-mode.ts";
import { focusOutline } from "./outline/outline.tsx";
import { LINES_KEY, togglePropertyLines } from "./properties/panel-lines.ts";
import { addProperty } from "./properties/properties.ts";
import { words as properties } from "../../../words/properties.ts";

/** What the command does not handle is left to the page or to the browser. */
const PASSED_ON = { preventDefault: false };
const IN_PANEL_TOO = { scope: "editor search-panel" };

/** The page's menu has the button if the user may comment; its key works anywhere. */
function pressComment({ dom }: EditorView): boolean {
  const button = dom.closest("article")?.querySelector<HTMLElement>("[data-act=comment]");
  button?.click();
  return button !== null && button !== undefined;
}

export const viewCommands: readonly ViewCommand[] = [
  askCommand,
  {
    id: "link",
    label: () => tools.link,
    keyLabel: () => keys.editLink,
    icon: "link",
    key: "Mod-k",
    menu: "toolbar",
    run: editLinkAtSelection,
    isOn: (state) => linkAt(state, state.selection.main.from) !== null,
    binding: PASSED_ON,
  },
  {
    id: "comment",
    label: () => comments.newComment,
    icon: "message-square",
    menu: "toolbar",
    run: (view) => pressComment(view),
    binding: PASSED_ON,
  },
  { id: "find", label: () => keys.findHere, key: "Mod-f", run: openFind, binding: IN_PANEL_TOO },
  { id: "replace", label: () => keys.replace, key: "Mod-Alt-f", run: openReplace, binding: IN_PANEL_TOO },
  { id: "outline", label: () => keys.outline, key: "Mod-Shift-o", run: focusOutline },
  { id: "focus", label: () => keys.focus, key: "Mod-Shift-.", run: toggleFocusMode },
  { id: "open-link", label: () => keys.openLink, key: "Alt-Enter", run: openLinkAtCaret, binding: PASSED_ON },
  { id: "find-next", label: () => finding.next, key: "Mod-g", run: findNext, binding: IN_PANEL_TOO },
  { id: "find-previous", label: () => finding.previous, key: "Mod-Shift-g", run: findPrevious, binding: IN_PANEL_TOO },
  { id: "select-next", label: () => keys.selectNext, key: "Mod-d", run: selectNextOccurrence },
  { id: "toolbar", label: () => tools.format, key: "Alt-F10", run: focusToolbar, binding: PASSED_ON },
  { id: "block-menu", label: () => tools.blockMenu, key: BLOCK_MENU_KEY, run: openMenuAtCaret, binding: PASSED_ON },
  {
    id: "image",
    label: () => words.imageOrFile,
    icon: "image",
    keywords: ["image or file", "picture", "photo", "upload", "attachment"],
    menu: "insert",
    run: (view) => void chooseImage(view),
  },
  askInLine,
  {
    id: "property",
    label: () => properties.addProperty,
    icon: "tags",
    keywords: ["property", "field", "metadata", "status", "front matter"],
    menu: "insert",
    run: (view) => addProperty(view),
  },
  {
    id: "property-lines",
    label: () => properties.showLines,
    key: LINES_KEY,
    run: (view) => togglePropertyLines(view),
    binding: PASSED_ON,
  },
  {
    id: "page",
    label: () => frame.newPage,
    icon: "file-plus",
    keywords: ["new page", "page", "subpage", "document", "create"],
    menu: "insert",
    run: newPage,
  },
];

/** In the order of the menus and the toolbar. */
export const documentCommands: readonly EditorCommand[] = [
  askCommand,
  ...textCommands,
  ...viewCommands.filter((command) => command !== askCommand),
];
