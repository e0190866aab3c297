/** Incrementally parses the code of a fence after each change, and pauses when it takes too long. */
import { type Parser, type PartialParse, type Tree, TreeFragment } from "@lezer/common";
import { highlightTree } from "@lezer/highlight";
import { tokenColours } from "./token-colours.ts";

export type Token = { readonly from: number; readonly to: number; readonly className: string };

export function tokensOf(tree: Tree): readonly Token[] {
  const tokens: Token[] = [];
  highlightTree(tree, tokenColours, (from, to, className) => tokens.push({ from, to, className }));
  return tokens;
}

/** The changed range between two texts: everything between their common prefix and suffix. */
export function changedRange(
  before: string,
  after: string,
): { fromA: number; toA: number; fromB: number; toB: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { fromA: start, toA: before.length - end, fromB: start, toB: after.length - end };
}

export class CodeParse {
  #fragments: readonly TreeFragment[] = [];
  #text = "";
  #pending: PartialParse | null = null;
  tokens: readonly Token[] = [];

  constructor(private readonly parser: Parser) {}

  get isDone(): boolean {
    return this.#pending === null;
  }

  /** Sets the text and parses until `deadline`, measured by `now`; returns false if there is more to do. */
  update(text: string, deadline: number, now: () => number): boolean {
    if (text !== this.#text || (this.#fragments.length === 0 && this.#pending === null)) {
      this.#fragments = TreeFragment.applyChanges(this.#fragments, [changedRange(this.#text, text)]);
      this.#text = text;
      this.#pending = this.parser.startParse(text, this.#fragments);
    }
    while (this.#pending !== null) {
      const tree = this.#pending.advance();
      if (tree !== null) {
        this.#pending = null;
        this.#fragments = TreeFragment.addTree(tree, this.#fragments);
        this.tokens = tokensOf(tree);
      } else if (now() > deadline) return false;
    }
    return true;
  }
}
