/** Attributes changes to authors: the colour and the name of each author of a comparison. */
import { words } from "../../../words/history.ts";
import { element } from "../ui/dom.ts";
import { blameOf, type Stage } from "./blame.ts";

/** Number of author colours in the style sheet. */
const COLOURS = 6;

export class Authors {
  readonly names: readonly string[];
  readonly #added: readonly number[];
  readonly #removed: readonly number[];

  /** `stages` are the versions after the first text, each with the index of its author in `names`. */
  constructor(names: readonly string[], first: string, stages: readonly Stage[]) {
    this.names = names;
    // A single author made every change.
    const blame = names.length > 1 ? blameOf(first, stages) : { added: [], removed: [] };
    this.#added = blame.added;
    this.#removed = blame.removed;
  }

  /** The author of the text added at an offset of the last text. */
  ofAdded(at: number): number {
    return Math.max(0, this.#added[at] ?? 0);
  }

  /** Splits the text added between two offsets of the last text into parts of one author each. */
  parts(from: number, to: number): { readonly from: number; to: number; readonly author: number }[] {
    const parts: { from: number; to: number; author: number }[] = [];
    for (let at = from; at < to; at++) {
      const author = this.ofAdded(at);
      const last = parts.at(-1);
      if (last?.author === author) last.to = at + 1;
      else parts.push({ from: at, to: at + 1, author });
    }
    return parts;
  }

  /** The author who removed the text at an offset of the first text. */
  ofRemoved(at: number): number {
    return Math.max(0, this.#removed[at] ?? 0);
  }

  /** An `ins` or `del` element with its author's name and colour. */
  mark(tag: "ins" | "del", author: number): HTMLElement {
    const name = this.names[author] ?? "";
    const title = tag === "ins" ? words.addedBy(name) : words.removedBy(name);
    return element(tag, { class: classOf(author), title });
  }
}

export const classOf = (author: number): string => `author-${author % COLOURS}`;
