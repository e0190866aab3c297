/** Rights are bits with fixed values; editing includes commenting. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { COMMENT, DELETE, EDIT, EVERYTHING, SHARE, VIEW, includesRights, packRights, unpackRights } from "./rights.ts";

const FLAGS = ["canView", "canComment", "canEdit", "canShare", "canDelete"] as const;
const rights = fc.integer({ min: 0, max: 31 });

test("defines the bits of the rights and their sum", () => {
  expect([VIEW, EDIT, SHARE, DELETE, COMMENT, EVERYTHING]).toEqual([1, 2, 4, 8, 16, 31]);
});

test("packs each flag into its own bit, and that of commenting with editing", () => {
  expect(FLAGS.map((flag) => packRights({ [flag]: true }))).toEqual([1, 16, 18, 4, 8]);
  expect([packRights({}), packRights({ canEdit: true, canComment: false })]).toEqual([0, EDIT | COMMENT]);
  const none = unpackRights(0);
  expect(unpackRights(VIEW | SHARE)).toEqual({ ...none, canView: true, canShare: true });
  expect(unpackRights(VIEW | COMMENT)).toEqual({ ...none, canView: true, canComment: true });
  expect(unpackRights(EDIT | COMMENT | DELETE)).toEqual({ ...none, canComment: true, canEdit: true, canDelete: true });
});

test("round-trips rights through packing", () => {
  for (let bits = 0; bits <= EVERYTHING; bits += 1)
    expect(packRights(unpackRights(bits))).toBe(bits & EDIT ? bits | COMMENT : bits);
});

test("checks that all needed rights are present", () => {
  fc.assert(
    fc.property(rights, rights, (held, needed) => {
      const [has, needs] = [unpackRights(held), unpackRights(needed)];
      return includesRights(held, needed) === FLAGS.every((flag) => has[flag] || !needs[flag]);
    }),
    { numRuns: 1_000 },
  );
  expect([
    includesRights(VIEW, VIEW | EDIT),
    includesRights(0, VIEW),
    includesRights(EVERYTHING, EVERYTHING),
    includesRights(0, 0),
  ]).toEqual([false, false, true, true]);
});
