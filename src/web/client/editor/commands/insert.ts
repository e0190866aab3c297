/** Inserts new blocks and text into a document. */
import type { EditorState, TransactionSpec } from "@codemirror/state";
import { words } from "../../../../words/editor-commands.ts";
import { kindAfter, kindBefore } from "./blocks.ts";
import { treeTo } from "./command.ts";

/** End of the top-level block that contains the caret, otherwise of the caret's line. */
function endOfTopBlock(state: EditorState, pos: number): number {
  const line = state.doc.lineAt(pos);
  const node = treeTo(state, line.to).topNode.childAfter(line.from);
  return node && node.from <= line.to ? state.doc.lineAt(node.to).to : line.to;
}

/**
 * Inserts on the caret's line if it is blank, otherwise below its block. The caret is placed at offset `caret` in the
 * text.
 */
export function insertBlock(state: EditorState, text: string, caret: number): TransactionSpec {
  const line = state.doc.lineAt(state.selection.main.head);
  const isBlank = line.text.trim() === "" && endOfTopBlock(state, line.from) === line.to;
  const end = isBlank ? line.to : endOfTopBlock(state, line.from);
  const from = isBlank ? line.from : end;
  const before = isBlank ? (kindBefore(state, from) === "blank" ? "" : "\n") : "\n\n";
  const after = kindAfter(state, end) === "blank" ? "" : "\n";
  return {
    changes: { from, to: end, insert: before + text + after },
    selection: { anchor: from + before.length + caret },
    userEvent: "input.block",
  };
}

/** A horizontal rule, with an empty line below it to write on. */
export function insertRule(state: EditorState): TransactionSpec {
  const spec = insertBlock(state, "---\n\n", 5);
  return spec;
}

const fenced = (open: string, content: string, close: string) => `${open}\n${content}\n${close}`;

export const insertMath = (state: EditorState): TransactionSpec => insertBlock(state, fenced("$$", "", "$$"), 3);

const diagram = () => `flowchart LR\n  A[${words.firstOfDiagram}] --> B[${words.secondOfDiagram}]`;

export function insertDiagram(state: EditorState): TransactionSpec {
  const source = diagram();
  return insertBlock(state, fenced("```mermaid", source, "```"), "```mermaid\n".length + source.length);
}

function insertText(state: EditorState, insert: string): TransactionSpec {
  const { from, to } = state.selection.main;
  return { changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: "input.insert" };
}

const two = (value: number) => String(value).padStart(2, "0");

/** In ISO format, in the user's time zone. */
const dayOf = (now: Date) => `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;

export const insertDate = (state: EditorState, now: Date): TransactionSpec => insertText(state, dayOf(now));

export const insertDateTime = (state: EditorState, now: Date): TransactionSpec =>
  insertText(state, `${dayOf(now)} ${two(now.getHours())}:${two(now.getMinutes())}`);

/** Inserts a reference after the selection, and its note at the end of the text, where the caret is placed. */
export function insertFootnote(state: EditorState): TransactionSpec {
  const text = state.doc.toString();
  const used = new Set([...text.matchAll(/\[\^([^\s[\]]+)\]/g)].map(([, name]) => name));
  let number = 1;
  while (used.has(String(number))) number++;
  const mark = `[^${number}]`;
  const written = text.trimEnd().length;
  const last = state.doc.lineAt(written);
  const separator = written === 0 || /^\[\^[^\s[\]]+\]:/.test(last.text) ? "\n" : "\n\n";
  const { to, empty } = state.selection.main;
  // The space that the slash menu needs before it goes after the mark.
  const at = empty && /\S $/.test(state.sliceDoc(Math.max(0, to - 2), to)) ? to - 1 : to;
  const end = Math.max(written, at);
  const note = `${separator}${mark}: `;
  return {
    changes: [
      { from: at, insert: mark },
      { from: end, insert: note },
    ],
    selection: { anchor: end + mark.length + note.length },
    userEvent: "input.insert",
  };
}
