/** All keys, by where they work. */
import { blockCommands, markCommands } from "../editor/commands/index.ts";
import { keyName } from "../editor/menus/key-names.ts";
import { openDialog } from "./dialog.ts";
import { element } from "./dom.ts";

type Line = { readonly title: string; readonly key?: string };

/** Keys of the editor that are no commands of its menus. */
const WRITING: readonly Line[] = [
  { title: "Blocks to insert", key: "/" },
  { title: "Mention a person or a page", key: "@" },
  { title: "Edit the link", key: "Mod-k" },
  { title: "Find in this page", key: "Mod-f" },
  { title: "Find and replace", key: "Mod-Alt-f" },
  { title: "Outline", key: "Mod-Shift-o" },
  { title: "Focus on one paragraph", key: "Mod-Shift-." },
  { title: "Undo", key: "Mod-z" },
  { title: "Redo", key: "Mod-Shift-z" },
];

const TABLE: readonly Line[] = [
  { title: "Next cell", key: "Tab" },
  { title: "Cell before", key: "Shift-Tab" },
  { title: "Another row below", key: "Mod-Enter" },
  { title: "Move the row", key: "Alt-ArrowUp" },
  { title: "Move the column", key: "Alt-ArrowRight" },
  { title: "Rows and columns", key: "Alt-F10" },
  { title: "Leave the table", key: "Escape" },
];

const LIST: readonly Line[] = [
  { title: "Next task or item", key: "Enter" },
  { title: "Set in", key: "Tab" },
  { title: "Set out", key: "Shift-Tab" },
];

const TASKS: readonly Line[] = [
  { title: "Done, or not", key: "Space" },
  { title: "Change the words", key: "Enter" },
  { title: "Move up", key: "Alt-ArrowUp" },
  { title: "Move down", key: "Alt-ArrowDown" },
  { title: "Make it a subtask", key: "Alt-ArrowRight" },
  { title: "Move it out", key: "Alt-ArrowLeft" },
  { title: "Delete", key: "Delete" },
  { title: "Undo", key: "Mod-z" },
];

const TREE: readonly Line[] = [
  { title: "Find a title", key: "A" },
  { title: "Open", key: "Enter" },
  { title: "Unfold", key: "ArrowRight" },
  { title: "Fold", key: "ArrowLeft" },
  { title: "Rename", key: "F2" },
  { title: "Choose", key: "Space" },
  { title: "Choose as far as here", key: "Shift-ArrowDown" },
  { title: "Choose all beside it", key: "Mod-a" },
  { title: "Cut", key: "Mod-x" },
  { title: "Paste into it", key: "Mod-v" },
  { title: "Move up", key: "Alt-ArrowUp" },
  { title: "Move down", key: "Alt-ArrowDown" },
  { title: "Move to trash", key: "Delete" },
  { title: "Undo", key: "Mod-z" },
  { title: "All actions", key: "Shift-F10" },
];

const SEARCH: readonly Line[] = [
  { title: "Open in a new tab", key: "Mod-Enter" },
  { title: "Commands alone", key: ">" },
  { title: "A type of page", key: "type:" },
  { title: "A drive", key: "in:" },
  { title: "Who made the page", key: "by:" },
  { title: "When it was changed", key: "changed:" },
  { title: "Take the last filter away", key: "Backspace" },
];

/** `anywhere`: what has a key wherever the focus is. */
export function openKeys(anywhere: readonly Line[]): void {
  const dialog = openDialog(
    "Keys",
    ...section("Anywhere", [
      { title: "Search and commands", key: "Mod-k" },
      ...anywhere,
      { title: "This list", key: "?" },
    ]),
    ...section("While searching", SEARCH),
    ...section("In the list of pages", TREE),
    ...section("While writing", [...WRITING, ...markCommands, ...blockCommands]),
    ...section("In a list", LIST),
    ...section("In a table", TABLE),
    ...section("In a task list", TASKS),
  );
  dialog.classList.add("wide");
}

const section = (title: string, lines: readonly Line[]): Node[] => [
  element("h3", {}, title),
  element(
    "dl",
    { class: "keys" },
    ...lines.flatMap((line) =>
      line.key === undefined
        ? []
        : [element("div", {}, element("dt", {}, line.title), element("dd", {}, element("kbd", {}, keyName(line.key))))],
    ),
  ),
];
