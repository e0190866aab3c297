/** Ranges of whole top-level blocks with the blank lines around them: the units that are drawn together. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Text } from "@codemirror/state";
import type { ViewUpdate } from "@codemirror/view";
import type { Tree } from "@lezer/common";
import { addInterval, type Interval } from "./intervals.ts";

/** The blocks that a range touches. */
export function blocksAround(tree: Tree, doc: Text, { from, to }: Interval): Interval {
  const first = tree.topNode.childAfter(from - 1);
  const before = first ? first.prevSibling : tree.topNode.lastChild;
  const start = before && before.to < from ? Math.min(doc.lineAt(before.to).to + 1, doc.length) : 0;
  const last = tree.topNode.childAfter(to - 1);
  const after = last && doc.lineAt(last.from).from <= to ? last.nextSibling : last;
  const end = after ? Math.max(doc.lineAt(after.from).from - 1, start) : doc.length;
  return { from: Math.min(start, from), to: Math.max(end, to) };
}

/** How far the syntax is final: in a text that is still being parsed, the last block may continue. */
export function knownUntil(state: EditorState): number {
  const tree = syntaxTree(state);
  if (tree.length >= state.doc.length) return state.doc.length;
  const last = tree.topNode.lastChild;
  return last ? Math.max(0, state.doc.lineAt(last.from).from - 1) : 0;
}

/**
 * The ranges whose appearance may have changed: the blocks touched by each change, before and after it. If the next block
 * differs from before, for example after an opened fence, everything after it may have changed.
 */
export function changedBlocks({ startState, state, changes }: ViewUpdate): readonly Interval[] {
  const [before, after] = [syntaxTree(startState), syntaxTree(state)];
  const back = changes.invertedDesc;
  const widen = (doc: Text, from: number, to: number) => ({
    from: Math.max(0, from - 1),
    to: Math.min(doc.length, to + 1),
  });
  let blocks: readonly Interval[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const old = blocksAround(before, startState.doc, widen(startState.doc, fromA, toA));
    const now = blocksAround(after, state.doc, widen(state.doc, fromB, toB));
    const from = Math.min(now.from, changes.mapPos(old.from, -1));
    const to = Math.max(now.to, changes.mapPos(old.to, 1));
    const [nextNow, nextOld] = [after.topNode.childAfter(to), before.topNode.childAfter(back.mapPos(to, 1))];
    const isSame =
      nextNow?.name === nextOld?.name &&
      (!nextNow ||
        !nextOld ||
        (changes.mapPos(nextOld.from, 1) === nextNow.from && changes.mapPos(nextOld.to, 1) >= nextNow.to));
    blocks = addInterval(blocks, { from, to: isSame ? to : state.doc.length });
  });
  return blocks;
}
