/** Printing and parsing of page paths round-trip for any titles. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePath, fromComparable, parsePath, printPath } from "./page-path.ts";

test("escapes slashes and percent sequences in titles only", () => {
  expect(printPath("team", ["Q3/Q4", "100%", "50%20off", "Ünder & Söhne"])).toBe(
    "/team/Q3%2FQ4/100%/50%2520off/Ünder & Söhne",
  );
  expect(printPath(null, ["Shared"])).toBe("/Shared");
});

test("decodes a path segment by segment", () => {
  expect(parsePath("/team/Road%20Map/Q3%2fQ4/")).toEqual(["team", "Road Map", "Q3/Q4"]);
  expect(parsePath("/team/%C3%A9t%C3%A9")).toEqual(["team", "été"]);
  expect(parsePath("/team/e%CC%81")).toEqual(["team", "é"]);
  for (const kept of ["%", "%2", "%zz", "%FF", "%00", "%0A"]) expect(parsePath(`/t/${kept}`)).toEqual(["t", kept]);
  for (const none of ["", "/", "//", "team/Plan", "/team//Plan", "see /team/Plan"]) expect(parsePath(none)).toBeNull();
});

const title = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
    fc
      .array(fc.constantFrom("%", "/", "2", "F", "5", "a", "é", "😀"), { minLength: 1, maxLength: 12 })
      .map((p) => p.join("")),
  )
  .map((text) => text.normalize("NFC"));

test("round-trips any titles through a path", () => {
  fc.assert(
    fc.property(fc.array(title, { minLength: 1, maxLength: 4 }), (titles) => {
      const path = printPath("team", titles);
      expect(parsePath(path)).toEqual(["team", ...titles]);
      const { text, offsets } = decodePath(path);
      expect(text.split("/").slice(2).map(fromComparable)).toEqual(titles);
      if (offsets) {
        expect(offsets.length).toBe(text.length + 1);
        expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 2_000 },
  );
});
