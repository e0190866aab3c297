/** Turns blocks back into paragraphs by removing their line marks or enclosing lines. */
import type { EditorState } from "@codemirror/state";
import { type Block, CALLOUT, isList } from "./blocks.ts";
import { itemMark, outdent } from "./list-marks.ts";

export type Change = { readonly from: number; readonly to?: number; readonly insert?: string };

function* linesOf(state: EditorState, from: number, to: number) {
  for (let pos = from; pos <= to;) {
    const line = state.doc.lineAt(pos);
    yield line;
    pos = line.to + 1;
  }
}

/** The line, including the line break that separates it from what remains of the block. */
const wholeLine = (block: Block, from: number, to: number): Change =>
  to < block.to ? { from, to: to + 1 } : { from: Math.max(block.from, from - 1), to };

function stripHeading(state: EditorState, block: Block): Change[] {
  const marks = block.node?.getChildren("HeaderMark") ?? [];
  if (block.node?.name.startsWith("Setext")) {
    return marks.map((mark) => {
      const line = state.doc.lineAt(mark.from);
      return wholeLine(block, line.from, line.to);
    });
  }
  return marks.map(({ from, to }, index) => {
    const text = state.doc.sliceString(block.from, block.to);
    const space = index === 0 ? /^[ \t]*/.exec(text.slice(to - block.from)) : null;
    const before = index > 0 ? /[ \t]*$/.exec(text.slice(0, from - block.from)) : null;
    return { from: from - (before?.[0].length ?? 0), to: to + (space?.[0].length ?? 0) };
  });
}

function stripQuote(state: EditorState, block: Block): Change[] {
  const changes: Change[] = [];
  for (const line of linesOf(state, block.from, block.to)) {
    const [callout] = (line.from === block.from && CALLOUT.exec(line.text)) || [null];
    if (callout !== null && callout.length === line.text.length) {
      changes.push(wholeLine(block, line.from, line.to));
      continue;
    }
    const mark = callout ?? /^ {0,3}>[ \t]?/.exec(line.text)?.[0] ?? "";
    if (mark !== "") changes.push({ from: line.from, to: line.from + mark.length });
  }
  return changes;
}

function stripCode(state: EditorState, block: Block): Change[] {
  if (block.node?.name === "CodeBlock") {
    return [...linesOf(state, block.from, block.to)].flatMap(({ from, text }) => {
      const space = /^(?: {0,3}\t| {1,4})/.exec(text)?.[0].length ?? 0;
      return space > 0 ? [{ from, to: from + space }] : [];
    });
  }
  const first = state.doc.lineAt(block.from);
  const last = state.doc.lineAt(block.to);
  const isClosed = last.from > first.from && (block.node?.getChildren("CodeMark").length ?? 0) > 1;
  const end = isClosed ? last.from - 1 : block.to;
  if (first.to >= end) return [{ from: block.from, to: block.to }];
  return [{ from: first.from, to: first.to + 1 }, ...(isClosed ? [{ from: end, to: block.to }] : [])];
}

/**
 * Removes or changes the marks of list items; nested content moves with the column where its item's text starts.
 * `markOf` returns the new mark including its space, or null for none.
 */
export function remarkItems(
  state: EditorState,
  items: readonly Block[],
  markOf: (item: Block) => { readonly mark: string; readonly width: number } | null,
): Change[] {
  const shifts = new Map<number, number>();
  const marks: Change[] = [];
  for (const item of items) {
    const old = itemMark(state, item);
    const next = markOf(item);
    marks.push({ from: old.from, to: old.to, insert: next?.mark ?? "" });
    for (const line of linesOf(state, item.from, item.to)) {
      if (line.from === item.from) continue;
      shifts.set(line.from, (shifts.get(line.from) ?? 0) + (next?.width ?? 0) - old.width);
    }
  }
  const indents = [...shifts].flatMap(([from, shift]): Change[] => {
    const space = /^[ \t]*/.exec(state.doc.lineAt(from).text)?.[0] ?? "";
    if (shift === 0 || space.length === state.doc.lineAt(from).length) return [];
    if (shift > 0) return [{ from, insert: " ".repeat(shift) }];
    return [{ from, to: from + space.length, insert: outdent(space, -shift) }];
  });
  return [...indents, ...marks];
}

/** The changes that make these blocks plain lines. Tables, rules, math, HTML and definitions are unchanged. */
export function strip(state: EditorState, blocks: readonly Block[]): Change[] {
  const items = blocks.filter(({ kind }) => isList(kind));
  return [
    ...remarkItems(state, items, () => null),
    ...blocks.flatMap((block) => {
      if (block.kind === "heading") return stripHeading(state, block);
      if (block.kind === "quote" || block.kind === "callout") return stripQuote(state, block);
      return block.kind === "code" ? stripCode(state, block) : [];
    }),
  ];
}
