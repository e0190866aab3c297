/** A change as its author requested it, relative to the text that they read. */
import { diffText } from "./diff.ts";
import { spliceLines, type LineError, type LineOperation } from "./lines.ts";
import { areValidSplices, type Splice } from "./splices.ts";

/** The change to the text at `base`. Line ends are LF; callers do all other normalization. */
export type Change =
  | ({ readonly kind: "lines" } & LineOperation)
  | { readonly kind: "body"; readonly content: string }
  | { readonly kind: "splices"; readonly splices: readonly Splice[] };

/** The splices of `text` that apply the change, or the reason why it cannot be applied. */
export function planSplices(text: string, change: Change): Splice[] | LineError | { readonly code: "splice_invalid" } {
  switch (change.kind) {
    case "lines":
      return spliceLines(text, change);
    case "body":
      return diffText(text, change.content);
    case "splices":
      return areValidSplices(text, change.splices) ? [...change.splices] : { code: "splice_invalid" };
  }
}

/** Lone surrogates cannot be stored as UTF-8; they become U+FFFD here, before characters are counted. */
export function wellFormed(change: Change): Change {
  switch (change.kind) {
    case "lines":
      return change.operation === "delete" ? change : { ...change, content: change.content.toWellFormed() };
    case "body":
      return { ...change, content: change.content.toWellFormed() };
    case "splices":
      return { ...change, splices: change.splices.map((s) => ({ ...s, insert: s.insert.toWellFormed() })) };
  }
}
