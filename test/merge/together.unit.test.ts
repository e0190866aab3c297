/**
 * Writers with old reads, and on request live users, change one list of tasks and the properties of a row at the same time.
 *
 * `TOGETHER_OPERATIONS=2000` plays longer, and more seeds. `TOGETHER_ALL=1` adds moves, removals and live users, which
 * still do damage: a live move is a removal and an insertion, and a block that was moved and changed is not recognized.
 */
import { expect, test } from "vitest";
import { Text } from "@codemirror/state";
import { ACTS, actOf, property, randomAct } from "./together/acts.ts";
import { mergeChanges } from "../../src/realtime/merge.ts";
import { changeBetween } from "../../src/realtime/word-alignment.ts";
import { type MakeAct, play } from "./together/play.ts";

const { TOGETHER_OPERATIONS, TOGETHER_ALL, PROOFS_SEED } = process.env;
const OPERATIONS = Number(TOGETHER_OPERATIONS || 200);
const SEEDS = TOGETHER_OPERATIONS ? 10 : 3;
const FIRST_SEED = Number(PROOFS_SEED || 1);

const PROPERTIES = "State: Doing\nBudget: 100\nDue: 2026-12-01\nTags: [venue, spring]";
const STATUSES = "statuses:\n  todo: To do, gray\n  doing: Doing, amber, limit 3\n  done: Done, green, done\n  dropped: Dropped, gray, done"; // oxfmt-ignore
const LIST = `---
${PROPERTIES}
${STATUSES}
---
The list of the spring meeting.

## Venue

- [ ] Book tk1x @[Ann](user:u1) due:2026-12-01 !high est:2h #venue status:doing
  Ask nt1x for a ramp.
  - [ ] Price tk2x
  - [ ] Rooms tk3x due:2026-12-09
- [ ] Water tk4x due:2026-12-05 every:2w
- [x] Chairs tk5x status:dropped

Ask the caretaker about the doors.

## Print

- [ ] Programme tk6x @[Ben](user:u2) status:todo
  Two nt2x lines.
  And nt3x more.
- [ ] Posters tk7x #print
- [x] Tickets tk8x

Paper is in the cellar.
`;
const ROW = `---\n${PROPERTIES}\n---\nText of the row.\n`;

const seeds = Array.from({ length: SEEDS }, (_, i) => FIRST_SEED + i);
const setProperty: MakeAct = (text, dice) =>
  actOf(Text.of(text.split("\n")), "property", "", property(text, dice) ?? []);

const IN_PLACE = ACTS.filter((name) => name !== "move" && name !== "remove");
const changeTask: MakeAct = (text, dice, word) => randomAct(text, dice, word, IN_PLACE);

test.each(seeds)("loses, doubles and mixes up no task that writers with old reads change and add, seed %i", (seed) => {
  const { faults, story, text } = play(seed, LIST, OPERATIONS, changeTask, false);
  expect(faults, [...story, text].join("\n")).toEqual([]);
});

test.each(seeds)("keeps every property of a row that writers with old reads set, seed %i", (seed) => {
  const { faults, story, text } = play(seed, ROW, OPERATIONS, setProperty, false);
  expect(faults, [...story, text].join("\n")).toEqual([]);
});

test.runIf(TOGETHER_ALL).each(seeds)(
  "keeps all tasks that live users and a tool move, remove and change, seed %i",
  (seed) => {
    const { faults, story, text } = play(seed, LIST, OPERATIONS, randomAct, true);
    expect(faults, [...story, text].join("\n")).toEqual([]);
  },
);

test("keeps a new line of a description above a task that is added at once", () => {
  const base = "- [ ] Book the hall\n\nEnd.";
  const note = base.replace("hall", "hall\n  Ask for a ramp.");
  const task = base.replace("hall", "hall\n- [ ] Print it");
  for (const [mine, theirs] of [[note, task], [task, note]] as const)
    expect(mergeChanges(base, changeBetween(base, theirs), changeBetween(base, mine), "markdown")).toBe("- [ ] Book the hall\n  Ask for a ramp.\n- [ ] Print it\n\nEnd."); // oxfmt-ignore
});
