/** Moves, duplicates and deletes blocks. */
import type { EditorState, TransactionSpec } from "@codemirror/state";
import {
  type Block,
  type BlockKind,
  blockAt,
  isList,
  kindAfter,
  kindBefore,
  needsGap,
  selectedBlocks,
} from "./blocks.ts";
import { outdent } from "./list-marks.ts";

/** Whole lines, with the kinds of the first and last block. */
type Run = {
  readonly from: number;
  readonly to: number;
  readonly first: BlockKind;
  readonly last: BlockKind;
  readonly indent: string;
};

const runOf = (blocks: readonly Block[]): Run | null => {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last || first.kind === "blank") return null;
  const top = blocks.every(
    ({ node, indent }) => node?.parent?.from === first.node?.parent?.from && indent === first.indent,
  );
  // Blocks of several levels move together with everything nested in the outermost.
  const to = Math.max(...blocks.map((block) => block.to));
  return { from: first.from, to, first: first.kind, last: last.kind, indent: top ? first.indent : "" };
};

const blockRun = (block: Block): Run => ({
  from: block.from,
  to: block.to,
  first: block.kind,
  last: block.kind,
  indent: block.indent,
});

/** The block of the same level next to a run: a sibling within its list, otherwise whatever is there. */
function neighbour(state: EditorState, run: Run, direction: -1 | 1): Run | null {
  let pos = direction < 0 ? run.from - 1 : run.to + 1;
  while (pos >= 0 && pos <= state.doc.length) {
    const line = state.doc.lineAt(pos);
    if (line.text.trim() === "") {
      pos = direction < 0 ? line.from - 1 : line.to + 1;
      continue;
    }
    let block = blockAt(state, pos);
    // Go up from nested items to the sibling that contains them.
    while (isList(block.kind) && block.indent.length > run.indent.length) {
      const parent = block.node?.parent?.parent;
      if (parent?.name !== "ListItem") break;
      block = blockAt(state, parent.from);
    }
    const isOutside = direction < 0 ? block.to < run.from : block.from > run.to;
    return isOutside && block.indent.length >= run.indent.length ? blockRun(block) : null;
  }
  return null;
}

const gap = (above: BlockKind, below: BlockKind) => (needsGap(above, below) ? "\n" : "");

export function moveBlocks(state: EditorState, direction: -1 | 1): TransactionSpec | null {
  const run = runOf(selectedBlocks(state));
  const other = run && neighbour(state, run, direction);
  if (!run || !other) return null;
  const [upper, lower] = direction < 0 ? [other, run] : [run, other];
  const between = state.doc.sliceString(upper.to, lower.from);
  const middle = between === "\n" ? between + gap(lower.last, upper.first) : between;
  const before = gap(kindBefore(state, upper.from), lower.first);
  const after = gap(upper.last, kindAfter(state, lower.to));
  const [high, low] = [state.doc.sliceString(upper.from, upper.to), state.doc.sliceString(lower.from, lower.to)];
  const start = direction < 0 ? upper.from + before.length : upper.from + before.length + low.length + middle.length;
  const shift = start - run.from;
  const { anchor, head } = state.selection.main;
  const moved = (at: number) => Math.min(Math.max(at, run.from), run.to) + shift;
  // Rewrites only the shorter side, so that other users' carets in the longer one do not move.
  const changes =
    high.length < low.length
      ? [
          { from: upper.from, to: lower.from, insert: before },
          { from: lower.to, insert: middle + high + after },
        ]
      : [
          { from: upper.from, insert: before + low + middle },
          { from: upper.to, to: lower.to, insert: after },
        ];
  return { changes, selection: { anchor: moved(anchor), head: moved(head) }, userEvent: "move.block" };
}

export function duplicateBlocks(state: EditorState): TransactionSpec | null {
  const run = runOf(selectedBlocks(state));
  if (!run) return null;
  const separator = isList(run.last) && isList(run.first) ? "\n" : "\n\n";
  const after = gap(run.last, kindAfter(state, run.to));
  const copy = separator + state.doc.sliceString(run.from, run.to);
  const shift = run.to + separator.length - run.from;
  const { anchor, head } = state.selection.main;
  const moved = (at: number) => Math.min(Math.max(at, run.from), run.to) + shift;
  return {
    changes: { from: run.to, insert: copy + after },
    selection: { anchor: moved(anchor), head: moved(head) },
    userEvent: "input.duplicate",
  };
}

/** Also removes the blank lines below, so that the neighbours stay separated as before. */
function removal(state: EditorState, run: Run): { from: number; to: number; insert: string } {
  let end = run.to;
  while (end < state.doc.length && state.doc.lineAt(end + 1).text.trim() === "") end = state.doc.lineAt(end + 1).to;
  const isLast = end === state.doc.length;
  if (!isLast) {
    const join = needsGap(kindBefore(state, run.from), kindAfter(state, end)) ? "\n" : "";
    return { from: run.from, to: end + 1, insert: join };
  }
  let start = run.from;
  while (start > 0 && state.doc.lineAt(start - 1).text.trim() === "") start = state.doc.lineAt(start - 1).from;
  const tail = state.doc.sliceString(run.to).slice(0, start > 0 ? 1 : 0);
  return { from: Math.max(0, start - 1), to: state.doc.length, insert: tail };
}

export function deleteBlocks(state: EditorState): TransactionSpec | null {
  const run = runOf(selectedBlocks(state));
  if (!run) return null;
  const change = removal(state, run);
  return { changes: change, selection: { anchor: change.from }, userEvent: "delete.block" };
}

/** Changes the indentation of all lines from one nesting level to another. */
const reindent = (text: string, from: string, to: string) =>
  from === to ? text : text.replace(/^([ \t]*)(?=\S)/gm, (space: string) => to + outdent(space, from.length));

/**
 * Moves a block before the one that starts at `target`, or to the end of the text. An item adopts the level of the item
 * that it is put before.
 */
export function moveBlockTo(state: EditorState, block: Block, target: number): TransactionSpec | null {
  if (block.kind === "blank" || (target >= block.from && target <= block.to + 1)) return null;
  const isEnd = target >= state.doc.length;
  const below = isEnd ? null : blockAt(state, target);
  const indent = isList(block.kind) && below && isList(below.kind) ? below.indent : "";
  const text = reindent(state.doc.sliceString(block.from, block.to), block.indent, indent);
  const above = isEnd ? kindBefore(state, state.doc.length + 1) : kindBefore(state, target);
  const listed = isList(block.kind) && (isList(above) || (below !== null && isList(below.kind)));
  const between = (a: BlockKind, b: BlockKind) =>
    a === "blank" || b === "blank" || (listed && !needsGap(a, b)) ? "" : "\n";
  const cut = removal(state, blockRun(block));
  const atEnd = state.doc.length > 0 && state.doc.lineAt(state.doc.length).length > 0;
  const insert = isEnd
    ? `${atEnd ? "\n" : ""}${between(above, block.kind)}${text}`
    : `${between(above, block.kind)}${text}\n${between(block.kind, below?.kind ?? "blank")}`;
  const at = isEnd ? state.doc.length : target;
  const changes = state.changes([cut, { from: at, insert }]);
  const anchor = changes.mapPos(at, -1) + insert.indexOf(text);
  return { changes, selection: { anchor }, userEvent: "move.block" };
}
