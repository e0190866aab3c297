/** The part of a text that a suggestion is asked for; it keeps its place while the text around it changes. */
import { type ChangeDesc, type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";
import { MAX_AROUND, type SuggestionRequest } from "../../../../kernel/suggestion.ts";

export type AskedRange = {
  readonly from: number;
  readonly to: number;
  /** The text when it was asked about. */
  readonly text: string;
};

/** The selection, else the line of the caret. */
export function rangeToAsk({ doc, selection: { main } }: EditorState): AskedRange {
  const line = doc.lineAt(main.head);
  const isBlank = line.text.trim() === "";
  const [from, to] = !main.empty ? [main.from, main.to] : isBlank ? [main.head, main.head] : [line.from, line.to];
  return { from, to, text: doc.sliceString(from, to) };
}

/** Text that is written next to the range stays outside; in an empty range there is no next to it. */
export function mapRange(range: AskedRange, changes: ChangeDesc): AskedRange {
  const isEmpty = range.from === range.to;
  const from = changes.mapPos(range.from, isEmpty ? -1 : 1);
  return { ...range, from, to: Math.max(from, changes.mapPos(range.to, isEmpty ? 1 : -1)) };
}

export const hasChanged = ({ doc }: EditorState, { from, to, text }: AskedRange): boolean =>
  doc.sliceString(from, to) !== text;

/** The text of a request. What is before and after the range is cut without dividing a character. */
export function textsOf({ doc }: EditorState, { from, to, text }: AskedRange): Omit<SuggestionRequest, "action"> {
  const before = doc.sliceString(Math.max(0, from - MAX_AROUND), from).replace(/^[\uDC00-\uDFFF]/, "");
  const after = doc.sliceString(to, to + MAX_AROUND).replace(/[\uD800-\uDBFF]$/, "");
  return { text, before, after };
}

export const setAsked = StateEffect.define<AskedRange | null>();

const highlight = Decoration.mark({ class: "ed-asked" });

export const askedRange = StateField.define<AskedRange | null>({
  create: () => null,
  update: (range, { effects, docChanged, changes }) => {
    for (const effect of effects) if (effect.is(setAsked)) return effect.value;
    return range !== null && docChanged ? mapRange(range, changes) : range;
  },
  provide: (field): Extension =>
    EditorView.decorations.from(field, (range) =>
      range === null || range.from === range.to
        ? Decoration.none
        : Decoration.set(highlight.range(range.from, range.to)),
    ),
});
