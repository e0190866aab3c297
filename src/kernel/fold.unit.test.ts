/** What is the same to somebody who types it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, foldedPlaces, foldName } from "./fold.ts";

test.each([
  ["ﬁnance", "finance"],
  ["Straße", "STRASSE"],
  ["œuvre", "Oeuvre"],
  ["x\u0304y", "xy"],
  ["كِتَابٌ", "كتاب"],
  ["كتـــاب", "كتاب"],
  ["שָׁלוֹם", "שלום"],
  ["می\u200cخواهم", "میخواهم"],
  ["soft\u00adhyphen", "softhyphen"],
  ["ｶﾞｷﾞｸﾞ", "ガギグ"],
  ["Ｆｕｌｌ１２", "full12"],
  ["cafe\u0301", "CAFÉ"],
  ["İstanbul", "istanbul"],
])("%j is %j", (a, b) => {
  expect(fold(a)).toBe(fold(b));
});

test.each([
  ["น้ำ", "นำ"],
  ["и", "й"],
  ["か", "が"],
  ["हिंदी", "हद"],
])("%j is not %j", (a, b) => {
  expect(fold(a)).not.toBe(fold(b));
});

test("nothing is folded twice, and each folded character has its place", () => {
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

test("names are compared without regard to the spaces around and in them", () => {
  expect(foldName("  Émile \u00a0 Zola ")).toBe("emile zola");
});
