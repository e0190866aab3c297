/**
 * Keys at the edges of a code block or formula: Mod-Enter continues below it; the arrow keys and a second Mod-End skip its
 * closing fence, where typing a letter would reopen the block; Mod-a selects its content before selecting all.
 */
import { EditorState, type Extension, type Line, Prec, type StateCommand } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { nodeAround } from "../line-lead.ts";

const FENCED = /^(?:FencedCode|BlockMath)$/;

/** The closed block around a position, with the lines of its fences. */
function closedBlock(state: EditorState, at: number): { node: SyntaxNode; first: Line; last: Line } | null {
  const node = nodeAround(state, at, FENCED) ?? nodeAround(state, at, FENCED, 1);
  const marks = node?.getChildren(node.name === "BlockMath" ? "MathMark" : "CodeMark") ?? [];
  const last = node && state.doc.lineAt(node.to);
  return node && last && marks.length === 2 && (marks[1]?.from ?? 0) >= last.from
    ? { node, first: state.doc.lineAt(node.from), last }
    : null;
}

export const leaveCode: StateCommand = ({ state, dispatch }) => {
  const block = nodeAround(state, state.selection.main.head, FENCED);
  if (state.readOnly || block === null) return false;
  const first = state.doc.lineAt(block.from);
  // Repeats quote marks; in a list item, replaces the marker with spaces.
  const lead = first.text.slice(0, block.from - first.from).replaceAll(/[^\s>]/g, " ");
  const fence = /^(`{3,}|~{3,}|\$\$)/.exec(first.text.slice(block.from - first.from))?.[0] ?? "";
  const last = state.doc.lineAt(block.to);
  const isClosed = last.number > first.number && last.text.slice(lead.length).startsWith(fence);
  const next = last.number < state.doc.lines ? state.doc.line(last.number + 1) : null;
  const isFree = next !== null && next.text.trim() === lead.trim();
  const closing = isClosed ? "" : `\n${lead}${fence}`;
  const below = isFree ? "" : `\n${lead}`;
  dispatch(
    state.update({
      changes: { from: last.to, insert: closing + below + (next === null || isFree ? "" : `\n${lead.trimEnd()}`) },
      selection: { anchor: isFree ? next.to + closing.length : last.to + closing.length + below.length },
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

/** Moves a caret that would land on the closing fence below it, or keeps it above. */
export const passFence = EditorState.transactionFilter.of((tr) => {
  const { startState: state } = tr;
  if (!tr.selection || tr.docChanged || !tr.isUserEvent("select") || !tr.selection.main.empty) return tr;
  const { head } = tr.selection.main;
  const block = closedBlock(state, head);
  if (!block || head < block.last.from || tr.selection.ranges.length > 1) return tr;
  const before = state.selection.main.head;
  const isLeaving = before >= block.node.from && before < block.last.from && !tr.isUserEvent("select.pointer");
  const goesBelow = isLeaving && block.last.number < state.doc.lines;
  return [tr, { selection: { anchor: goesBelow ? block.last.to + 1 : block.last.from - 1 } }];
});

/** The closed block around the caret, provided it ends the text. */
function lastBlock(state: EditorState): ReturnType<typeof closedBlock> {
  const { main } = state.selection;
  const block = main.empty ? closedBlock(state, main.head) : null;
  return block && block.last.to < state.doc.length ? null : block;
}

/** Down from the last line of a block that ends the text. */
function downAndOut(view: EditorView): boolean {
  const block = lastBlock(view.state);
  if (!block || view.moveVertically(view.state.selection.main, true).head < block.last.from) return false;
  return leaveCode(view);
}

/** At the end of the last block's content, Mod-End continues below it. */
export const endAndOut: StateCommand = (target) => {
  const block = lastBlock(target.state);
  return block !== null && target.state.selection.main.head === block.last.from - 1 && leaveCode(target);
};

export const selectCode: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  const block = closedBlock(state, main.head);
  if (!block || main.from <= block.first.to || main.to >= block.last.from) return false;
  const [anchor, head] = [block.first.to + 1, block.last.from - 1];
  if (anchor >= head || (main.from === anchor && main.to === head)) return false;
  dispatch(state.update({ selection: { anchor, head }, userEvent: "select" }));
  return true;
};

/** Takes precedence over the keys that add an empty line below, skip a block, or select all. */
export const codeKeys: Extension = [
  passFence,
  Prec.highest(
    keymap.of([
      { key: "Mod-Enter", run: leaveCode },
      { key: "ArrowDown", run: downAndOut },
      { key: "Mod-End", mac: "Cmd-ArrowDown", run: endAndOut },
      { key: "Mod-a", run: selectCode },
    ]),
  ),
];
