/**
 * Deletes a word as displayed: hidden marks between the letters do not count, stay around what is left of the word, and
 * are removed with its last letter.
 */
import { CharCategory, type EditorState, type Extension, Prec, type StateCommand } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { lineLead } from "../line-lead.ts";
import { treeTo } from "./command.ts";
import type { Span } from "./inline.ts";

const MARKED = /^(?:StrongEmphasis|Emphasis|Strikethrough|Highlight|InlineCode|Link)$/;

type Marked = Span & { readonly start: number; readonly end: number };

/** The formatted spans on a line; a link's closing mark is everything from the bracket after its text on. */
function markedOn(state: EditorState, from: number, to: number): Marked[] {
  const found: Marked[] = [];
  const add = (node: SyntaxNode): void => {
    const [open, close] = [node.firstChild, node.name === "Link" ? node.getChildren("LinkMark")[1] : node.lastChild];
    if (open && close && open.to <= close.from)
      found.push({ from: node.from, to: node.to, start: open.to, end: close.from });
  };
  treeTo(state, to).iterate({ from, to, enter: ({ name, node }) => void (MARKED.test(name) && add(node)) });
  return found;
}

/** Merges consecutive letter positions into ranges. */
function rangesOf(letters: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const at of letters) {
    const last = ranges.at(-1);
    if (last?.to === at) last.to = at + 1;
    else ranges.push({ from: at, to: at + 1 });
  }
  return ranges;
}

/** The letters from the caret to the end of the word in one direction, including spaces before it. */
function wordFrom(state: EditorState, letters: readonly number[]): number[] {
  const categorize = state.charCategorizer(state.selection.main.head);
  const kinds = letters.map((at) => {
    const char = state.sliceDoc(at, at + 1);
    // Both halves of a surrogate pair are of the same category.
    return /[\ud800-\udfff]/.test(char) ? CharCategory.Word : categorize(char);
  });
  const start = kinds.findIndex((kind) => kind !== CharCategory.Space);
  if (start < 0) return [...letters];
  const end = kinds.findIndex((kind, index) => index > start && kind !== kinds[start]);
  return letters.slice(0, end < 0 ? letters.length : end);
}

export const deleteWord =
  (direction: -1 | 1): StateCommand =>
  ({ state, dispatch }) => {
    const { main, ranges } = state.selection;
    if (state.readOnly || !main.empty || ranges.length > 1) return false;
    const line = state.doc.lineAt(main.head);
    const [from, to] =
      direction < 0 ? [lineLead(state, main.head)?.textFrom ?? line.from, main.head] : [main.head, line.to];
    const marked = markedOn(state, line.from, line.to);
    const isMark = (at: number): boolean =>
      marked.some((each) => (at >= each.from && at < each.start) || (at >= each.end && at < each.to));
    const letters = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index).filter(
      (at) => !isMark(at),
    );
    // Without a mark in between, CodeMirror's own word deletion works.
    if (letters.length === 0 || letters.length === to - from) return false;
    const gone = new Set(wordFrom(state, direction < 0 ? letters.toReversed() : letters));
    const isGone = ({ start, end }: Marked): boolean => {
      for (let at = start; at < end; at++) if (!gone.has(at) && !isMark(at)) return false;
      return true;
    };
    for (const each of marked.filter((one) => one.start < one.end && isGone(one)))
      for (let at = each.from; at < each.to; at++) gone.add(at);
    const changes = state.changes(rangesOf([...gone].toSorted((a, b) => a - b)));
    const anchor = changes.mapPos(direction < 0 ? Math.min(...gone) : main.head, -1);
    const userEvent = direction < 0 ? "delete.backward" : "delete.forward";
    dispatch(state.update({ changes, selection: { anchor }, scrollIntoView: true, userEvent }));
    return true;
  };

export const wordKeys: Extension = Prec.high(
  keymap.of([
    { key: "Mod-Backspace", mac: "Alt-Backspace", run: deleteWord(-1) },
    { key: "Mod-Delete", mac: "Alt-Delete", run: deleteWord(1) },
  ]),
);
