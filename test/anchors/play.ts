/** One simulated page: anchors, 25 random edits, and a verdict on every anchor after each verification. */
import { seededFractions } from "../support/seeded.ts";
import { judge, type Place, type Situation, type Verdict } from "./judge.ts";
import { excerptOf } from "./page-texts.ts";
import { peopleEdits } from "./people-edits.ts";
import { commentSomewhere } from "./places.ts";
import { toolEdits } from "./tool-edits.ts";
import { World, type Mode } from "./world.ts";

const EDITS = 25;
const MAX_ANCHORS = 20;

const ALL = { ...peopleEdits, ...toolEdits };

/** Verdicts are counted; `surprises` and `unreported` are those of `World`. */
export type Tally = {
  pages: number;
  edits: number;
  anchors: number;
  /** Anchors that the set no longer has. */
  missing: number;
  surprises: number;
  unreported: number;
  verdicts: Map<`${Situation}: ${Place}`, number>;
};

export const emptyTally = (): Tally => ({
  pages: 0,
  edits: 0,
  anchors: 0,
  missing: 0,
  surprises: 0,
  unreported: 0,
  verdicts: new Map(),
});

/** Plays the page of a seed and adds its verdicts. `onVerdict` hears of each one that differs from the anchor's last. */
export function play(
  seed: number,
  texts: readonly string[],
  mode: Mode,
  tally: Tally,
  onVerdict?: (verdict: Verdict, edit: string, world: World) => void,
): void {
  const random = seededFractions(seed);
  const world = new World(excerptOf(texts[seed % texts.length] ?? "", random), mode, random);
  const wanted = 1 + world.int(MAX_ANCHORS);
  for (let i = 0; i < 3 * wanted && world.subjects.length < wanted; i++) commentSomewhere(world);
  const names = Object.keys(ALL);
  const last = new Map<string, string>();
  let [edits, unverified] = [0, 0];
  // An edit that has nothing to work on is drawn again.
  for (let draw = 0; edits < EDITS && draw < 20 * EDITS; draw++) {
    const name = world.pick(names);
    const { revision } = world;
    ALL[name]?.(world);
    if (world.revision === revision) continue;
    edits++;
    if (mode === "composed" && name !== "restore" && ++unverified < 1 + world.int(4)) continue;
    unverified = 0;
    world.verify();
    for (const verdict of judge(world)) {
      const key = `${verdict.situation}: ${verdict.place}` as const;
      tally.verdicts.set(key, (tally.verdicts.get(key) ?? 0) + 1);
      const { id } = verdict.subject.anchor;
      if (last.get(id) !== key) onVerdict?.(verdict, name, world);
      last.set(id, key);
    }
    if (world.chance(0.25)) world.keepVersion();
  }
  tally.pages++;
  tally.edits += edits;
  tally.anchors += world.subjects.length;
  tally.missing += world.subjects.filter(({ anchor }) => world.anchors.get(anchor.id) !== anchor).length;
  tally.surprises += world.surprises;
  tally.unreported += world.unreported;
}
