/** The commands of every editor of Markdown: each is a pure change of the text. */
import { words as documentWords } from "../../../../words/document.ts";
import { words } from "../../../../words/editor-commands.ts";
import { insertTable } from "../tables/commands.ts";
import type { IconName } from "../../../shared/icon-names.ts";
import type { TextCommand } from "./command.ts";
import { insertDate, insertDateTime, insertDiagram, insertFootnote, insertMath, insertRule } from "./insert.ts";
import { isMarked, MARKS, toggleMark } from "./marks.ts";
import { deleteBlocks, duplicateBlocks, moveBlocks } from "./move.ts";
import { type CalloutKind, isTurnedInto, type PlainTarget, type Target, turnInto } from "./turn-into.ts";

const mark = (id: keyof typeof MARKS, icon: IconName, key: string, label: () => string): TextCommand => ({
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

const heading = (level: 1 | 2 | 3, ...keywords: readonly string[]): TextCommand => ({
  id: `heading-${level}`,
  label: () => words.heading(level),
  icon: `heading-${level}`,
  key: `Mod-Alt-${level}`,
  keywords: [`heading ${level}`, `h${level}`, ...keywords],
  hint: "#".repeat(level),
  menu: "turnInto",
  ...turning({ kind: "heading", level }),
});

const callout = (kind: CalloutKind, icon: IconName, ...keywords: readonly string[]): TextCommand => ({
  id: `callout-${kind}`,
  label: () => documentWords[kind],
  icon,
  keywords: [kind, "callout", ...keywords],
  menu: "callouts",
  ...turning({ kind: "callout", callout: kind }),
});

const insert = (edit: TextCommand["edit"], details: Details): TextCommand => ({ ...details, menu: "insert", edit });

const move = (
  id: string,
  icon: IconName,
  key: string,
  label: () => string,
  edit: TextCommand["edit"],
): TextCommand => ({
  id,
  label,
  icon,
  key,
  menu: "block",
  edit,
});

/** In the order of the menus. */
export const textCommands: readonly TextCommand[] = [
  mark("strong", "bold", "Mod-b", () => words.bold),
  mark("emphasis", "italic", "Mod-i", () => words.italic),
  mark("strikethrough", "strikethrough", "Mod-Shift-x", () => words.strikethrough),
  mark("highlight", "highlighter", "Mod-Shift-h", () => words.highlight),
  mark("code", "code", "Mod-e", () => words.code),
  block("paragraph", {
    id: "paragraph",
    label: () => words.text,
    icon: "type",
    key: "Mod-Alt-0",
    keywords: ["text", "paragraph", "plain"],
  }),
  heading(1, "title"),
  heading(2),
  heading(3),
  block("bullet", {
    id: "bullet-list",
    label: () => words.bulletedList,
    icon: "list",
    key: "Mod-Shift-8",
    keywords: ["bulleted list", "bullets", "ul", "unordered"],
    hint: "-",
  }),
  block("ordered", {
    id: "numbered-list",
    label: () => words.numberedList,
    icon: "list-ordered",
    key: "Mod-Shift-7",
    keywords: ["numbered list", "ol", "ordered"],
    hint: "1.",
  }),
  block("task", {
    id: "task-list",
    label: () => words.taskList,
    icon: "square-check",
    key: "Mod-Shift-9",
    keywords: ["task list", "todo", "to-do", "checkbox"],
    hint: "- [ ]",
  }),
  block("quote", {
    id: "quote",
    label: () => words.quote,
    icon: "text-quote",
    key: "Mod-Alt-q",
    keywords: ["quote", "blockquote", "citation"],
    hint: ">",
  }),
  block("code", {
    id: "code-block",
    label: () => words.codeBlock,
    icon: "code-xml",
    key: "Mod-Alt-c",
    keywords: ["code block", "pre", "snippet"],
    hint: "```",
  }),
  insert(insertRule, {
    id: "rule",
    label: () => words.divider,
    icon: "minus",
    keywords: ["divider", "rule", "hr", "line", "separator"],
    hint: "---",
  }),
  insert(insertMath, {
    id: "math",
    label: () => words.formula,
    icon: "sigma",
    keywords: ["formula", "math", "equation", "latex", "katex"],
    hint: "$$",
  }),
  insert(insertDiagram, {
    id: "diagram",
    label: () => words.mermaidDiagram,
    icon: "workflow",
    keywords: ["mermaid diagram", "chart", "flowchart", "graph"],
    hint: "mermaid",
  }),
  insert((state) => insertTable(state, 3, 3), {
    id: "table",
    label: () => words.table,
    icon: "table-2",
    keywords: ["table", "t", "grid"],
    hint: "/t 3x4",
  }),
  insert(insertFootnote, {
    id: "footnote",
    label: () => words.footnote,
    icon: "superscript",
    keywords: ["footnote", "reference", "note"],
    hint: "[^1]",
  }),
  insert((state) => insertDate(state, new Date()), {
    id: "date",
    label: () => words.date,
    icon: "calendar",
    keywords: ["date", "today", "day"],
  }),
  insert((state) => insertDateTime(state, new Date()), {
    id: "date-time",
    label: () => words.dateAndTime,
    icon: "calendar-clock",
    keywords: ["date and time", "now", "clock"],
  }),
  callout("note", "info", "info"),
  callout("tip", "lightbulb", "hint"),
  callout("important", "circle-alert"),
  callout("warning", "triangle-alert", "attention"),
  callout("caution", "octagon-alert", "danger"),
  move(
    "move-up",
    "arrow-up",
    "Alt-ArrowUp",
    () => words.moveUp,
    (state) => moveBlocks(state, -1),
  ),
  move(
    "move-down",
    "arrow-down",
    "Alt-ArrowDown",
    () => words.moveDown,
    (state) => moveBlocks(state, 1),
  ),
  move("duplicate", "copy", "Mod-Shift-d", () => words.duplicate, duplicateBlocks),
  move("delete-block", "trash", "Mod-Shift-Backspace", () => words.remove, deleteBlocks),
];
