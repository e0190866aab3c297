/** Folding of text that users consider identical when typing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { clustersOf, fold, foldedPlaces, foldName, isInWord } from "./fold.ts";

test.each([
  ["ﬁnance", "finance"],
  ["Straße", "STRASSE"],
  ["œuvre", "Oeuvre"],
  ["x\u0304y", "xy"],
  ["x\u0304\u0301y", "xy"],
  ["Đorđe", "dorde"],
  ["Ħaż", "haz"],
  ["ılık", "ilik"],
  ["λόγος", "ΛΟΓΟΣ"],
  ["ёлка", "ЕЛКА"],
  ["a–b", "a b"],
  ["كِتَابٌ", "كتاب"],
  ["كتـــاب", "كتاب"],
  ["שָׁלוֹם", "שלום"],
  ["می\u200cخواهم", "میخواهم"],
  ["soft\u00adhyphen", "softhyphen"],
  ["ｶﾞｷﾞｸﾞ", "ガギグ"],
  ["Ｆｕｌｌ１２", "full12"],
  ["cafe\u0301", "CAFÉ"],
  ["İstanbul", "istanbul"],
])("folds %j and %j to the same text", (a, b) => {
  expect(fold(a)).toBe(fold(b));
});

test.each([
  ["น้ำ", "นำ"],
  ["и", "й"],
  ["か", "が"],
  ["हिंदी", "हद"],
  ["😀", "😢"],
])("folds %j and %j to different texts", (a, b) => {
  expect(fold(a)).not.toBe(fold(b));
});

test("folds idempotently and maps each folded character to its position", () => {
  const part = fc.constantFrom(
    "a",
    "É",
    "e\u0301",
    "ﬁ",
    "ß",
    "ｶﾞ",
    "น้ำ",
    "\u200c",
    "\u00ad",
    " ",
    "😀",
    "\u0301",
    "ﷺ",
    "-",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part).map((parts) => parts.join("")),
        fc.string({ unit: "binary" }),
      ),
      (text) => {
        const folded = fold(text);
        expect(fold(folded)).toBe(folded);
        const places = foldedPlaces(text);
        const length = Array.from(text.normalize("NFC")).length;
        if (places === null) expect(Array.from(folded).length).toBe(length);
        else {
          expect(places).toHaveLength(Array.from(folded).length + 1);
          expect(places.at(-1)).toBe(length);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test("returns no positions if all characters keep theirs, and a list otherwise", () => {
  for (const text of ["", "plain text", "Café – naïve"]) expect(foldedPlaces(text), text).toBeNull();
  expect(foldedPlaces("ﬁx\u00ad!")).toEqual([0, 0, 1, 3, 4]);
});

test("splits text into letters with their marks", () => {
  expect(clustersOf("นำ้a")).toEqual(["น", "ำ้", "a"]);
  expect(clustersOf("\u0e48\u0e49a")).toEqual(["\u0e48\u0e49", "a"]);
  expect(clustersOf("")).toEqual([]);
});

test("treats letters, digits, marks and underscores as word characters", () => {
  expect(["a", "я", "7", "\u0e48", "_"].every(isInWord)).toBe(true);
  expect([" ", "-", "😀"].some(isInWord)).toBe(false);
});

test("ignores spaces around names and repeated spaces in them", () => {
  expect(foldName("  Émile \u00a0 Zola ")).toBe("emile zola");
});
