/** All commands of the editor, by what they do. Menus, toolbar and keys take them from here. */
import type { EditorState } from "@codemirror/state";
import { words } from "../../messages/editor-commands.ts";
import type { EditorCommand } from "./command.ts";
import { insertDate, insertDateTime, insertDiagram, insertFootnote, insertMath, insertRule } from "./insert.ts";
import { insertTable } from "../tables/commands.ts";
import { isMarked, type Mark, MARKS, toggleMark } from "./marks.ts";
import { deleteBlocks, duplicateBlocks, moveBlocks } from "./move.ts";
import { CALLOUT_KINDS, type CalloutKind, isTurnedInto, type Target, turnInto } from "./turn-into.ts";

const mark = (id: string, title: () => string, key: string, which: Mark): EditorCommand => ({
  id,
  get title() {
    return title();
  },
  key,
  run: (state) => toggleMark(state, which),
  isOn: (state) => isMarked(state, which),
});

export const markCommands: readonly EditorCommand[] = [
  mark("strong", () => words.bold, "Mod-b", MARKS.strong),
  mark("emphasis", () => words.italic, "Mod-i", MARKS.emphasis),
  mark("strikethrough", () => words.strikethrough, "Mod-Shift-x", MARKS.strikethrough),
  mark("highlight", () => words.highlight, "Mod-Shift-h", MARKS.highlight),
  mark("code", () => words.code, "Mod-e", MARKS.code),
];

const block = (id: string, title: () => string, key: string | null, target: Target): EditorCommand => ({
  id,
  get title() {
    return title();
  },
  ...(key === null ? {} : { key }),
  run: (state) => turnInto(state, target),
  isOn: (state) => isTurnedInto(state, target),
});

const CALLOUT_TITLES: Readonly<Record<CalloutKind, () => string>> = {
  note: () => words.note,
  tip: () => words.tip,
  important: () => words.important,
  warning: () => words.warning,
  caution: () => words.caution,
};

export const calloutCommands: readonly EditorCommand[] = CALLOUT_KINDS.map((callout) =>
  block(`callout-${callout}`, CALLOUT_TITLES[callout], null, { kind: "callout", callout }),
);

export const blockCommands: readonly EditorCommand[] = [
  block("paragraph", () => words.text, "Mod-Alt-0", { kind: "paragraph" }),
  block("heading-1", () => words.heading(1), "Mod-Alt-1", { kind: "heading", level: 1 }),
  block("heading-2", () => words.heading(2), "Mod-Alt-2", { kind: "heading", level: 2 }),
  block("heading-3", () => words.heading(3), "Mod-Alt-3", { kind: "heading", level: 3 }),
  block("bullet-list", () => words.bulletedList, "Mod-Shift-8", { kind: "bullet" }),
  block("numbered-list", () => words.numberedList, "Mod-Shift-7", { kind: "ordered" }),
  block("task-list", () => words.taskList, "Mod-Shift-9", { kind: "task" }),
  block("quote", () => words.quote, "Mod-Alt-q", { kind: "quote" }),
  block("code-block", () => words.codeBlock, "Mod-Alt-c", { kind: "code" }),
];

const insert = (
  id: string,
  title: () => string,
  run: (state: EditorState) => ReturnType<EditorCommand["run"]>,
): EditorCommand => ({
  id,
  get title() {
    return title();
  },
  run,
});

export const insertCommands: readonly EditorCommand[] = [
  insert("rule", () => words.divider, insertRule),
  insert("math", () => words.formula, insertMath),
  insert("diagram", () => words.mermaidDiagram, insertDiagram),
  insert(
    "table",
    () => words.table,
    (state) => insertTable(state, 3, 3),
  ),
  insert("footnote", () => words.footnote, insertFootnote),
  insert(
    "date",
    () => words.date,
    (state) => insertDate(state, new Date()),
  ),
  insert(
    "date-time",
    () => words.dateAndTime,
    (state) => insertDateTime(state, new Date()),
  ),
];

const move = (id: string, title: () => string, key: string, run: EditorCommand["run"]): EditorCommand => ({
  id,
  get title() {
    return title();
  },
  key,
  run,
});

export const moveCommands: readonly EditorCommand[] = [
  move(
    "move-up",
    () => words.moveUp,
    "Alt-ArrowUp",
    (state) => moveBlocks(state, -1),
  ),
  move(
    "move-down",
    () => words.moveDown,
    "Alt-ArrowDown",
    (state) => moveBlocks(state, 1),
  ),
  move("duplicate", () => words.duplicate, "Mod-Shift-d", duplicateBlocks),
  move("delete-block", () => words.remove, "Mod-Shift-Backspace", deleteBlocks),
];

export const commands: readonly EditorCommand[] = [
  ...markCommands,
  ...blockCommands,
  ...calloutCommands,
  ...insertCommands,
  ...moveCommands,
];
