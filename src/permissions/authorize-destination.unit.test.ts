/** Who manages a destination in which pages are created. */
import { expect, test } from "vitest";
import { EVERYTHING, VIEW } from "../kernel/rights.ts";
import { managesDestination } from "./authorize-destination.ts";

const place = (rights: number, isDriveAdmin = false) => ({ rights, isDriveAdmin });

test("lets drive admins, and deployment admins with the view right, create pages at the destination", () => {
  const user = { role: "user" } as const;
  const admin = { role: "admin" } as const;
  expect([managesDestination(user, place(EVERYTHING)), managesDestination(user, place(0, true))]).toEqual([
    false,
    true,
  ]);
  expect([managesDestination(admin, place(VIEW)), managesDestination(admin, place(EVERYTHING & ~VIEW))]).toEqual([
    true,
    false,
  ]);
  expect(managesDestination(admin, place(0, true))).toBe(true);
});
