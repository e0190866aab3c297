/** What each right opens, over all sixteen of them. */
import { expect, test } from "vitest";
import { EVERYTHING, VIEW } from "../../kernel/rights.ts";
import { canCreateIn, canDelete, canEdit, canView } from "./policy.ts";

const held = (rights: number, isDriveAdmin = false) => ({ rights, isDriveAdmin });
const all = Array.from({ length: 16 }, (_, rights) => rights);
const openedBy = (may: (page: ReturnType<typeof held>) => boolean): number[] => all.filter((r) => may(held(r)));

test("a page is seen by anyone who may view it", () => {
  expect(openedBy(canView)).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
});

test("it is edited or deleted by anyone who may do so and see it", () => {
  expect(openedBy(canEdit)).toEqual([3, 7, 11, 15]);
  expect(openedBy(canDelete)).toEqual([9, 11, 13, 15]);
});

test("pages are made by the drive's admins, and by the deployment's where they can see the place", () => {
  const user = { role: "user" } as const;
  const admin = { role: "admin" } as const;
  expect([canCreateIn(user, held(EVERYTHING)), canCreateIn(user, held(0, true))]).toEqual([false, true]);
  expect([canCreateIn(admin, held(VIEW)), canCreateIn(admin, held(EVERYTHING & ~VIEW))]).toEqual([true, false]);
  expect(canCreateIn(admin, held(0, true))).toBe(true);
});
