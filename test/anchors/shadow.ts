/** A page's text as units with identity: it knows where every character of a quote went, whatever the text says. */
import { diffText } from "../../src/realtime/diff.ts";

/** `copyOf` is the id of the unit of which this is a duplicate, or 0. */
export type Unit = { readonly id: number; unit: string; isGone: boolean; readonly copyOf: number };

/** A unit and its character at the time of a version. */
export type Kept = { readonly unit: Unit; readonly character: string };

export class Shadow {
  /** Removed units stay in place: an undo brings them back. */
  #units: Unit[] = [];
  #visible: Unit[] | null = null;
  #next = 1;

  constructor(text: string) {
    this.insert(0, text);
  }

  get visible(): readonly Unit[] {
    return (this.#visible ??= this.#units.filter(({ isGone }) => !isGone));
  }

  get text(): string {
    return this.visible.map(({ unit }) => unit).join("");
  }

  get version(): Kept[] {
    return this.visible.map((unit) => ({ unit, character: unit.unit }));
  }

  insert(at: number, text: string, copied: readonly number[] = []): Unit[] {
    const made = text
      .split("")
      .map((unit, i): Unit => ({ id: this.#next++, unit, isGone: false, copyOf: copied[i] ?? 0 }));
    this.#insertUnits(at, made);
    return made;
  }

  remove(at: number, length: number): Unit[] {
    const removed = this.visible.slice(at, at + length);
    this.setGone(removed, true);
    return removed;
  }

  setGone(units: readonly Unit[], isGone: boolean): void {
    for (const unit of units) unit.isGone = isGone;
    this.#visible = null;
  }

  /** Puts removed units back, at another place. */
  paste(at: number, units: readonly Unit[]): void {
    const moved = new Set(units);
    this.#units = this.#units.filter((unit) => !moved.has(unit));
    this.#visible = null;
    this.#insertUnits(at, units);
    this.setGone(units, false);
  }

  /** Changes characters one by one: case, or spaces into line feeds. */
  respell(at: number, text: string): void {
    this.visible.slice(at, at + text.length).forEach((unit, i) => (unit.unit = text[i] ?? ""));
  }

  /** Offset of the gap that a removed unit left. */
  gapOf(first: Unit): number {
    let at = 0;
    for (const unit of this.#units) {
      if (unit === first) break;
      if (!unit.isGone) at++;
    }
    return at;
  }

  restore(version: readonly Kept[]): void {
    const kept = new Set(version.map(({ unit }) => unit));
    const behind = new Map<Unit | null, Unit[]>();
    let last: Unit | null = null;
    for (const unit of this.#units) {
      if (kept.has(unit)) last = unit;
      else {
        unit.isGone = true;
        behind.set(last, [...(behind.get(last) ?? []), unit]);
      }
    }
    const units = [...(behind.get(null) ?? [])];
    for (const { unit, character } of version) {
      unit.isGone = false;
      unit.unit = character;
      units.push(unit, ...(behind.get(unit) ?? []));
    }
    this.#units = units;
    this.#visible = null;
  }

  /** Changes to the result of a merge that was not planned. Returns the removed units and the lines with new ones. */
  follow(text: string): { readonly gone: ReadonlySet<Unit>; readonly made: readonly string[] } {
    const splices = diffText(this.text, text);
    const gone = new Set<Unit>();
    const made: string[] = [];
    for (const { at, remove, insert } of splices.toReversed()) {
      for (const unit of this.remove(at, remove)) gone.add(unit);
      this.insert(at, insert);
      const from = text.lastIndexOf("\n", at - 1);
      made.push(this.text.slice(Math.max(0, from), at + insert.length + 200));
    }
    return { gone, made };
  }

  #insertUnits(at: number, units: readonly Unit[]): void {
    const next = this.visible[at];
    const index = next === undefined ? this.#units.length : this.#units.indexOf(next);
    this.#units = [...this.#units.slice(0, index), ...units, ...this.#units.slice(index)];
    this.#visible = null;
  }
}
