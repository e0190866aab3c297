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
  /** Whether the main database is restored before a later round to what it contains when this one starts. */
  readonly isKept: boolean;
  readonly isRestored: boolean;
  /** A machine whose clock jumps before the round; usually none. */
  readonly jump: Jump | null;
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
  return 60_000 + ((draw >>> 4) % 300_000);
}

const OUTAGES = ["queue", "database", "PAGE_ROOM", "bucket"] as const;
export type Outage = (typeof OUTAGES)[number];
const outageOf = (draw: number): Outage | null =>
  draw % 4 === 0 ? (OUTAGES[(draw >>> 4) % OUTAGES.length] ?? null) : null;

/** Both isolates of the Worker run on machines of their own, and the objects on the other four. */
export const MACHINES = 6;
export type Jump = { readonly machine: number; readonly offset: number };

/** How far clocks are from the true time (ms), in either direction: from what happens to what must not. */
const OFFSETS = [800, 4_000, 30_000, 300_000, 3_600_000];

/** In one seed of four, a clock jumps before every third round or so. */
function jumpOf(seed: number, round: number): Jump | null {
  const draw = mix(seed, round, 5);
  if (mix(seed, 0xc10c) % 4 !== 0 || draw % 3 !== 0) return null;
  const offset = OFFSETS[(draw >>> 8) % OFFSETS.length] ?? 0;
  return { machine: (draw >>> 4) % MACHINES, offset: (draw >>> 16) % 2 === 0 ? offset : -offset };
}

/** In one seed of four, the round to which the main database is restored, and the one before which that happens. */
function restorationOf(seed: number, count: number): readonly [to: number, before: number] | null {
  if (mix(seed, 0xd1) % 4 !== 0 || count < 3) return null;
  const to = mix(seed, 0xd1, 1) % (count - 2);
  return [to, to + 1 + (mix(seed, 0xd1, 2) % Math.min(8, count - to - 1))];
}

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
      isKept: false,
      isRestored: false,
      jump: jumpOf(seed, rounds.length),
      outage: outageOf(mix(seed, rounds.length, 4)),
    });
  }
  const [to, before] = restorationOf(seed, rounds.length) ?? [];
  return rounds.map((round, index) => ({ ...round, isKept: index === to, isRestored: index === before }));
}
