/** The commands of every editor of Markdown: each is a pure change of the text. */
import { words as documentWords } from "../../../../words/document.ts";
import { words } from "../../../../words/editor-commands.ts";
import { insertTable } from "../tables/commands.ts";
import type { TextCommand } from "./command.ts";
import { insertDate, insertDateTime, insertDiagram, insertFootnote, insertMath, insertRule } from "./insert.ts";
import { isMarked, MARKS, toggleMark } from "./marks.ts";
import { deleteBlocks, duplicateBlocks, moveBlocks } from "./move.ts";
import { type CalloutKind, isTurnedInto, type PlainTarget, type Target, turnInto } from "./turn-into.ts";

const mark = (id: keyof typeof MARKS, icon: string, key: string, label: () => string): TextCommand => ({
  id,
  label,
  icon,
  key,
  menu: "toolbar",
  edit: (state) => toggleMark(state, MARKS[id]),
  isOn: (state) => isMarked(state, MARKS[id]),
});

type Details = Omit<TextCommand, "menu" | "edit" | "isOn">;

const turning = (target: Target): Pick<TextCommand, "edit" | "isOn"> => ({
  edit: (state) => turnInto(state, target),
  isOn: (state) => isTurnedInto(state, target),
});

const block = (kind: PlainTarget, details: Details): TextCommand => ({
  ...details,
  menu: "turnInto",
  ...turning({ kind }),
});

const heading = (level: number, ...keywords: readonly string[]): TextCommand => ({
  id: `heading-${level}`,
  label: () => words.heading(level),
  icon: `H${level}`,
  key: `Mod-Alt-${level}`,
  keywords: [`heading ${level}`, `h${level}`, ...keywords],
  hint: "#".repeat(level),
  menu: "turnInto",
  ...turning({ kind: "heading", level }),
});

const callout = (kind: CalloutKind, icon: string, ...keywords: readonly string[]): TextCommand => ({
  id: `callout-${kind}`,
  label: () => documentWords[kind],
  icon,
  keywords: [kind, "callout", ...keywords],
  menu: "callouts",
  ...turning({ kind: "callout", callout: kind }),
});

const insert = (edit: TextCommand["edit"], details: Details): TextCommand => ({ ...details, menu: "insert", edit });

const move = (id: string, icon: string, key: string, label: () => string, edit: TextCommand["edit"]): TextCommand => ({
  id,
  label,
  icon,
  key,
  menu: "block",
  edit,
});

/** In the order of the menus. */
export const textCommands: readonly TextCommand[] = [
  mark("strong", "B", "Mod-b", () => words.bold),
  mark("emphasis", "I", "Mod-i", () => words.italic),
  mark("strikethrough", "S", "Mod-Shift-x", () => words.strikethrough),
  mark("highlight", "H", "Mod-Shift-h", () => words.highlight),
  mark("code", "<>", "Mod-e", () => words.code),
  block("paragraph", {
    id: "paragraph",
    label: () => words.text,
    icon: "T",
    key: "Mod-Alt-0",
    keywords: ["text", "paragraph", "plain"],
  }),
  heading(1, "title"),
  heading(2),
  heading(3),
  block("bullet", {
    id: "bullet-list",
    label: () => words.bulletedList,
    icon: "•",
    key: "Mod-Shift-8",
    keywords: ["bulleted list", "bullets", "ul", "unordered"],
    hint: "-",
  }),
  block("ordered", {
    id: "numbered-list",
    label: () => words.numberedList,
    icon: "1.",
    key: "Mod-Shift-7",
    keywords: ["numbered list", "ol", "ordered"],
    hint: "1.",
  }),
  block("task", {
    id: "task-list",
    label: () => words.taskList,
    icon: "☑",
    key: "Mod-Shift-9",
    keywords: ["task list", "todo", "to-do", "checkbox"],
    hint: "- [ ]",
  }),
  block("quote", {
    id: "quote",
    label: () => words.quote,
    icon: "❝",
    key: "Mod-Alt-q",
    keywords: ["quote", "blockquote", "citation"],
    hint: ">",
  }),
  block("code", {
    id: "code-block",
    label: () => words.codeBlock,
    icon: "{ }",
    key: "Mod-Alt-c",
    keywords: ["code block", "pre", "snippet"],
    hint: "```",
  }),
  insert(insertRule, {
    id: "rule",
    label: () => words.divider,
    icon: "—",
    keywords: ["divider", "rule", "hr", "line", "separator"],
    hint: "---",
  }),
  insert(insertMath, {
    id: "math",
    label: () => words.formula,
    icon: "∑",
    keywords: ["formula", "math", "equation", "latex", "katex"],
    hint: "$$",
  }),
  insert(insertDiagram, {
    id: "diagram",
    label: () => words.mermaidDiagram,
    icon: "◇",
    keywords: ["mermaid diagram", "chart", "flowchart", "graph"],
    hint: "mermaid",
  }),
  insert((state) => insertTable(state, 3, 3), {
    id: "table",
    label: () => words.table,
    icon: "⊞",
    keywords: ["table", "t", "grid"],
    hint: "/t 3x4",
  }),
  insert(insertFootnote, {
    id: "footnote",
    label: () => words.footnote,
    icon: "¹",
    keywords: ["footnote", "reference", "note"],
    hint: "[^1]",
  }),
  insert((state) => insertDate(state, new Date()), {
    id: "date",
    label: () => words.date,
    icon: "31",
    keywords: ["date", "today", "day"],
  }),
  insert((state) => insertDateTime(state, new Date()), {
    id: "date-time",
    label: () => words.dateAndTime,
    icon: "12",
    keywords: ["date and time", "now", "clock"],
  }),
  callout("note", "ℹ", "info"),
  callout("tip", "✦", "hint"),
  callout("important", "!"),
  callout("warning", "▲", "attention"),
  callout("caution", "⊘", "danger"),
  move(
    "move-up",
    "↑",
    "Alt-ArrowUp",
    () => words.moveUp,
    (state) => moveBlocks(state, -1),
  ),
  move(
    "move-down",
    "↓",
    "Alt-ArrowDown",
    () => words.moveDown,
    (state) => moveBlocks(state, 1),
  ),
  move("duplicate", "+", "Mod-Shift-d", () => words.duplicate, duplicateBlocks),
  move("delete-block", "×", "Mod-Shift-Backspace", () => words.remove, deleteBlocks),
];
