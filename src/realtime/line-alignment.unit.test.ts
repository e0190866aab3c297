import fc from "fast-check";
import { expect, test } from "vitest";
import { alignLines } from "./line-alignment.ts";

/** Formats pairs as `before > after`, with lines separated by `/`; newly inserted lines are in brackets. */
const show = (before: readonly string[], after: readonly string[]): string[] =>
  alignLines(before, after).map(
    ({ aStart, aEnd, bStart, bEnd, fresh }) =>
      `${before.slice(aStart, aEnd).join("/")} > ${after
        .slice(bStart, bEnd)
        .map((line, i) => (fresh.has(bStart + i) ? `[${line}]` : line))
        .join("/")}`,
  );

test.each<[string, string[], string[], string[]]>([
  ["equal lines", ["a", "", "b"], ["a", "", "b"], ["a > a", " > ", "b > b"]],
  [
    "a reworded line among new ones",
    ["one two three"],
    ["new", "one 2 three", "newer"],
    ["one two three > one 2 three"],
  ],
  ["a split line with a new one between", ["one two"], ["one X", "new", "Y two"], ["one two > one X/[new]/Y two"]],
  ["a heading whose marker was split off", ["## Usage"], ["X ##", "Usage"], ["## Usage > X ##/Usage"]],
  ["joined lines", ["one two", "three four"], ["one two three four"], ["one two/three four > one two three four"]],
  [
    "several lines with several",
    ["uses it and runs on", "Windows."],
    ["uses it", "and runs on Windows."],
    ["uses it and runs on/Windows. > uses it/and runs on Windows."],
  ],
  ["no unrelated lines", ["one two three"], ["four five"], []],
  ["no lines that share few words by chance", ["this is how one may see all of the docs here"], ["see the page"], []],
  ["lines of punctuation", ["---", "```"], ["---", "```js"], ["--- > ---", "``` > ```js"]],
])("aligns %s", (_, before, after, pairs) => {
  expect(show(before, after)).toEqual(pairs);
});

test("returns ascending pairs without overlap for any lines", () => {
  const lines = fc.array(fc.constantFrom("", "a b c", "a b", "c d", "- e", "x y z w"), { maxLength: 60 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      let [a, b] = [0, 0];
      for (const { aStart, aEnd, bStart, bEnd } of alignLines(before, after)) {
        expect(aStart).toBeGreaterThanOrEqual(a);
        expect(bStart).toBeGreaterThanOrEqual(b);
        expect(aEnd).toBeGreaterThan(aStart);
        expect(bEnd).toBeGreaterThan(bStart);
        [a, b] = [aEnd, bEnd];
      }
      expect(a).toBeLessThanOrEqual(before.length);
      expect(b).toBeLessThanOrEqual(after.length);
    }),
    { numRuns: 1000 },
  );
});
