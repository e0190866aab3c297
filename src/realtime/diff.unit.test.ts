import { expect, test } from "vitest";
import fc from "fast-check";
import { diffText } from "./diff.ts";
import { applySplices, areValidSplices, changedLines, type Splice } from "./splices.ts";
import { nightly } from "../../test/support/nightly.ts";

const units = fc.constantFrom("a", "b", " ", "\n", "\n", "word", "é", "e\u0301", "語", "😀", "👩‍👩‍👧", ",");
const anyText = fc.array(units, { maxLength: 60 }).map((parts) => parts.join(""));
const kept = (before: string, splices: readonly Splice[]) =>
  applySplices(
    before,
    splices.map((splice) => ({ ...splice, insert: "" })),
  );

test("computes splices that produce the new text without splitting characters", () => {
  fc.assert(
    fc.property(anyText, anyText, (before, after) => {
      const splices = diffText(before, after);
      expect(areValidSplices(before, splices)).toBe(true);
      expect(applySplices(before, splices)).toBe(after);
    }),
    { numRuns: 2000 },
  );
});

test("converts any Unicode text into any other", () => {
  const unicode = fc.string({ unit: "binary", maxLength: 200 });
  fc.assert(fc.property(unicode, unicode, (before, after) => applySplices(before, diffText(before, after)) === after));
});

test("changes only the edited lines", () => {
  const lines = fc.array(fc.stringMatching(/^[a-z ]{0,8}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(lines, fc.nat(), fc.stringMatching(/^[A-Z ]{1,20}$/), (before, pick, content) => {
      const index = pick % before.length;
      const after = before.with(index, content);
      const splices = diffText(before.join("\n"), after.join("\n"));
      const start = before.slice(0, index).join("\n").length + (index > 0 ? 1 : 0);
      for (const { at, remove } of splices) {
        expect(at).toBeGreaterThanOrEqual(start);
        expect(at + remove).toBeLessThanOrEqual(start + (before[index] ?? "").length);
      }
    }),
  );
});

test("replaces only the changed word", () => {
  expect(diffText("the quick brown fox", "the slow brown fox")).toEqual([{ at: 4, remove: 5, insert: "slow" }]);
});

test("replaces one character in scripts without spaces", () => {
  expect(diffText("今日は雨です", "今日は雪です")).toEqual([{ at: 3, remove: 1, insert: "雪" }]);
});

test("inserts a whole line when it equals its neighbor", () => {
  expect(diffText("A\nB\nC", "A\nB\nB\nC")).toEqual([{ at: 4, remove: 0, insert: "B\n" }]);
});

test("moves one paragraph and keeps the others", () => {
  const splices = diffText("one\n\ntwo\n\nthree\n\nfour", "two\n\nthree\n\nfour\n\none");
  expect(kept("one\n\ntwo\n\nthree\n\nfour", splices)).toContain("two\n\nthree\n\nfour");
});

test("keeps the words of paragraphs that become a list", () => {
  const splices = diffText("one word\n\ntwo words\n\nthree", "- one word\n- two words\n- three");
  expect(kept("one word\n\ntwo words\n\nthree", splices).replaceAll("\n", "|")).toMatch(/one word.*two words.*three/);
});

test("changes only the middle of a long token", () => {
  const before = `x ${"A".repeat(5000)}B${"C".repeat(5000)} y`;
  expect(diffText(before, before.replace("B", "Z"))).toEqual([{ at: 5002, remove: 1, insert: "Z" }]);
});

nightly(
  "diffs large unrelated or repetitive texts without quadratic work",
  () => {
    const make = (line: (index: number) => string, count: number) =>
      Array.from({ length: count }, (_, i) => line(i)).join("\n");
    // In nightly runs, about a megabyte each.
    const share = process.env["PROOFS"] ? 1 : 0.3;
    const bodies = [
      make((i) => `alpha ${i * 7919} beta ${i} gamma`, 34_000 * share),
      "x\n".repeat(500_000 * share),
      make((i) => (i % 2 === 0 ? "" : `w${i % 17} w${i % 23}`), 250_000 * share),
    ];
    for (const [at, before] of bodies.entries())
      for (const after of process.env["PROOFS"] ? bodies : [bodies[(at + 1) % bodies.length] ?? before]) {
        const splices = diffText(before, after);
        expect(splices.length).toBeLessThanOrEqual(10_000);
        expect(areValidSplices(before, splices)).toBe(true);
        expect(applySplices(before, splices) === after).toBe(true);
      }
  },
  120_000,
);

test("keeps most unchanged text when every line of a large page changes", () => {
  const page = (word: string) => Array.from({ length: 30_000 }, (_, i) => `${i} ${word} stays ${i} here`).join("\n");
  const splices = diffText(page("old"), page("new"));
  expect(splices).toHaveLength(10_000);
  expect(Math.max(...splices.map(({ remove }) => remove))).toBeLessThan(2000);
});

test("keeps common lines between repeated and different ones", () => {
  const noise = (word: string) => Array.from({ length: 3000 }, (_, i) => `${word}${i % 5}`);
  const before = [...noise("a"), "common", "common", ...noise("b")].join("\n");
  const after = [...noise("c"), "common", "common", ...noise("d")].join("\n");
  expect(kept(before, diffText(before, after))).toContain("common\ncommon");
});

test("reports the changed lines as a reader would", () => {
  const cases: [string, Splice, number, number][] = [
    ["a\nb\nc", { at: 2, remove: 0, insert: "x\n" }, 2, 2],
    ["a\nb\nc", { at: 5, remove: 0, insert: "\nx\ny" }, 4, 5],
    ["a\nb\nc", { at: 2, remove: 2, insert: "" }, 2, 1],
    ["a\nb\nc", { at: 3, remove: 2, insert: "" }, 3, 2],
    ["a\nb\nc", { at: 2, remove: 1, insert: "x" }, 2, 2],
    ["a\nbc\nd", { at: 3, remove: 0, insert: "\n" }, 2, 3],
    ["a\nbc\nd", { at: 3, remove: 2, insert: "" }, 2, 2],
  ];
  for (const [before, splice, start, end] of cases)
    expect(changedLines(before, applySplices(before, [splice]), [splice])).toEqual({ start, end });
});
