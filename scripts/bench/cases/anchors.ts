/**
 * What it costs to carry the anchors of a page along with its edits: a keystroke, an edit of a line, and a restored
 * version of 200 kB, with 10 to 5,000 anchors, a fifth of them detached.
 *
 * `--rounds 15`. Limits for 500 anchors: 1 ms for a key and for a line, and 20 ms for what a restore does before it
 * replies, which is to move all anchors and verify the first `--first 40`.
 */
import { AnchorSet, type Edit } from "../../../src/anchors/anchor-set.ts";
import { anchorAt, type Anchor } from "../../../src/anchors/anchor.ts";
import { diffText } from "../../../src/realtime/diff.ts";
import { applySplices, type Splice } from "../../../src/realtime/splices.ts";
import { readPageTexts } from "../../../test/anchors/page-texts.ts";
import { seededFractions } from "../../../test/support/seeded.ts";
import type { Tally } from "../../check/test-summary.ts";
import { readFlags } from "../../runner/cases.ts";
import { median, quantile } from "../../runner/quantile.ts";

const flags = readFlags({ rounds: 15, first: 40 });
const PAGE_LENGTH = 200_000;
const COUNTS = [10, 100, 500, 5_000];
const JUDGED = 500;
const MAX_EDIT_MS = 1;
const MAX_RESTORE_MS = 20;

/** Anchors of one to ten words at random places; of every fifth the words are gone. */
function makeAnchors(page: string, count: number): Anchor[] {
  const random = seededFractions(count);
  const words = Array.from(page.matchAll(/[\p{L}\p{N}_]+/gu), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }));
  const anchors: Anchor[] = [];
  while (anchors.length < count) {
    const first = Math.floor(random() * (words.length - 10));
    const last = words[first + Math.floor(random() * 10)];
    const made = anchorAt(page, String(anchors.length), { from: words[first]?.from ?? 0, to: last?.to ?? 0 });
    if (made.ok) anchors.push(anchors.length % 5 === 0 ? detached(made.anchor) : made.anchor);
  }
  return anchors;
}

function detached(anchor: Anchor): Anchor {
  const { before, after, from } = anchor;
  const lost = { before, after, words: null, rival: null, piece: null };
  return { ...anchor, quote: `Once: ${anchor.quote}`, to: from, state: "detached", lost };
}

const editOf = (before: string, splices: readonly Splice[]): Edit => ({
  before,
  after: applySplices(before, splices),
  splices,
  at: 0,
});

function editLine(page: string): Edit {
  const from = page.lastIndexOf("\n", 120_000) + 1;
  const line = page.slice(from, page.indexOf("\n", from + 60));
  const reworded = `${line.replaceAll(/\b\w{4,}\b/g, (word, at: number) => (at % 3 === 0 ? "word" : word))} more`;
  return editOf(
    page,
    diffText(line, reworded).map((splice) => ({ ...splice, at: splice.at + from })),
  );
}

/** Every fifth line was different, and a section was elsewhere. */
function restore(page: string): Edit {
  const lines = page.split("\n").map((line, i) => (i % 5 === 0 ? line.replace(/\b\w+\b/, "formerly") : line));
  lines.splice(200, 0, ...lines.splice(1_000, 300));
  return editOf(page, diffText(page, lines.join("\n")));
}

/** Milliseconds of CPU of every round, each with anchors of its own: a busy machine does not count. */
function measure(page: string, count: number, edit: Edit, act: (set: AnchorSet, edit: Edit) => void): number[] {
  const anchors = makeAnchors(page, count);
  return Array.from({ length: flags.rounds + 2 }, () => {
    const set = new AnchorSet(structuredClone(anchors));
    const start = process.cpuUsage();
    act(set, edit);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  }).slice(2);
}

const move = (set: AnchorSet, edit: Edit): void => void set.move(edit);

export function run(): Promise<Tally> {
  const page = readPageTexts().join("\n\n").slice(0, PAGE_LENGTH).toWellFormed();
  const key = editOf(page, [{ at: 90_000, remove: 0, insert: "x" }]);
  const restored = restore(page);
  const all = editOf(page, [{ at: 0, remove: page.length, insert: "nothing of it\n".repeat(5_000) }]);
  const cases: readonly (readonly [string, Edit, typeof move, number])[] = [
    ["key", key, move, MAX_EDIT_MS],
    ["line", editLine(page), move, MAX_EDIT_MS],
    ["restore, before the reply", restored, (set, edit) => void set.begin(edit).step(flags.first), MAX_RESTORE_MS],
    ["restore, all", restored, move, Infinity],
    ["everything replaced", all, move, Infinity],
  ];
  let failed = 0;
  console.log(
    `Page of ${page.length} units; the restore has ${restored.splices.length} splices. Median ms of CPU (95th percentile):`,
  );
  for (const [name, edit, act, limit] of cases) {
    const times = COUNTS.map((count) => ({ count, ms: measure(page, count, edit, act) }));
    const cells = times.map(({ count, ms }) => `${count}: ${median(ms).toFixed(2)} (${quantile(ms, 0.95).toFixed(2)})`);
    console.log(`${name.padEnd(26)} ${cells.join("  ")}`);
    const judged = times.find(({ count }) => count === JUDGED);
    if (judged === undefined || median(judged.ms) <= limit) continue;
    console.error(`${name}: more than ${limit} ms with ${JUDGED} anchors.`);
    failed++;
  }
  const judgedCases = cases.filter(([, , , limit]) => limit < Infinity).length;
  return Promise.resolve({ passed: judgedCases - failed, failed });
}
