/** Citations in answers: which links are some, and which of them stay. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { citationsIn, withVerifiedCitations } from "./citations.ts";

const ORIGIN = "https://octavo.example";
const PAGE = {
  revision: 7,
  lines: [
    "# Plan",
    "",
    "We meet on **Monday**.",
    "The [budget](/pages/b) is 4,000.",
    "Ann said “yes”.",
    "We meet on Friday.",
  ],
};

const verified = (text: string): string => withVerifiedCitations(text, ORIGIN, (id) => (id === "plan" ? PAGE : null));
const quotes = (text: string): string[] => citationsIn(text, ORIGIN).map(({ quote }) => quote);

test("finds links to lines, with their quotations and offsets", () => {
  const text =
    "On [Monday](/pages/plan#L3 \"We meet\") and [for\n4,000](https://octavo.example/pages/b-1_2/#L4-L5 'is 4').";
  const found = citationsIn(text, ORIGIN);
  expect(found).toEqual([
    { pageId: "plan", from: 3, to: 3, quote: "We meet", start: 3, end: 37 },
    { pageId: "b-1_2", from: 4, to: 5, quote: "is 4", start: 42, end: text.length - 1 },
  ]);
  expect(text.slice(3, 37)).toBe('[Monday](/pages/plan#L3 "We meet")');
});

test.each<[string, string, number, number]>([
  ["one line", "/pages/plan#L3", 3, 3],
  ["several lines", "/pages/plan#L3-L12", 3, 12],
  ["an end without L", "/pages/plan#L3-12", 3, 12],
  ["a reversed range", "/pages/plan#L12-L3", 12, 12],
  ["a revision", "/pages/plan?revision=2#L3", 3, 3],
  ["angle brackets", "</pages/plan#L3>", 3, 3],
  ["a character reference", "/pages/plan&#35;L3", 3, 3],
  ["an escape", "/pages/plan\\#L3", 3, 3],
])("reads an address with %s", (_, address, from, to) => {
  expect(citationsIn(`[x](${address} "words")`, ORIGIN)).toMatchObject([{ pageId: "plan", from, to, quote: "words" }]);
});

test.each([
  "[x](/pages/plan)",
  '[x](/pages/plan#goals "We meet")',
  '[x](https://elsewhere.example/pages/plan#L3 "We meet")',
  '[x](//elsewhere.example/pages/plan#L3 "We meet")',
  '[x](/files/plan#L3 "We meet")',
  '[x](https://[#L3 "We meet")',
  '`[x](/pages/plan#L3 "We meet")`',
  '    [x](/pages/plan#L3 "We meet")',
  '![x](/pages/plan#L3 "We meet")',
  '\\[x](/pages/plan#L3 "We meet")',
  "Plain text, /pages/plan#L3",
  "[https://octavo.example/pages/plan#L3][1]",
])("leaves %s as it is", (text) => {
  expect(citationsIn(text, ORIGIN)).toEqual([]);
  expect(verified(text)).toBe(text);
});

test.each([
  '[x](/pages/a%20b#L3 "We meet")',
  '[x](/pages/plan/more#L3 "We meet")',
  '[x](/pages/more/pages/plan#L3 "We meet")',
])("%s is no citation, and loses its address because it looks like one", (link) => {
  expect(citationsIn(link, ORIGIN)).toEqual([]);
  expect(withVerifiedCitations(link, ORIGIN, () => PAGE)).toBe("x");
});

test.each(["#L0", "#Later", "#Later#L3", "#L3x", "#L3-L4x", "#L12345678"])("%s names no lines", (hash) => {
  expect(citationsIn(`[x](/pages/plan${hash} "We meet")`, ORIGIN)).toEqual([]);
});

test("a citation without a title has an empty quotation", () => {
  expect(citationsIn("[x](/pages/plan#L3)", ORIGIN)).toMatchObject([{ quote: "", from: 3 }]);
});

test("a label with an address of a page does not stand for the link's own address", () => {
  const text = `[${ORIGIN}/pages/plan#L3 here](/pages/plan#L6 "Friday")`;
  expect(citationsIn(text, ORIGIN)).toMatchObject([{ from: 6, quote: "Friday" }]);
});

test("a link whose words are on the named lines gets the revision and keeps its title", () => {
  expect(verified('See [a **b**](/pages/plan#L3 "We meet on Monday"), then.')).toBe(
    'See [a **b**](/pages/plan?revision=7#L3 "We meet on Monday"), then.',
  );
  expect(verified(`[x](${ORIGIN}/pages/plan?revision=2#L3-L4 'We meet')`)).toBe(
    "[x](/pages/plan?revision=7#L3-L4 'We meet')",
  );
  expect(verified("[x](/pages/plan#L4 (budget is))")).toBe("[x](/pages/plan?revision=7#L4 (budget is))");
});

test("corrects the lines of words that are elsewhere", () => {
  expect(verified('[x](/pages/plan#L1 "meet on Monday")')).toBe('[x](/pages/plan?revision=7#L3 "meet on Monday")');
  expect(verified('[x](/pages/plan#L900-L1000 "4,000. Ann said")')).toBe(
    '[x](/pages/plan?revision=7#L4-L5 "4,000. Ann said")',
  );
  expect(verified('[x](/pages/plan#L0 "Friday")')).toBe('[x](/pages/plan?revision=7#L6 "Friday")');
  expect(verified('[x](/pages/plan#Later "Friday")')).toBe('[x](/pages/plan?revision=7#L6 "Friday")');
});

test.each([
  ["words that are not there", '[La *b*](/pages/plan#L3 "We meet on Tuesday")', "La *b*"],
  ["no words", "[x](/pages/plan#L3)", "x"],
  ["an empty title", '[x](/pages/plan#L3 "")', "x"],
  ["words of markup alone", '[x](/pages/plan#L3 "**")', "x"],
  ["a page that was not read", '[x](/pages/other#L3 "We meet")', "x"],
  ["an id that cannot be one", '[x](/pages/a%20b#L3 "We meet")', "x"],
  ["a label with an address", '[www.a.example](/pages/plan#L3 "never")', "www.a.example"],
  ["a made-up revision", '[x](/pages/plan?revision=9#L3 "never")', "x"],
  ["no label", '[](/pages/plan#L3 "never")', ""],
])("a link with %s loses its address", (_, link, label) => {
  expect(verified(`See ${link}, then [y](/b).`)).toBe(`See ${label}, then [y](/b).`);
});

test("reads quotations with escapes, character references and line breaks", () => {
  expect(quotes('[x](/pages/p#L1 "a \\"b\\" &amp; &nope; &#39;c&#39;\nd")')).toEqual(["a \"b\" & &nope; 'c'\nd"]);
  expect(quotes('[x](/pages/p#L1 "<b>")')).toEqual(["<b>"]);
  expect(verified('[x](/pages/plan#L5 "Ann said \\"yes\\".")')).toContain("?revision=7#L5 ");
});

test("reads each page once", () => {
  const asked: string[] = [];
  const text = '[x](/pages/plan#L3 "We") [y](/pages/none#L3 "We") '.repeat(3);
  withVerifiedCitations(text, ORIGIN, (id) => {
    asked.push(id);
    return id === "plan" ? PAGE : null;
  });
  expect(asked).toEqual(["plan", "none"]);
});

test("verifies a hundred links, and the others lose their addresses", () => {
  const result = verified('[x](/pages/plan#L3 "We meet") '.repeat(102))
    .trim()
    .split(/(?<=\)) |(?<=x) /);
  expect(result).toHaveLength(102);
  expect(result.filter((link) => link === '[x](/pages/plan?revision=7#L3 "We meet")')).toHaveLength(100);
  expect(result.slice(100)).toEqual(["x", "x"]);
});

test("a link that goes away leaves no other one unverified", () => {
  const outer = '[see [x](/pages/plan#L1 "never")](/pages/plan#L1 "wrong")';
  expect(verified(outer)).toBe("see x");
  expect(verified('[see [x](/pages/plan#L1 "never")](/pages/plan#L3 "We meet")')).toBe(
    '[see x](/pages/plan?revision=7#L3 "We meet")',
  );
  let deep = "x";
  for (let n = 0; n < 10; n += 1) deep = `[${deep}](/pages/plan#L1 "never")`;
  expect(citationsIn(deep, ORIGIN)).toHaveLength(1);
  const rest = verified(deep);
  expect(citationsIn(rest, ORIGIN)).toEqual([]);
  expect(rest).toBe(`${"[".repeat(6)}x${']\\(/pages/plan#L1 "never")'.repeat(6)}`);
});

test("links are escaped only if some are left after four passes", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}x${'](/pages/plan#L1 "never")'.repeat(levels)} [y](/b)`;
  expect(verified(nested(4))).toBe("x [y](/b)");
  expect(verified(nested(5))).toBe('[x]\\(/pages/plan#L1 "never") [y]\\(/b)');
});

test("removes definitions of reference links to lines", () => {
  expect(verified('See [x][1] and [y][2].\n\n[1]: /pages/plan#L3 "We meet"\n[2]: /pages/plan')).toBe(
    "See [x][1] and [y][2].\n\n\n[2]: /pages/plan",
  );
});

test("an answer that was verified does not change again, and has no unverified link", () => {
  const piece = fc.constantFrom(
    "[",
    "]",
    '](/pages/plan#L3 "We meet")',
    '](/pages/plan#L3 "never")',
    "](/pages/none#L1)",
    "a",
    "\n",
    "`",
    "\\",
    "!",
    "<",
    "[1]: /pages/plan#L3\n",
    "[1]",
    "> ",
    "www.a.example",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const once = verified(pieces.join(""));
      expect(verified(once)).toBe(once);
      for (const { start, end } of citationsIn(once, ORIGIN))
        expect(once.slice(start, end)).toMatch(/\]\(\/pages\/plan\?revision=7#L3 "We meet"\)$/);
    }),
    { numRuns: 2_000 },
  );
});
