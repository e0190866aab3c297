/** Levels of access in the dialogs, and rights in words. */
import { expect, test } from "vitest";
import { packRights, unpackRights, EVERYTHING, SHARE, VIEW, COMMENT } from "../../../kernel/rights.ts";
import { EDIT_LEVEL, LEVELS, NO_ACCESS, levelIndex, levelOf } from "./people.ts";

test("offers levels that each add to the one before, and suggests editing", () => {
  const rights = [NO_ACCESS, ...LEVELS].map(({ flags }) => packRights(flags));
  expect(rights).toEqual([0, VIEW, VIEW | COMMENT, 19, 19 | SHARE, EVERYTHING]);
  expect(LEVELS[EDIT_LEVEL]?.label).toBe("View and edit");
});

test("recognizes the rights of a level, as the service returns them, and no other rights", () => {
  for (const [index, { flags }] of LEVELS.entries()) expect(levelIndex(unpackRights(packRights(flags)))).toBe(index);
  expect(levelIndex(unpackRights(VIEW | COMMENT | SHARE))).toBe(-1);
});

test("names commenting only where editing does not include it", () => {
  expect(levelOf(unpackRights(VIEW | COMMENT | SHARE))).toBe("Can view, comment, share");
  expect(levelOf(unpackRights(EVERYTHING))).toBe("Can view, edit, share, delete");
});
