/** Rights are four independent bits, with the values stored in the database. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { DELETE, EDIT, EVERYTHING, SHARE, VIEW, includesRights, packRights, unpackRights } from "./rights.ts";

const FLAGS = ["canView", "canEdit", "canShare", "canDelete"] as const;
const rights = fc.integer({ min: 0, max: 15 });

test("defines the stored bits of the rights and their sum", () => {
  expect([VIEW, EDIT, SHARE, DELETE, EVERYTHING]).toEqual([1, 2, 4, 8, 15]);
});

test("packs each flag into its own bit", () => {
  expect(FLAGS.map((flag) => packRights({ [flag]: true }))).toEqual([1, 2, 4, 8]);
  expect([packRights({}), packRights({ canView: false, canEdit: true, canShare: false })]).toEqual([0, 2]);
  expect(unpackRights(VIEW | SHARE)).toEqual({ canView: true, canEdit: false, canShare: true, canDelete: false });
  expect(unpackRights(EDIT | DELETE)).toEqual({ canView: false, canEdit: true, canShare: false, canDelete: true });
});

test("round-trips rights through packing", () => {
  for (let bits = 0; bits <= 15; bits += 1) expect(packRights(unpackRights(bits))).toBe(bits);
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
