/**
 * Random edits of pages that have anchors, by two people with undo and by tools: anchors stay on their words.
 * `npm run proofs` sets `ANCHOR_PAGES` and draws new pages; `PROOFS_SEED` is the seed reported by a failure.
 */
import { describe, expect, test } from "vitest";
import type { Place, Situation } from "./judge.ts";
import { readPageTexts } from "./page-texts.ts";
import { emptyTally, play, type Tally } from "./play.ts";
import type { Mode } from "./world.ts";

const { ANCHOR_PAGES, PROOFS_SEED } = process.env;
const PAGES = { eager: Number(ANCHOR_PAGES || 40), composed: Math.ceil(Number(ANCHOR_PAGES || 120) / 4) };
/** Every page has a seed of its own, from here on. */
const FIRST_SEED = Number(PROOFS_SEED || (ANCHOR_PAGES ? Date.now() % 1e9 : 1));

const texts = readPageTexts();

/** Tallies of all pages, and a line for each anchor that came to one of the `wrong` places. */
function playAll(mode: Mode, wrong: readonly `${Situation}: ${Place}`[]): { tally: Tally; faults: string[] } {
  const tally = emptyTally();
  const faults: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + PAGES[mode]; seed++)
    play(seed, texts, mode, tally, ({ situation, place, subject: { anchor } }, edit) => {
      if (wrong.includes(`${situation}: ${place}`))
        faults.push(
          `seed ${seed}: after ${edit}, ${situation}: ${place}: ${JSON.stringify(anchor.quote.slice(0, 60))}`,
        );
    });
  return { tally, faults };
}

const count = ({ verdicts }: Tally, situations: readonly Situation[], places?: readonly Place[]): number => {
  let sum = 0;
  for (const [key, verdict] of verdicts) {
    const [situation, place] = key.split(": ");
    if (situations.some((one) => one === situation) && (!places || places.some((one) => one === place))) sum += verdict;
  }
  return sum;
};

const ALL: readonly Situation[] = ["intact lone", "intact twins", "edited", "gone"];
const TWINS: readonly Place[] = ["twin", "plain twin"];

describe.each(["eager", "composed"] as const)("%s", (mode) => {
  const { tally, faults } = playAll(mode, [
    "intact lone: twin",
    "intact lone: plain twin",
    "intact lone: other",
    "intact lone: detached",
  ]);

  test("loses no anchor and breaks none", () => {
    expect(tally.anchors).toBeGreaterThan(5 * PAGES[mode]);
    expect(tally.missing).toBe(0);
    expect(count(tally, ALL, ["broken"])).toBe(0);
  });

  test("a quote that occurs once has its anchor, in at least 99.9 % of all checks", () => {
    const all = count(tally, ["intact lone"]);
    const right = count(tally, ["intact lone"], ["right"]);
    expect(right / all, `${right} of ${all}\n${faults.join("\n")}`).toBeGreaterThanOrEqual(0.999);
  });

  test("an anchor is on a twin of its words in at most 0.1 % of all checks", () => {
    const [all, twins] = [count(tally, ALL), count(tally, ALL, TWINS)];
    expect(twins / all, `${twins} of ${all}`).toBeLessThanOrEqual(0.001);
  });

  test("returns every anchor of which positions give another place", () => {
    expect(tally.unreported).toBeLessThanOrEqual(tally.edits / 200);
  });
});
