import fc from "fast-check";
import { expect, test } from "vitest";
import { spliceLines, type LineOperation } from "./lines.ts";
import { mergeChanges } from "./merge.ts";
import { changeBetween } from "./word-alignment.ts";
import { applySplices, type Splice } from "./splices.ts";
import { nightly } from "../../test/support/nightly.ts";

/** Fraction of the cases that run on each push. */
const SHARE = process.env["PROOFS"] ? 1 : 0.4;

const op = (text: string, operation: LineOperation): Splice[] => {
  const splices = spliceLines(text, operation);
  if (!Array.isArray(splices)) throw new Error("out of range");
  return splices;
};
const replace = (startLine: number, content: string, endLine = startLine): LineOperation => ({
  operation: "replace",
  startLine,
  endLine,
  content,
});
const insert = (startLine: number, content: string): LineOperation => ({ operation: "insert", startLine, content });
const remove = (startLine: number, endLine = startLine): LineOperation => ({ operation: "delete", startLine, endLine });

test.each<[string, string, LineOperation, LineOperation, string]>([
  [
    "keeps a changed line that the other deletes",
    "one\ntwo\nthree\n",
    remove(2),
    replace(2, "TOK new"),
    "one\nTOK new\nthree\n",
  ],
  [
    "keeps a changed line that the first deletes",
    "one\ntwo\nthree\n",
    replace(2, "TOK new"),
    remove(2),
    "one\nTOK new\nthree\n",
  ],
  ["keeps the blank line before a changed line", "one\n\nthree", remove(3), replace(3, "T1"), "one\n\nT1"],
  [
    "keeps both replacements of one line",
    "one\ntwo\nthree\n",
    replace(3, "T0"),
    replace(3, "T1"),
    "one\ntwo\nT0\nT1\n",
  ],
  ["keeps a line inserted before a deleted last line", "one\ntwo\nthree", remove(3), insert(3, "T1"), "one\ntwo\nT1"],
  ["deletes the last two lines", "one\ntwo\nthree", remove(3), remove(2), "one"],
  [
    "keeps a line inserted before a last line that the other deletes",
    "one\n\nthree",
    insert(3, "T0"),
    remove(3),
    "one\n\nT0",
  ],
  [
    "combines a prefix and a line inserted before",
    "one\nline\nend",
    insert(2, "X"),
    replace(2, "P line"),
    "one\nX\nP line\nend",
  ],
  ["keeps two lines inserted at the end", "one\n", insert(2, "T0"), insert(2, "T1"), "one\nT0\nT1\n"],
  ["keeps two lines inserted after the last line", "one", insert(2, "T0"), insert(2, "T1"), "one\nT0\nT1"],
  ["keeps both texts written on a blank line", "a\n\nb", replace(2, "X"), replace(2, "Y"), "a\nX\nY\nb"],
  [
    "combines changes of different words of one line",
    "a quick brown fox",
    replace(1, "a slow brown fox"),
    replace(1, "a quick brown dog"),
    "a slow brown dog",
  ],
  [
    "combines changes of one URL",
    "see https://example.com/?d=1",
    replace(1, "see https://example.com/?d=2"),
    replace(1, "see https://example.com/?d=1&e=3"),
    "see https://example.com/?d=2&e=3",
  ],
  [
    "keeps both replacements of one word",
    "Date: open",
    replace(1, "Date: Monday"),
    replace(1, "Date: Friday"),
    "Date: Monday Friday",
  ],
  ["applies the same change once", "one\ntwo", replace(2, "2"), replace(2, "2"), "one\n2"],
  ["inserts the same lines once", "one\ntwo", insert(2, "x\ny"), insert(2, "x\ny"), "one\nx\ny\ntwo"],
  ["deletes lines around a changed one", "a\nb\nc\nd", remove(1, 3), replace(2, "B"), "B\nd"],
  ["deletes lines around an inserted one", "a\nb\nc\nd", remove(1, 3), insert(3, "new"), "new\nd"],
  [
    "keeps two replacements that share words",
    "old line",
    replace(1, "T0 a note"),
    replace(1, "M0 a note"),
    "T0 a note\nM0 a note",
  ],
  [
    "keeps a new line beside a reworded one",
    "the old line",
    replace(1, "T0 or so"),
    replace(1, "the new line"),
    "T0 or so\nthe new line",
  ],
  [
    "keeps both replacements of the same lines",
    "The cat sat.\nIt was fat.\nIt slept.",
    replace(1, "Dogs bark loudly.\nBirds sing.\nFish swim.", 3),
    replace(1, "Rain falls.\nSnow melts.\nWind blows.", 3),
    "Dogs bark loudly.\nBirds sing.\nFish swim.\nRain falls.\nSnow melts.\nWind blows.",
  ],
  [
    "keeps both replacements of partly overlapping lines",
    "one\ntwo\nthree\nfour\nfive",
    replace(1, "dogs\n\nbirds", 3),
    replace(2, "rain\n\nsnow\nwind", 4),
    "dogs\n\nbirds\nrain\n\nsnow\nwind\nfive",
  ],
  [
    "keeps a longer and a shorter replacement that contain blank lines",
    "one\ntwo\nthree",
    replace(1, "a\n\nb\nc\n\nd", 3),
    replace(1, "x\n\ny", 3),
    "a\n\nb\nc\n\nd\nx\n\ny",
  ],
  [
    "inserts lines once that both wrote as a replacement",
    "one\ntwo\nthree",
    replace(1, "# Plan\nrain", 3),
    replace(1, "# Plan\nsnow", 3),
    "# Plan\nrain\nsnow",
  ],
  ["keeps a changed last line below a blank one", "\nlast", replace(2, "T0 last"), remove(2), "\nT0 last"],
  ["deletes everything once", "a\nb", remove(1, 2), remove(1, 2), ""],
])("merges two line operations: %s", (_, base, theirs, mine, merged) => {
  expect(mergeChanges(base, op(base, theirs), op(base, mine))).toBe(merged);
});

