/**
 * Keeps carets out of the hidden end of a link, where typing would break it. At the end of a line that ends with a link,
 * also keeps them out of its text, so that typing continues the line.
 */
import { syntaxTree } from "@codemirror/language";
import { EditorSelection, EditorState, type Extension, Prec } from "@codemirror/state";
import { type Command, keymap } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

type HiddenEnd = { readonly from: number; readonly to: number };

/** The range from the closing bracket of a link to its end, if it contains the position. */
function hiddenEnd(state: EditorState, at: number): HiddenEnd | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1);
  while (node && node.name !== "Link") node = node.parent;
  const from = node?.getChildren("LinkMark")[1]?.from ?? Infinity;
  return node && from <= at && at < node.to ? { from, to: node.to } : null;
}

const endsLine = (state: EditorState, { to }: HiddenEnd): boolean =>
  state.sliceDoc(to, state.doc.lineAt(to).to).trim() === "";

/** A caret coming from after the link goes to the end of its text, any other to after the link. */
const besideAddress = EditorState.transactionFilter.of((tr) => {
  if (!tr.selection || tr.docChanged) return tr;
  const { startState: state } = tr;
  const isPress = tr.isUserEvent("select.pointer");
  const { head } = state.selection.main;
  let moved = false;
  const ranges = tr.selection.ranges.map((range) => {
    const end = range.empty ? hiddenEnd(state, range.head) : null;
    const isMeant = end?.from === range.head && !(isPress && endsLine(state, end));
    if (!end || isMeant) return range;
    moved = true;
    return EditorSelection.cursor(head >= end.to && !isPress ? end.from : end.to);
  });
  return moved ? [tr, { selection: EditorSelection.create(ranges, tr.selection.mainIndex) }] : tr;
});

const toLineEnd: Command = (view) => {
  const { state } = view;
  const end = hiddenEnd(state, view.moveToLineBoundary(state.selection.main, true).head);
  if (!end || !endsLine(state, end)) return false;
  view.dispatch({ selection: { anchor: end.to }, scrollIntoView: true, userEvent: "select" });
  return true;
};

export const linkCaret: Extension = [
  besideAddress,
  Prec.high(
    keymap.of([
      { key: "End", run: toLineEnd },
      { mac: "Cmd-ArrowRight", run: toLineEnd },
      { mac: "Ctrl-e", run: toLineEnd },
    ]),
  ),
];
