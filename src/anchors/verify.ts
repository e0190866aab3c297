/** One edit of the text: moves all anchors by position, then verifies those whose words the edit may concern. */
import type { Splice } from "../realtime/splices.ts";
import {
  contextAround,
  setAnchored,
  setDetached,
  wordsOf,
  type Anchor,
  type Lost,
  type RemovedPiece,
} from "./anchor.ts";
import { foldBlanks, trimBlanks, type Range } from "./blanks.ts";
import { Insertions } from "./insertions.ts";
import { PageText } from "./page-text.ts";
import { Pieces } from "./pieces.ts";
import type { QuoteIndex } from "./quote-index.ts";
import { RangeMap } from "./range-map.ts";
import { RECENT_MS, type RecentEdits } from "./recent-edits.ts";
import { comesBack, movesToCopy, rivalOf, type Returning } from "./return.ts";
import { findReworded } from "./reworded.ts";
import { stay, type Touched } from "./stay.ts";

export type Edit = {
  readonly before: string;
  readonly after: string;
  /** Their offsets refer to `before`. */
  readonly splices: readonly Splice[];
  /** When the edit was made (ms since the epoch). */
  readonly at: number;
  /**
   * When a version is restored: ranges of the restored text where an anchor once had exactly its words, latest first.
   * One whose text equals the quote is taken without any search.
   */
  readonly homes?: (anchor: Anchor) => Iterable<Range>;
};

/** More lost anchors than this are searched by an index of the whole text. */
const FEW = 20;
/** Anchors of one edit that are searched for rewording elsewhere. */
const MAX_REWORDED = 100;
/** Text (units) that replaced the words of an anchor is its gap only up to this length. */
const MAX_GAP = 400;

export class Verifier {
  readonly #edit: Edit;
  readonly #anchors: ReadonlyMap<string, Anchor>;
  readonly #index: QuoteIndex;
  readonly #recent: RecentEdits;
  readonly #before: PageText;
  readonly #after: PageText;
  readonly #map: RangeMap;
  #known: Insertions | null = null;
  /** What this edit detached, and the text that replaced its words. */
  readonly #lost = new Map<Anchor, Range | undefined>();

  /** `anchors` may lose some while this runs. */
  constructor(edit: Edit, anchors: ReadonlyMap<string, Anchor>, index: QuoteIndex, recent: RecentEdits) {
    this.#edit = edit;
    this.#anchors = anchors;
    this.#index = index;
    this.#recent = recent;
    this.#before = new PageText(edit.before);
    this.#after = new PageText(edit.after);
    this.#map = new RangeMap(edit.splices);
  }