const mergeBodies = (base: string, theirs: string, mine: string) =>
  mergeChanges(base, changeBetween(base, theirs), changeBetween(base, mine));

test("merges full-text edits like line operations", () => {
  expect(mergeBodies("one\ntwo\nthree\n", "one\nthree\n", "one\nTOK\nthree\n")).toBe("one\nTOK\nthree\n");
  expect(mergeBodies("one\ntwo", "one two", "one\ntwo!")).toBe("one two!");
  expect(mergeBodies("one two", "one\ntwo", "one two three")).toBe("one\ntwo three");
  expect(mergeBodies("", "a", "b")).toBe("a\nb");
});

/** Merges in both orders. */
const bothWays = (base: string, one: string, other: string) => [
  mergeBodies(base, one, other),
  mergeBodies(base, other, one),
];

test.each<[string, string, string, string, string[]]>([
  [
    "inserts a reworded line's words into its split pieces",
    "see the manual for more",
    "see the manual T1\nT2 for more",
    "M1 see the manual for much more",
    ["M1 see the manual T1\nT2 for much more", "M1 see the manual T1\nT2 for much more"],
  ],
  [
    "keeps words separate when a line break meets an inserted word",
    "one two three",
    "one\ntwo three",
    "one X two three",
    ["one\nX two three", "one\nX two three"],
  ],
  [
    "keeps words on both sides of a position that both split",
    "## Usage notes",
    "## Usage T1\nT2 notes",
    "M1 ## Usage\nnotes M2",
    ["M1 ## Usage\nT1\nT2 notes M2", "M1 ## Usage\nT1\nT2 notes M2"],
  ],
  [
    "keeps a heading's word once when both split off its marker",
    "## Usage",
    "T1 ##\nUsage T2",
    "M1 ##\nUsage M2",
    ["T1 ##\nM1 ##\nUsage T2 M2", "M1 ##\nT1 ##\nUsage M2 T2"],
  ],
  [
    "keeps an inserted line between split pieces whole",
    "For example:",
    "T1 For\n> T2 see example.com\nexample: T3",
    "M1 For\nexample: M2",
    ["T1 M1 For\n> T2 see example.com\nexample: T3 M2", "M1 T1 For\n> T2 see example.com\nexample: M2 T3"],
  ],
  [
    "keeps a line inserted between two joined lines",
    "one two\nthree four",
    "one two\nT1\nthree four",
    "one two three four",
    ["one two\nT1\nthree four", "one two\nT1\nthree four"],
  ],
  [
    "applies a rewording to a line that was joined and split",
    "uses it on\nWindows.",
    "uses it and\nruns on Windows. T1",
    "uses it on\nWindows M1.",
    ["uses it and\nruns on Windows M1. T1", "uses it and\nruns on Windows M1. T1"],
  ],
  [
    "keeps a replacement apart from a rewording of the old line",
    "- here we list the things that may matter to see later",
    "> T1 see the page",
    "- here we list the things that may matter to see later M1",
    [
      "> T1 see the page\n- here we list the things that may matter to see later M1",
      "- here we list the things that may matter to see later M1\n> T1 see the page",
    ],
  ],
  [
    "keeps a reworded line's position when blank lines change",
    "a\n\nUsing npm:\n\nb",
    "a\n\n\nT1 Using npm:\n\nb",
    "a\n\nUsing M1\n\nb",
    ["a\n\n\nT1 Using M1\n\nb", "a\n\n\nT1 Using M1\n\nb"],
  ],
])("merges two texts in both orders: %s", (_, base, one, other, merged) => {
  expect(bothWays(base, one, other)).toEqual(merged);
});

