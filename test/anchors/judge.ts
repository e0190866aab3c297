/** Compares every anchor with the truth about its words. */
import type { Anchor } from "../../src/anchors/anchor.ts";
import { foldBlanks } from "../../src/anchors/blanks.ts";
import { fitOf } from "../../src/anchors/context.ts";
import { likenessOf } from "../../src/anchors/likeness.ts";
import type { Unit } from "./shadow.ts";
import type { Subject, World } from "./world.ts";

/**
 * `intact`: all units of the quote stand together, and the quote occurs once (`lone`) or more often (`twins`).
 * `edited`: some units are left. `gone`: none is.
 */
export type Situation = "intact lone" | "intact twins" | "edited" | "gone";

/**
 * `copy`: on a duplicate of its words. `twin`: on equal words with another origin; `plain twin`: although the original
 * context tells them apart. `other`: on other words. `retyped`: on the same words, typed anew where the old ones were.
 */
export type Place =
  | "right"
  | "imprecise"
  | "detached"
  | "copy"
  | "twin"
  | "plain twin"
  | "other"
  | "retyped"
  | "broken";

export type Verdict = { readonly situation: Situation; readonly place: Place; readonly subject: Subject };

/** Verdicts on all anchors of which the truth is known. The text must have been verified. */
export function judge(world: World): Verdict[] {
  const view = new View(world);
  return world.subjects
    .filter(({ isUncertain }) => !isUncertain)
    .map((subject) => ({ ...view.judge(subject), subject }));
}

/** A context that fits the right place better by more than this tells it from a twin. */
const CLEAR = 3;

class View {
  readonly #world: World;
  readonly #text: string;
  readonly #folded: string;
  readonly #visible: readonly Unit[];
  readonly #places: ReadonlyMap<Unit, number>;

  constructor(world: World) {
    this.#world = world;
    this.#text = world.text;
    this.#folded = foldBlanks(this.#text);
    this.#visible = world.shadow.visible;
    this.#places = new Map(this.#visible.map((unit, i) => [unit, i]));
  }

  judge(subject: Subject): { situation: Situation; place: Place } {
    const { anchor, units } = subject;
    const left = units.flatMap((unit) => this.#places.get(unit) ?? []);
    const isTogether = left.every((at, i) => i === 0 || at === (left[i - 1] ?? 0) + 1);
    const present = left.length === 0 ? "" : this.#text.slice(left[0], (left.at(-1) ?? 0) + 1);
    const isIntact = left.length === units.length && isTogether && foldBlanks(present) === foldBlanks(anchor.quote);
    const situation = isIntact
      ? this.#isLone(anchor)
        ? "intact lone"
        : "intact twins"
      : units.some((unit) => !unit.isGone && isSolid(unit))
        ? "edited"
        : "gone";
    if (anchor.from < 0 || anchor.from > anchor.to || anchor.to > this.#text.length)
      return { situation, place: "broken" };
    if (isIntact) return { situation, place: this.#placeOfIntact(subject, left) };
    return {
      situation,
      place: situation === "gone" ? this.#placeOfGone(subject) : this.#placeOfEdited(subject, present, isTogether),
    };
  }

  #placeOfIntact({ anchor, units }: Subject, left: readonly number[]): Place {
    if (anchor.state === "detached") return "detached";
    const on = this.#unitsAt(anchor).filter(isSolid);
    const own = new Set(units);
    const hits = on.filter((unit) => own.has(unit)).length;
    if (hits === on.length && hits === units.filter(isSolid).length) return "right";
    if (hits > 0) return "imprecise";
    if (this.#isOnCopy(anchor, units)) return "copy";
    if (!this.#isOnQuote(anchor)) return "other";
    const right = { from: left[0] ?? 0, to: (left.at(-1) ?? 0) + 1 };
    const fit = (range: typeof right) => fitOf(this.#text, range, anchor).exact;
    return fit(right) > fit(anchor) + CLEAR ? "plain twin" : "twin";
  }

  #placeOfGone({ anchor, units }: Subject): Place {
    if (anchor.state === "detached") return "detached";
    if (this.#isOnCopy(anchor, units)) return "copy";
    if (anchor.state === "changed" && units.some((unit) => this.#world.reworded.has(unit))) return "right";
    if (!this.#isOnQuote(anchor)) return "other";
    const [first] = units;
    const newest = Math.max(...units.map(({ id }) => id));
    const isNew = this.#unitsAt(anchor).every(({ id, copyOf }) => copyOf === 0 && id > newest);
    const gap = first === undefined ? 0 : this.#world.shadow.gapOf(first);
    return isNew && Math.abs(gap - anchor.from) <= anchor.quote.length + 8 ? "retyped" : "twin";
  }

  #placeOfEdited({ anchor, units }: Subject, present: string, isTogether: boolean): Place {
    const left = units.filter((unit) => !unit.isGone && isSolid(unit)).length;
    const isMost = left >= units.filter(isSolid).length / 2;
    // Words of which little is left, or little that resembles the quote, may be given up.
    if (anchor.state === "detached") return isMost && likenessOf(present, anchor.quote) >= 0.5 ? "detached" : "right";
    const own = new Set(units);
    const hits = this.#unitsAt(anchor).filter((unit) => own.has(unit) && isSolid(unit)).length;
    if (hits > 0) return hits >= 0.6 * left || !isTogether ? "right" : "imprecise";
    if (this.#isOnCopy(anchor, units)) return "copy";
    return this.#isOnQuote(anchor) ? "twin" : isMost ? "other" : "right";
  }

  #unitsAt({ from, to }: Anchor): readonly Unit[] {
    return this.#visible.slice(from, to);
  }

  #isOnQuote({ from, to, quote }: Anchor): boolean {
    return foldBlanks(this.#text.slice(from, to)) === foldBlanks(quote);
  }

  #isOnCopy(anchor: Anchor, units: readonly Unit[]): boolean {
    const origins = new Set(units.flatMap(({ id, copyOf }) => (copyOf === 0 ? [id] : [id, copyOf])));
    return this.#unitsAt(anchor).some(({ id, copyOf }) => origins.has(copyOf) || origins.has(id));
  }

  #isLone({ quote }: Anchor): boolean {
    const words = foldBlanks(quote);
    return this.#folded.indexOf(words) === this.#folded.lastIndexOf(words);
  }
}

const isSolid = ({ unit }: Unit): boolean => /\S/.test(unit);
