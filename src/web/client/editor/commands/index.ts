/** All editor commands by purpose, for menus, toolbar and keys. */
import { words as documentWords } from "../../../../words/document.ts";
import { words } from "../../../../words/editor-commands.ts";
import type { EditorCommand } from "./command.ts";
import { insertDate, insertDateTime, insertDiagram, insertFootnote, insertMath, insertRule } from "./insert.ts";
import { insertTable } from "../tables/commands.ts";
import { isMarked, type Mark, MARKS, toggleMark } from "./marks.ts";
import { deleteBlocks, duplicateBlocks, moveBlocks } from "./move.ts";
import { CALLOUT_KINDS, isTurnedInto, type Target, turnInto } from "./turn-into.ts";

const command = (title: () => string, rest: Omit<EditorCommand, "title">): EditorCommand => ({
  ...rest,
  get title() {
    return title();
  },
});

const mark = (id: string, title: () => string, key: string, which: Mark): EditorCommand =>
  command(title, {
    id,
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

const block = (id: string, title: () => string, key: string | null, target: Target): EditorCommand =>
  command(title, {
    id,
    ...(key === null ? {} : { key }),
    run: (state) => turnInto(state, target),
    isOn: (state) => isTurnedInto(state, target),
  });

export const calloutCommands: readonly EditorCommand[] = CALLOUT_KINDS.map((callout) =>
  block(`callout-${callout}`, () => documentWords[callout], null, { kind: "callout", callout }),
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

export const insertCommands: readonly EditorCommand[] = [
  command(() => words.divider, { id: "rule", run: insertRule }),
  command(() => words.formula, { id: "math", run: insertMath }),
  command(() => words.mermaidDiagram, { id: "diagram", run: insertDiagram }),
  command(() => words.table, { id: "table", run: (state) => insertTable(state, 3, 3) }),
  command(() => words.footnote, { id: "footnote", run: insertFootnote }),
  command(() => words.date, { id: "date", run: (state) => insertDate(state, new Date()) }),
  command(() => words.dateAndTime, { id: "date-time", run: (state) => insertDateTime(state, new Date()) }),
];

export const moveCommands: readonly EditorCommand[] = [
  command(() => words.moveUp, { id: "move-up", key: "Alt-ArrowUp", run: (state) => moveBlocks(state, -1) }),
  command(() => words.moveDown, { id: "move-down", key: "Alt-ArrowDown", run: (state) => moveBlocks(state, 1) }),
  command(() => words.duplicate, { id: "duplicate", key: "Mod-Shift-d", run: duplicateBlocks }),
  command(() => words.remove, { id: "delete-block", key: "Mod-Shift-Backspace", run: deleteBlocks }),
];

export const commands: readonly EditorCommand[] = [
  ...markCommands,
  ...blockCommands,
  ...calloutCommands,
  ...insertCommands,
  ...moveCommands,
];