  /**
   * The first iteration moves the anchors. Each of the others does a bounded part of the verification and yields the
   * anchor that it changed, or null. Detached anchors come last, when it is certain that they have no other place.
   */
  *run(): Generator<Anchor | null, void> {
    const touched = this.#moveAll();
    this.#recent.advance(this.#map, this.#edit.at);
    yield null;
    for (const each of touched) yield this.#verify(each);
    if (this.#lost.size > FEW && !this.#map.inserted.isEmpty) this.#after.indexKeys(this.#index.keys());
    yield* this.#bringBack();
    yield* this.#placeLost();
    this.#recent.add(this.#edit.before, this.#edit.splices, this.#map, this.#edit.at);
  }

  /** Moves all anchors by position and returns those to verify. */
  #moveAll(): Touched[] {
    const touched: Touched[] = [];
    for (const anchor of this.#anchors.values()) {
      const old = { from: anchor.from, to: anchor.to };
      const mapped = this.#map.map(old);
      [anchor.from, anchor.to] = [mapped.from, mapped.to];
      if (anchor.state === "detached" || !this.#concerns(anchor, old, mapped.isTouched)) continue;
      touched.push({ anchor, old, mapped, contexts: [contextAround(this.#edit.before, old), anchor] });
    }
    return touched;
  }

  /** Text inserted near changed words may contain the whole quote. */
  #concerns({ state, quote }: Anchor, old: Range, isTouched: boolean): boolean {
    if (isTouched || state !== "changed") return isTouched;
    return this.#edit.homes !== undefined || this.#map.insertsNear(old, quote.length);
  }

  #verify(touched: Touched): Anchor | null {
    const { anchor } = touched;
    if (this.#anchors.get(anchor.id) !== anchor) return null;
    const { state, now } = anchor;
    if (this.#goesHome(anchor) || stay(touched, this.#after, () => this.#insertions.forLostNow)) {
      const { mapped } = touched;
      const isMoved = !mapped.isSure || anchor.from !== mapped.from || anchor.to !== mapped.to;
      return isMoved || anchor.state !== state || anchor.now !== now ? anchor : null;
    }
    const { lost, gap } = this.#describeLost(touched);
    setDetached(anchor, gap, lost);
    this.#index.add(anchor);
    const { gap: replaced } = touched.mapped;
    this.#lost.set(anchor, replaced.to - replaced.from <= MAX_GAP ? replaced : undefined);
    return null;
  }

  #describeLost({ anchor, old, mapped, contexts: [fresh] }: Touched): { lost: Lost; gap: number } {
    const words = anchor.state === "changed" ? wordsOf(this.#edit.before, old) : null;
    const lost = {
      ...fresh,
      words,
      rival: rivalOf(this.#before, old, words ?? anchor.quote, fresh),
      piece: this.#removedPiece(old, mapped.largest),
    };
    return { lost, gap: mapped.from };
  }

  #removedPiece(old: Range, splice: Splice | null): RemovedPiece | null {
    if (splice === null) return null;
    const piece = trimBlanks(this.#edit.before, { from: splice.at, to: splice.at + splice.remove });
    const length = piece.to - piece.from;
    if (length === 0) return null;
    const [hash, blanks] = [this.#before.hash(piece), splice.remove - length];
    return { length, hash, blanks, offset: old.from - piece.from, at: this.#edit.at };
  }

  /** Tries to bring back all detached anchors whose words or removed piece may be in the inserted text. */
  *#bringBack(): Generator<Anchor | null, void> {
    const { homes } = this.#edit;
    if (homes) for (const anchor of this.#index.anchors()) yield this.#goesHome(anchor) ? this.#found(anchor) : null;
    if (this.#index.size === 0 || this.#map.appeared.isEmpty) return;
    for (const anchor of this.#candidates()) {
      const returning = this.#returning(anchor);
      yield returning && comesBack(returning, this.#insertions) ? this.#found(anchor) : null;
    }
  }

  get #insertions(): Insertions {
    const { splices } = this.#edit;
    return (this.#known ??= new Insertions(this.#before, this.#after, splices, this.#map, this.#recent));
  }

  #candidates(): Set<Anchor> {
    const { at } = this.#edit;
    const found = new Set<Anchor>();
    const isRecent = ({ lost, quote }: Anchor) => quote === "" || (lost?.piece && at - lost.piece.at <= RECENT_MS);
    for (const anchor of this.#index.anchors()) if (isRecent(anchor)) found.add(anchor);
    if (this.#after.isIndexed) for (const anchor of this.#index.occurringIn(this.#after)) found.add(anchor);
    else
      for (const range of this.#map.appeared.widened(this.#index.longest + 16, this.#edit.after.length))
        for (const anchor of this.#index.beginningIn(this.#after, range)) found.add(anchor);
    return found;
  }

  #returning(anchor: Anchor): Returning | null {
    const { lost } = anchor;
    return lost && { anchor, lost, gap: this.#lost.get(anchor), page: this.#after, at: this.#edit.at };
  }

  /** What this edit detached may be in it reworded, or was copied before. */
  *#placeLost(): Generator<Anchor | null, void> {
    const copies = new Pieces(this.#after, this.#recent.copies);
    let searches = 0;
    for (const anchor of this.#lost.keys()) {
      const returning = this.#returning(anchor);
      if (returning === null || this.#anchors.get(anchor.id) !== anchor) continue;
      const isFound =
        (searches++ < MAX_REWORDED && findReworded(returning, this.#map.inserted)) || movesToCopy(returning, copies);
      yield isFound ? this.#found(anchor) : anchor;
    }
  }

  #found(anchor: Anchor): Anchor {
    this.#index.delete(anchor);
    return anchor;
  }

  #goesHome(anchor: Anchor): boolean {
    if (this.#edit.homes === undefined || anchor.quote === "") return false;
    for (const home of this.#edit.homes(anchor)) {
      const isIn = home.from >= 0 && home.from < home.to && home.to <= this.#edit.after.length;
      if (!isIn || foldBlanks(this.#edit.after.slice(home.from, home.to)) !== foldBlanks(anchor.quote)) continue;
      setAnchored(anchor, trimBlanks(this.#edit.after, home));
      return true;
    }
    return false;
  }
}