test("keeps a line's only word once when one side extends it and the other appends to the line", () => {
  const typed = { at: 7, remove: 0, insert: "e" };
  const typedBefore = { at: 4, remove: 0, insert: "up" };
  const written = { at: 7, remove: 0, insert: ": open" };
  for (const [one, merged] of [
    [typed, "one\nDate: open\nthree"],
    [typedBefore, "one\nupDat: open\nthree"],
  ] as const) {
    expect(mergeChanges("one\nDat\nthree", [one], [written])).toBe(merged);
    expect(mergeChanges("one\nDat\nthree", [written], [one])).toBe(merged);
  }
});

test("keeps a line's only word once when one side splits it and the other appends to the line", () => {
  const written = op("one\nupdate\nthree", replace(2, "update w"));
  for (const [typed, merged] of [
    [[{ at: 6, remove: 0, insert: " X " }], "one\nup X date w\nthree"],
    [
      [
        { at: 6, remove: 0, insert: "X Y " },
        { at: 10, remove: 0, insert: " Z" },
      ],
      "one\nupX Y date Z w\nthree",
    ],
    [[{ at: 6, remove: 0, insert: "X Y\n" }], "one\nupX Y\ndate w\nthree"],
  ] as const) {
    const both = [
      mergeChanges("one\nupdate\nthree", typed, written),
      mergeChanges("one\nupdate\nthree", written, typed),
    ].map((text) => text.replace("w Z", "Z w"));
    expect(both).toEqual([merged, merged]);
  }
});

test("applies a rewording to a line that was deleted and reinserted", () => {
  const base = "top\nsee the manual for more\nend";
  const deleted = op(base, remove(2));
  const back = [...deleted, { at: base.indexOf("end"), remove: 0, insert: "T1 see the manual for more\n" }];
  expect(mergeChanges(base, back, op(base, replace(2, "see the manual for M1")))).toBe(
    "top\nT1 see the manual for M1\nend",
  );
});

test("merges a line split into a hundred pieces, and a page of a thousand equal lines", () => {
  const words = Array.from({ length: 100 }, (_, i) => `w${i}`);
  const merged = mergeBodies(words.join(" "), words.join("\n"), words.with(50, "M1").join(" "));
  expect(merged).toBe(words.with(50, "M1").join("\n"));
  const same = "x\n".repeat(1000);
  expect(mergeBodies(same, `${same}x\n`, `T1\n${same}`)).toBe(`T1\n${same}x\n`);
});

/** Base lines are identified by line number; some are blank, some repeat. */
const Base = fc.array(fc.constantFrom("", "same", "alpha beta", "gamma delta epsilon"), {
  minLength: 1,
  maxLength: 12,
});
const Act = fc.record({
  kind: fc.constantFrom("replace", "insert", "delete", "word"),
  at: fc.nat(11),
  more: fc.nat(2),
  lines: fc.integer({ min: 1, max: 3 }),
});

