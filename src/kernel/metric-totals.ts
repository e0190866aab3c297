/** Counters that only grow, for monitoring systems that compute rates themselves. */
import type { Instant } from "./clock.ts";
import type { Counted } from "./collected-metrics.ts";
import { addUp, emptyTally, type Tally } from "./tally.ts";
import type { MeasuredKind } from "./measured-kind.ts";

export type NamedTotals = Readonly<Record<string, Tally>>;

export type MetricTotals = {
  /** When counting began; null before. */
  readonly since: Instant | null;
  readonly kinds: Readonly<Partial<Record<MeasuredKind, NamedTotals>>>;
};

/** Names per kind; later ones are counted together. */
const MAX_NAMES = 256;
const OTHER = "(other)";

/** Names of the kinds that are counted as a whole, and of those whose names come from code or configuration. */
const groupOf = ({ kind, name }: Counted): string | null => {
  if (kind === "query") return name.startsWith("search: ") ? "search" : "main";
  // Anybody can report events under any name.
  return kind === "event" ? null : name;
};

export class TotalCounters {
  since: Instant | null;
  readonly #kinds: Partial<Record<MeasuredKind, Record<string, Tally>>>;

  constructor({ since, kinds }: MetricTotals = { since: null, kinds: {} }) {
    this.since = since;
    this.#kinds = structuredClone(kinds);
  }

  add(counted: readonly Counted[], now: Instant): void {
    if (counted.length > 0) this.since ??= now;
    for (const each of counted) {
      const group = groupOf(each);
      if (group === null) continue;
      const names = (this.#kinds[each.kind] ??= {});
      const isKnown = Object.hasOwn(names, group) || Object.keys(names).length < MAX_NAMES;
      addUp((names[isKnown ? group : OTHER] ??= emptyTally()), each.tally);
    }
  }

  read(): MetricTotals {
    return { since: this.since, kinds: this.#kinds };
  }
}
