/** What happens in a simulation: rounds of operations that overlap, and the time between rounds. */
import { mix } from "./platform/draws.ts";
import type { Step } from "../model/steps.ts";

export const KINDS = ["type", "leave", "insert", "replace", "tool", "several", "history", "structure", "withdraw", "purge", "sharing", "create", "message", "upload", "uploadParts", "importArchive", "credential", "read"] as const; // oxfmt-ignore
export type Kind = (typeof KINDS)[number];

export type Operation = {
  readonly number: number;
  readonly kind: Kind;
  /** When it starts, in ms after the start of its round. */
  readonly at: number;
  readonly isolate: number;
  /** Choices of its targets, each taken modulo the number of options. */
  readonly step: Step;
};
export type Round = {
  readonly operations: readonly Operation[];
  readonly pause: number;
  /** The part of the platform that loses many calls until the next round; usually none. */
  readonly outage: Outage | null;
};

const WEIGHTS: Readonly<Record<Kind, number>> = { type: 10, leave: 1, insert: 5, replace: 5, tool: 4, several: 2, history: 1, structure: 7, withdraw: 3, purge: 3, sharing: 2, create: 2, message: 3, upload: 3, uploadParts: 2, importArchive: 1, credential: 2, read: 2 }; // oxfmt-ignore
const LIST = KINDS.flatMap((kind) => Array<Kind>(WEIGHTS[kind]).fill(kind));
const EXCLUSIVE: ReadonlySet<Kind> = new Set(["structure", "withdraw", "purge", "sharing", "create"]);

/** Mostly short pauses, some long enough for caches to expire, and a few for background work. */
function pauseOf(draw: number): number {
  const kind = draw % 16;
  if (kind < 10) return (draw >>> 4) % 3_000;
  if (kind < 14) return 5_000 + ((draw >>> 4) % 40_000);
  return 60_000 + ((draw >>> 4) % 600_000);
}

const OUTAGES = ["queue", "database", "PAGE_ROOM", "bucket"] as const;
export type Outage = (typeof OUTAGES)[number];
const outageOf = (draw: number): Outage | null =>
  draw % 4 === 0 ? (OUTAGES[(draw >>> 4) % OUTAGES.length] ?? null) : null;

/** A round has at most one operation on the tree, so that the model knows the state before and after it. */
export function planOf(seed: number, count: number): Round[] {
  const rounds: Round[] = [];
  let number = 1;
  while (number <= count) {
    const size = 1 + (mix(seed, rounds.length, 1) % 4);
    const operations: Operation[] = [];
    // In half of the rounds, everybody turns to the same page at almost the same time.
    const shared = mix(seed, rounds.length, 3);
    const isFocused = shared % 2 === 0;
    for (; operations.length < size && number <= count; number += 1) {
      const draw = (what: number): number => mix(seed, number, what);
      let kind = LIST[draw(10) % LIST.length] ?? "read";
      if (EXCLUSIVE.has(kind) && operations.some((other) => EXCLUSIVE.has(other.kind))) kind = "insert";
      const step: Step = [
        (isFocused ? shared >>> 4 : draw(11)) & 65_535,
        draw(12) & 65_535,
        draw(13) & 65_535,
        draw(14) & 65_535,
        draw(15) & 65_535,
      ];
      operations.push({ number, kind, step, at: draw(16) % (isFocused ? 60 : 400), isolate: draw(17) % 2 });
    }
    rounds.push({
      operations,
      pause: pauseOf(mix(seed, rounds.length, 2)),
      outage: outageOf(mix(seed, rounds.length, 4)),
    });
  }
  return rounds;
}
