import fc from "fast-check";
import { expect, test } from "vitest";
import { spliceLines, type LineOperation } from "./lines.ts";
import { changeBetween, mergeChanges } from "./merge.ts";
import { applySplices, type Splice } from "./splices.ts";

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
    "a changed line outlives its deletion",
    "one\ntwo\nthree\n",
    remove(2),
    replace(2, "TOK new"),
    "one\nTOK new\nthree\n",
  ],
  ["the same, the other way round", "one\ntwo\nthree\n", replace(2, "TOK new"), remove(2), "one\nTOK new\nthree\n"],
  ["the blank line before stays", "one\n\nthree", remove(3), replace(3, "T1"), "one\n\nT1"],
  [
    "two new lines for one old are two lines",
    "one\ntwo\nthree\n",
    replace(3, "T0"),
    replace(3, "T1"),
    "one\ntwo\nT0\nT1\n",
  ],
  ["a line put before a last line that goes", "one\ntwo\nthree", remove(3), insert(3, "T1"), "one\ntwo\nT1"],
  ["the last two lines go", "one\ntwo\nthree", remove(3), remove(2), "one"],
  ["a line put before the last, which goes", "one\n\nthree", insert(3, "T0"), remove(3), "one\n\nT0"],
  ["a prefix and a line before", "one\nline\nend", insert(2, "X"), replace(2, "P line"), "one\nX\nP line\nend"],
  ["two lines at the end", "one\n", insert(2, "T0"), insert(2, "T1"), "one\nT0\nT1\n"],
  ["after the last line, twice", "one", insert(2, "T0"), insert(2, "T1"), "one\nT0\nT1"],
  ["a blank line written on twice", "a\n\nb", replace(2, "X"), replace(2, "Y"), "a\nX\nY\nb"],
  [
    "different words of one line",
    "a quick brown fox",
    replace(1, "a slow brown fox"),
    replace(1, "a quick brown dog"),
    "a slow brown dog",
  ],
  ["the same word twice", "Date: open", replace(1, "Date: Monday"), replace(1, "Date: Friday"), "Date: Monday Friday"],
  ["the same change twice stands once", "one\ntwo", replace(2, "2"), replace(2, "2"), "one\n2"],
  ["the same new lines twice stand once", "one\ntwo", insert(2, "x\ny"), insert(2, "x\ny"), "one\nx\ny\ntwo"],
  ["a stretch goes around a changed line", "a\nb\nc\nd", remove(1, 3), replace(2, "B"), "B\nd"],
  ["a stretch goes around a new line", "a\nb\nc\nd", remove(1, 3), insert(3, "new"), "new\nd"],
  [
    "two new lines with words in common",
    "old line",
    replace(1, "T0 a note"),
    replace(1, "M0 a note"),
    "T0 a note\nM0 a note",
  ],
  [
    "a new line beside a reworded one",
    "the old line",
    replace(1, "T0 or so"),
    replace(1, "the new line"),
    "T0 or so\nthe new line",
  ],
  ["the last line goes below a blank one", "\nlast", replace(2, "T0 last"), remove(2), "\nT0 last"],
  ["everything goes twice", "a\nb", remove(1, 2), remove(1, 2), ""],
])("%s", (_, base, theirs, mine, merged) => {
  expect(mergeChanges(base, op(base, theirs), op(base, mine))).toBe(merged);
});

test("what both sides made of bodies is merged like what they made of lines", () => {
  const merge = (base: string, theirs: string, mine: string) =>
    mergeChanges(base, changeBetween(base, theirs), changeBetween(base, mine));
  expect(merge("one\ntwo\nthree\n", "one\nthree\n", "one\nTOK\nthree\n")).toBe("one\nTOK\nthree\n");
  expect(merge("one\ntwo", "one two", "one\ntwo!")).toBe("one two!");
  expect(merge("one two", "one\ntwo", "one two three")).toBe("one\ntwo three");
  expect(merge("", "a", "b")).toBe("a\nb");
});

/** Base lines are told apart by their number; some are blank, some repeat. */
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

/** A side: acts on distinct lines of the base, applied bottom up so that their numbers hold. Tokens are unique by `name`. */
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

test("no token is lost or doubled, and untouched lines stay whole and in order", () => {
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
    { numRuns: 20_000 },
  );
});

test("with nothing on one side, the other side is what comes out", () => {
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
    { numRuns: 20_000 },
  );
});
