/** The reference parser: accepts any text, runs in linear time, and recognizes the right references. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { indexNodes, keyOfDrive, longestMatch } from "./page-references-match.ts";
import { MAX_REFERENCES, findCandidates, titlesIn } from "./page-references-parse.ts";

const ORIGIN = "https://octavo.example";
const ID = "019aa000-0000-7000-8000-000000000001";
const find = (text: string) => findCandidates(text, ORIGIN, MAX_REFERENCES);
const summary = (text: string) => find(text).map(({ kind, match }) => [kind, match]);

test("finds each kind of reference without the surrounding punctuation", () => {
  expect(summary(`"${ORIGIN}/pages/p_1/", ${ID}. @[a \\] b](page:p2) (/team/Plan).`)).toEqual([
    ["url", `${ORIGIN}/pages/p_1/`],
    ["id", ID],
    ["mention", "@[a \\] b](page:p2)"],
    ["path", "/team/Plan"],
  ]);
});

test("ignores text that only resembles a reference", () => {
  for (const text of [
    "1/2/3",
    "a/b/c",
    "/team",
    "/team/",
    "//team/x",
    "https://octavo.example.evil/pages/x",
    "https://evil.example/team/Plan",
    `x${ID}`,
    `${ID}0`,
    "@[a\nb](page:x)",
    "@[a](page:)",
    "./a/b",
    "~/a/b",
  ]) {
    expect(summary(text), text).toEqual([]);
  }
});

test("tries each prefix of a path segment that ends at a word or sign as a title", () => {
  expect(titlesIn("Road Map/Q3 (new)?")).toEqual([
    "Road Map",
    "Road",
    "Road Map",
    "Q3 (new)?",
    "Q3",
    "Q3 (new",
    "Q3 (new)",
    "Q3 (new)?",
  ]);
});

test("resolves a path to the pages of its longest matching titles", () => {
  const node = (id: string, parentId: string | null, title: string) => ({
    id,
    above: parentId ?? keyOfDrive("d"),
    title,
  });
  const nodesByParent = indexNodes([
    node("1", null, "A"),
    node("2", "1", "B"),
    node("3", "1", "B C"),
    node("4", null, "A"),
  ]);
  const match = (tail: string) => {
    const best = longestMatch(tail, ["d"], nodesByParent);
    return best && [best.length, best.pages.map(({ id }) => id).toSorted()];
  };
  expect(match("A/B C d")).toEqual([5, ["3"]]);
  expect(match("A/B, C")).toEqual([3, ["2"]]);
  expect(match("A/X")).toEqual([1, ["1", "4"]]);
  expect(match("AB")).toBeNull();
});

const PIECES = [
  "/",
  "@[",
  "](page:",
  ")",
  "a",
  " ",
  "\n",
  "é",
  "😀",
  "\\",
  ID,
  "https://",
  ORIGIN,
  "/pages/",
  "/t/",
  ".",
  "-",
  "\u0301",
];

test("finds references in any text at their exact positions", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 80 }).map((p) => p.join("")),
  );
  fc.assert(
    fc.property(text, (sample) => {
      const candidates = find(sample);
      for (const one of candidates) expect(sample.startsWith(one.match, one.start)).toBe(true);
      for (const one of candidates)
        if (one.kind === "path") expect(sample.startsWith(one.tail, one.tailStart)).toBe(true);
      const starts = candidates.map(({ start }) => start);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }),
    { numRuns: 3000 },
  );
});

test("reads twenty hostile texts of 2,000 characters without quadratic work", () => {
  let found = 0;
  for (const piece of [...PIECES, "@[a", "/a/", " /a/b", "@[\\", `${ID} `, "/é/x ", "@[x](page:"]) {
    const text = piece.repeat(2000).slice(0, 2000);
    for (let i = 0; i < 20; i += 1)
      for (const one of find(text)) found += one.kind === "path" ? titlesIn(one.tail).length : 1;
  }
  expect(found).toBeGreaterThan(1_000);
});