/** One side's edits to distinct base lines, applied bottom up so that line numbers stay valid. `name` makes tokens unique. */
function makeSide(
  base: readonly string[],
  acts: readonly { kind: string; at: number; more: number; lines: number }[],
  name: string,
) {
  const tokens: string[] = [];
  const touched = new Set<number>();
  let text = base.join("\n");
  const token = (): string => {
    tokens.push(`${name}${tokens.length}x`);
    return tokens.at(-1) ?? "";
  };
  for (const act of acts.toSorted((a, b) => b.at - a.at)) {
    if (act.at >= base.length || touched.has(act.at) || touched.has(act.at + 1)) continue;
    const line = act.at + 1;
    const content = Array.from({ length: act.lines }, token).join("\n");
    if (act.kind === "insert") text = applySplices(text, op(text, insert(line, content)));
    else {
      if (act.kind === "delete") text = applySplices(text, op(text, remove(line)));
      else if (act.kind === "word")
        text = applySplices(text, op(text, replace(line, `${base[act.at] ?? ""} ${token()}`)));
      else text = applySplices(text, op(text, replace(line, content)));
      touched.add(act.at);
    }
    if (text === "" && base.length > 1) touched.add(act.at);
  }
  return {
    text,
    touched,
    tokens: tokens.filter((word) => text.includes(word)),
    splices: changeBetween(base.join("\n"), text),
  };
}

test("loses and duplicates no word, and keeps untouched lines whole and in order", () => {
  fc.assert(
    fc.property(Base, fc.array(Act, { maxLength: 6 }), fc.array(Act, { maxLength: 6 }), (shapes, first, second) => {
      const base = shapes.map((shape, i) => (shape === "" ? "" : `${shape} ${i}.`));
      const [theirs, mine] = [makeSide(base, first, "T"), makeSide(base, second, "M")];
      const merged = mergeChanges(base.join("\n"), theirs.splices, mine.splices);
      for (const word of [...theirs.tokens, ...mine.tokens]) expect(merged.split(word)).toHaveLength(2);
      const lines = merged.split("\n");
      const kept = base.filter((line, i) => line !== "" && !theirs.touched.has(i) && !mine.touched.has(i));
      expect(lines.filter((line) => kept.includes(line))).toEqual(kept);
    }),
    { numRuns: 5_000 * SHARE },
  );
}, 60_000);

test("returns the other side if one side made no change", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "é", "😀"), maxLength: 30 }),
      fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "é", "😀"), maxLength: 30 }),
      (base, other) => {
        const splices = changeBetween(base, other);
        expect(mergeChanges(base, splices, [])).toBe(other);
        expect(mergeChanges(base, [], splices)).toBe(other);
        expect(mergeChanges(base, splices, splices)).toBe(other);
      },
    ),
    { numRuns: 20_000 * SHARE },
  );
}, 60_000);

nightly(
  "merges large texts, joined or split and reworded, without quadratic work",
  () => {
    const many = (line: (index: number) => string, count: number) => Array.from({ length: count }, (_, i) => line(i));
    const lines = many((i) => `word${i} and more`, 20_000 * SHARE);
    const alike = (end: string) =>
      many((i) => (i % 40 === 0 ? `at ${i}` : `alpha beta ${i % 7} ${end}`), 15_000 * SHARE).join("\n");
    const runs: [string, string, string][] = [
      [lines.join("\n"), lines.join(" "), lines.join("\n").replaceAll("and", "or")],
      [lines.join(" "), lines.join("\n"), lines.join(" ").replaceAll("9 and", "9 or")],
      [alike("one"), alike("two"), alike("three")],
    ];
    for (const [base, theirs, mine] of runs) {
      const merged = mergeBodies(base, theirs, mine);
      expect(merged.length).toBeGreaterThan(base.length / 2);
    }
  },
  120_000,
);

test("applies a stale edit once to a typed-in line, however many lines are similar", () => {
  const above = Array.from({ length: 20 }, (_, i) => `a${i} b${i}`);
  const below = Array.from({ length: 20 }, (_, i) => `c${i} d${i}`);
  const lines = ["the page", ...above, "word", "page", ...below];
  const base = lines.join("\n");
  // The first line's "page" ends up on its own line, like the other "page" before text was typed in front of it.
  const typed = lines.map((line) => (line === "the page" ? "the t\npage" : line.replace(/^(\S*)( |$)/, "$1 t$2")));
  const theirs: Splice[] = lines.map((line, i) => {
    const at = lines.slice(0, i).join("\n").length + (i === 0 ? 0 : 1);
    return { at: at + (i === 0 ? 4 : line.search(/ |$/)), remove: 0, insert: i === 0 ? "t\n" : " t" };
  });
  expect(applySplices(base, theirs)).toBe(typed.join("\n"));
  const merged = typed.join("\n").replace("word t", "word t too");
  expect(mergeChanges(base, theirs, op(base, replace(22, "word too")))).toBe(merged);
});
