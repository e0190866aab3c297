/** Citations are read in time linear in the answer and in the page, whatever both contain. */
import { expect, test } from "vitest";
import { citationsIn, withVerifiedCitations } from "../../src/features/agent-loop/citations.ts";
import { PageText } from "../../src/features/agent-loop/page-text.ts";

const ORIGIN = "https://octavo.example";
const PAGE = { revision: 7, lines: ["We meet on Monday."] };
const CITATION = '[x](/pages/plan#L1 "We meet")';

/** Ten times the text may take thirty times as long, because other tests run at the same time. */
function expectLinear(size: number, run: (size: number) => unknown): void {
  const timeOf = (length: number): number => {
    const start = performance.now();
    run(length);
    return performance.now() - start;
  };
  timeOf(size / 100);
  const small = timeOf(size / 10);
  expect(timeOf(size)).toBeLessThan(30 * Math.max(20, small));
}

test.each([
  "[",
  "]",
  "[a](",
  '[a](/pages/plan#L1 "',
  "[](",
  "![",
  "](/pages/plan#L1 'x')",
  "[a]: /pages/plan#L1\n",
  "> [",
  CITATION,
])("reads an answer of many %j", (unit) => {
  expectLinear(400_000, (size) =>
    withVerifiedCitations(`${CITATION} ${unit.repeat(size / unit.length)}`, ORIGIN, () => PAGE),
  );
});

test("reads an answer of 10 MB", () => {
  const text = `${"[".repeat(5_000_000)}${"](".repeat(2_500_000)} ${CITATION}`;
  expect(citationsIn(text, ORIGIN)).toHaveLength(1);
  expect(withVerifiedCitations(text, ORIGIN, () => null).endsWith("]( x")).toBe(true);
});

test.each(["](", "](a", "](()]", "[^", "](a(b", "<b", "!", "- ", "> ", "e\u0301", "\\", "“"])(
  "reads a page with a line of many %j",
  (unit) => {
    expectLinear(1_000_000, (size) =>
      new PageText({ revision: 1, lines: [unit.repeat(size / unit.length)] }).locate("zzz", { from: 1, to: 1 }),
    );
  },
);

test("looks for many long quotations in a page that nearly contains them", () => {
  const lines = Array.from({ length: 1_000 }, () => "a".repeat(1_000));
  const text = `[x](/pages/plan#L1-L1000 "${"a".repeat(1_900)}b") `.repeat(100);
  const start = performance.now();
  expect(withVerifiedCitations(text, ORIGIN, () => ({ revision: 1, lines })).trim()).toBe("x ".repeat(100).trim());
  expect(performance.now() - start).toBeLessThan(20_000);
});
