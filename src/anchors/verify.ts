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
import { PageText } from "./page-text.ts";
import type { QuoteIndex } from "./quote-index.ts";
import { RangeMap } from "./range-map.ts";
import { RECENT_MS, type RecentEdits } from "./recent-edits.ts";
import { Regions } from "./regions.ts";
import { comesBack, movesToCopy, type Returning } from "./return.ts";
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
/** An edit with more insertions is not checked for text that was cut before. */
const MAX_PASTES = 50;

export class Verifier {
  readonly #edit: Edit;
  readonly #anchors: ReadonlyMap<string, Anchor>;
  readonly #index: QuoteIndex;
  readonly #recent: RecentEdits;
  readonly #before: PageText;
  readonly #after: PageText;
  readonly #map: RangeMap;
  readonly #lost: Anchor[] = [];

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
    if (this.#lost.length > FEW && !this.#map.inserted.isEmpty) this.#after.indexKeys(this.#index.keys());
    yield* this.#bringBack();
    yield* this.#placeLost();
    this.#recent.add(this.#edit.before, this.#after, this.#edit.splices, this.#map, this.#edit.at);
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
    if (this.#goesHome(anchor) || stay(touched, this.#after, this.#map)) return anchor;
    const { lost, gap } = this.#describeLost(touched);
    setDetached(anchor, gap, lost);
    this.#index.add(anchor);
    this.#lost.push(anchor);
    return null;
  }

  #describeLost({ anchor, old, mapped, contexts: [fresh] }: Touched): { lost: Lost; gap: number } {
    const words = anchor.state === "changed" ? wordsOf(this.#edit.before, old) : null;
    const lost = {
      ...fresh,
      words,
      wasOnly: this.#before.hasOnce(words ?? anchor.quote),
      piece: this.#removedPiece(old, mapped.largest),
    };
    return { lost, gap: mapped.from };
  }

  #removedPiece(old: Range, splice: Splice | null): RemovedPiece | null {
    if (splice === null) return null;
    const piece = trimBlanks(this.#edit.before, { from: splice.at, to: splice.at + splice.remove });
    const length = piece.to - piece.from;
    if (length === 0) return null;
    return { length, hash: this.#before.hash(piece), offset: old.from - piece.from, at: this.#edit.at };
  }

  /** Tries to bring back all detached anchors whose words or removed piece may be in the inserted text. */
  *#bringBack(): Generator<Anchor | null, void> {
    const { homes } = this.#edit;
    if (homes) for (const anchor of this.#index.anchors()) yield this.#goesHome(anchor) ? this.#found(anchor) : null;
    if (this.#index.size === 0 || this.#map.appeared.isEmpty) return;
    const own = this.#withoutPastes();
    for (const anchor of this.#candidates()) {
      const returning = this.#returning(anchor, own);
      yield returning && comesBack(returning) ? this.#found(anchor) : null;
    }
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

  /** Text that was cut within the last minute brings back only what was cut with it. */
  #withoutPastes(): Regions {
    const { appeared, inserted } = this.#map;
    if (inserted.list.length > MAX_PASTES) return appeared;
    return new Regions(appeared.list.filter((region) => !this.#recent.wasCut(this.#after, region)));
  }

  #returning(anchor: Anchor, regions: Regions): Returning | null {
    const { lost } = anchor;
    return lost && { anchor, lost, page: this.#after, inserted: this.#map.inserted, regions };
  }

  /** What this edit detached may be in it reworded, or was copied before. */
  *#placeLost(): Generator<Anchor | null, void> {
    const copies = new Regions(this.#recent.copies);
    let searches = 0;
    for (const anchor of this.#lost) {
      const returning = this.#returning(anchor, this.#map.inserted);
      if (returning === null || this.#anchors.get(anchor.id) !== anchor) continue;
      const isFound =
        (searches++ < MAX_REWORDED && findReworded(returning)) ||
        (!copies.isEmpty && movesToCopy({ ...returning, regions: copies }));
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
