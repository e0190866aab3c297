/** All keyboard shortcuts, by where they work. */
import { blockCommands, markCommands } from "../editor/commands/index.ts";
import { words } from "../../../words/keys.ts";
import { keyName } from "../ui/key-names.ts";
import { openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";

type Line = { readonly title: string; readonly key?: string };

/** Keys of the editor that are not commands in its menus. */
const WRITING: readonly Line[] = [
  { title: words.insertBlocks, key: "/" },
  { title: words.mention, key: "@" },
  { title: words.editLink, key: "Mod-k" },
  { title: words.findHere, key: "Mod-f" },
  { title: words.replace, key: "Mod-Alt-f" },
  { title: words.outline, key: "Mod-Shift-o" },
  { title: words.focus, key: "Mod-Shift-." },
  { title: words.undo, key: "Mod-z" },
  { title: words.redo, key: "Mod-Shift-z" },
];

const TABLE: readonly Line[] = [
  { title: words.nextCell, key: "Tab" },
  { title: words.cellBefore, key: "Shift-Tab" },
  { title: words.rowBelow, key: "Mod-Enter" },
  { title: words.moveRow, key: "Alt-ArrowUp" },
  { title: words.moveColumn, key: "Alt-ArrowRight" },
  { title: words.rowsAndColumns, key: "Alt-F10" },
  { title: words.leaveTable, key: "Escape" },
];

const LIST: readonly Line[] = [
  { title: words.nextItem, key: "Enter" },
  { title: words.setIn, key: "Tab" },
  { title: words.setOut, key: "Shift-Tab" },
];

const TASKS: readonly Line[] = [
  { title: words.done, key: "Space" },
  { title: words.changeWords, key: "Enter" },
  { title: words.moveUp, key: "Alt-ArrowUp" },
  { title: words.moveDown, key: "Alt-ArrowDown" },
  { title: words.makeSubtask, key: "Alt-ArrowRight" },
  { title: words.moveOut, key: "Alt-ArrowLeft" },
  { title: words.remove, key: "Delete" },
  { title: words.undo, key: "Mod-z" },
];

const SHEET: readonly Line[] = [
  { title: words.editCell, key: "F2" },
  { title: words.clearCells, key: "Delete" },
  { title: words.fillDown, key: "Mod-d" },
  { title: words.fillRight, key: "Mod-r" },
  { title: words.selectAll, key: "Mod-a" },
  { title: words.selectColumn, key: "Mod-Space" },
  { title: words.filterColumn, key: "Mod-Shift-l" },
  { title: words.replace, key: "Mod-h" },
  { title: words.moveRow, key: "Alt-ArrowUp" },
  { title: words.moveColumn, key: "Alt-ArrowRight" },
];

const TREE: readonly Line[] = [
  { title: words.findTitle, key: "A" },
  { title: words.open, key: "Enter" },
  { title: words.unfold, key: "ArrowRight" },
  { title: words.fold, key: "ArrowLeft" },
  { title: words.rename, key: "F2" },
  { title: words.choose, key: "Space" },
  { title: words.chooseTo, key: "Shift-ArrowDown" },
  { title: words.chooseBeside, key: "Mod-a" },
  { title: words.cut, key: "Mod-x" },
  { title: words.pasteInto, key: "Mod-v" },
  { title: words.moveUp, key: "Alt-ArrowUp" },
  { title: words.moveDown, key: "Alt-ArrowDown" },
  { title: words.toTrash, key: "Delete" },
  { title: words.undo, key: "Mod-z" },
  { title: words.allActions, key: "Shift-F10" },
];

const SEARCH: readonly Line[] = [
  { title: words.inNewTab, key: "Mod-Enter" },
  { title: words.commandsAlone, key: ">" },
  { title: words.typeOfPage, key: "type:" },
  { title: words.aDrive, key: "in:" },
  { title: words.whoMade, key: "by:" },
  { title: words.whenChanged, key: "changed:" },
  { title: words.dropFilter, key: "Backspace" },
];

/** `anywhere`: the commands that work regardless of focus. */
export function openKeys(anywhere: readonly Line[]): void {
  const dialog = openDialog(
    words.title,
    ...section(words.anywhere, [
      { title: words.searchAndCommands, key: "Mod-k" },
      ...anywhere,
      { title: words.thisList, key: "?" },
    ]),
    ...section(words.whileSearching, SEARCH),
    ...section(words.inTree, TREE),
    ...section(words.whileWriting, [...WRITING, ...markCommands, ...blockCommands]),
    ...section(words.inList, LIST),
    ...section(words.inTable, TABLE),
    ...section(words.inTasks, TASKS),
    ...section(words.inSheet, SHEET),
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
