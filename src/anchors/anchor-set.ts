/** The anchors of one page in memory, carried from edit to edit. */
import type { Anchor } from "./anchor.ts";
import { QuoteIndex } from "./quote-index.ts";
import { RecentEdits } from "./recent-edits.ts";
import { Verifier, type Edit } from "./verify.ts";

export type { Edit } from "./verify.ts";

/** `step` verifies about so many anchors and returns those that differ from what positions alone give. */
export type Verification = { step(maxAnchors: number): Anchor[]; readonly isDone: boolean };

export class AnchorSet {
  readonly #anchors = new Map<string, Anchor>();
  /** The detached ones by their words. */
  readonly #index = new QuoteIndex();
  readonly #recent = new RecentEdits();
  #open: Steps | null = null;

  constructor(anchors: Iterable<Anchor>) {
    for (const anchor of anchors) this.add(anchor);
  }

  get size(): number {
    return this.#anchors.size;
  }

  [Symbol.iterator](): Iterator<Anchor> {
    return this.#anchors.values();
  }

  get(id: string): Anchor | undefined {
    return this.#anchors.get(id);
  }

  /** Adds an anchor, or replaces the one with its id. Its offsets refer to the text after the last edit. */
  add(anchor: Anchor): void {
    this.delete(anchor.id);
    this.#anchors.set(anchor.id, anchor);
    if (anchor.state === "detached") this.#index.add(anchor);
  }

  delete(id: string): void {
    const anchor = this.#anchors.get(id);
    if (anchor === undefined) return;
    this.#anchors.delete(id);
    this.#index.delete(anchor);
  }

  /**
   * Carries all anchors over an edit. Returns those whose place is not what positions alone give or whose state or words
   * changed, and those that an unfinished verification had still to return.
   */
  move(edit: Edit): Anchor[] {
    return this.begin(edit).step(Infinity);
  }

  /**
   * The same in steps. All offsets refer to the text after the edit at once; states and words do only when the
   * verification is done. If one is unfinished, this finishes it, and the first step returns its anchors too.
   */
  begin(edit: Edit): Verification {
    const unreported = this.#open?.step(Infinity) ?? [];
    const verifier = new Verifier(edit, this.#anchors, this.#index, this.#recent);
    return (this.#open = new Steps(verifier.run(), unreported, ({ id }) => this.#anchors.has(id)));
  }
}

class Steps implements Verification {
  readonly #steps: Iterator<Anchor | null, void>;
  readonly #exists: (anchor: Anchor) => boolean;
  #unreported: readonly Anchor[];
  #isDone = false;

  constructor(steps: Iterator<Anchor | null, void>, unreported: readonly Anchor[], exists: (a: Anchor) => boolean) {
    this.#steps = steps;
    this.#unreported = unreported;
    this.#exists = exists;
    this.#advance();
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  step(maxAnchors: number): Anchor[] {
    const changed = new Set(this.#unreported);
    this.#unreported = [];
    for (let i = 0; i < maxAnchors && !this.#isDone; i++) {
      const anchor = this.#advance();
      if (anchor) changed.add(anchor);
    }
    return [...changed].filter(this.#exists);
  }

  #advance(): Anchor | null {
    const { done, value } = this.#steps.next();
    this.#isDone = done === true;
    return value ?? null;
  }
}
