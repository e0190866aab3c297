/** A change as its author asks for it, on the text that its author read. */
import { diffText } from "./diff.ts";
import { spliceLines, type LineError, type LineOperation } from "./lines.ts";
import { areValidSplices, type Splice } from "./splices.ts";

/** What to do to the text at `base`. Line ends are LF; other normalising is the caller's. */
export type Change =
  | ({ readonly kind: "lines" } & LineOperation)
  | { readonly kind: "body"; readonly content: string }
  | { readonly kind: "splices"; readonly splices: readonly Splice[] };

/** The splices of `text` that carry the change out, or why they cannot be. */
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

/** Lone surrogates cannot be stored as UTF-8; they become U+FFFD here, before anyone counts characters. */
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
