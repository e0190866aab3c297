/** All commands of the editor, by what they do. Menus, toolbar and keys take them from here. */
import type { EditorState } from "@codemirror/state";
import type { EditorCommand } from "./command.ts";
import { insertDate, insertDateTime, insertDiagram, insertFootnote, insertMath, insertRule } from "./insert.ts";
import { insertTable } from "../tables/commands.ts";
import { isMarked, type Mark, MARKS, toggleMark } from "./marks.ts";
import { deleteBlocks, duplicateBlocks, moveBlocks } from "./move.ts";
import { CALLOUT_KINDS, isTurnedInto, type Target, turnInto } from "./turn-into.ts";

const mark = (id: string, title: string, key: string, which: Mark): EditorCommand => ({
  id,
  title,
  key,
  run: (state) => toggleMark(state, which),
  isOn: (state) => isMarked(state, which),
});

export const markCommands: readonly EditorCommand[] = [
  mark("strong", "Bold", "Mod-b", MARKS.strong),
  mark("emphasis", "Italic", "Mod-i", MARKS.emphasis),
  mark("strikethrough", "Strikethrough", "Mod-Shift-x", MARKS.strikethrough),
  mark("highlight", "Highlight", "Mod-Shift-h", MARKS.highlight),
  mark("code", "Code", "Mod-e", MARKS.code),
];

const block = (id: string, title: string, key: string | null, target: Target): EditorCommand => ({
  id,
  title,
  ...(key === null ? {} : { key }),
  run: (state) => turnInto(state, target),
  isOn: (state) => isTurnedInto(state, target),
});

const CALLOUT_TITLES = { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" };

export const calloutCommands: readonly EditorCommand[] = CALLOUT_KINDS.map((callout) =>
  block(`callout-${callout}`, CALLOUT_TITLES[callout], null, { kind: "callout", callout }),
);

export const blockCommands: readonly EditorCommand[] = [
  block("paragraph", "Text", "Mod-Alt-0", { kind: "paragraph" }),
  block("heading-1", "Heading 1", "Mod-Alt-1", { kind: "heading", level: 1 }),
  block("heading-2", "Heading 2", "Mod-Alt-2", { kind: "heading", level: 2 }),
  block("heading-3", "Heading 3", "Mod-Alt-3", { kind: "heading", level: 3 }),
  block("bullet-list", "Bulleted list", "Mod-Shift-8", { kind: "bullet" }),
  block("numbered-list", "Numbered list", "Mod-Shift-7", { kind: "ordered" }),
  block("task-list", "Task list", "Mod-Shift-9", { kind: "task" }),
  block("quote", "Quote", "Mod-Alt-q", { kind: "quote" }),
  block("code-block", "Code block", "Mod-Alt-c", { kind: "code" }),
];

const insert = (
  id: string,
  title: string,
  run: (state: EditorState) => ReturnType<EditorCommand["run"]>,
): EditorCommand => ({
  id,
  title,
  run,
});

export const insertCommands: readonly EditorCommand[] = [
  insert("rule", "Divider", insertRule),
  insert("math", "Formula", insertMath),
  insert("diagram", "Mermaid diagram", insertDiagram),
  insert("table", "Table", (state) => insertTable(state, 3, 3)),
  insert("footnote", "Footnote", insertFootnote),
  insert("date", "Date", (state) => insertDate(state, new Date())),
  insert("date-time", "Date and time", (state) => insertDateTime(state, new Date())),
];

export const moveCommands: readonly EditorCommand[] = [
  { id: "move-up", title: "Move up", key: "Alt-ArrowUp", run: (state) => moveBlocks(state, -1) },
  { id: "move-down", title: "Move down", key: "Alt-ArrowDown", run: (state) => moveBlocks(state, 1) },
  { id: "duplicate", title: "Duplicate", key: "Mod-Shift-d", run: duplicateBlocks },
  { id: "delete-block", title: "Delete", key: "Mod-Shift-Backspace", run: deleteBlocks },
];

export const commands: readonly EditorCommand[] = [
  ...markCommands,
  ...blockCommands,
  ...calloutCommands,
  ...insertCommands,
  ...moveCommands,
];
