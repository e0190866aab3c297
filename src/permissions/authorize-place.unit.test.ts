/** Who runs a place where pages are made. */
import { expect, test } from "vitest";
import { EVERYTHING, VIEW } from "../kernel/rights.ts";
import { runsPlace } from "./authorize-place.ts";

const place = (rights: number, isDriveAdmin = false) => ({ rights, isDriveAdmin });

test("pages are made by the drive's admins, and by the deployment's where they can see the place", () => {
  const user = { role: "user" } as const;
  const admin = { role: "admin" } as const;
  expect([runsPlace(user, place(EVERYTHING)), runsPlace(user, place(0, true))]).toEqual([false, true]);
  expect([runsPlace(admin, place(VIEW)), runsPlace(admin, place(EVERYTHING & ~VIEW))]).toEqual([true, false]);
  expect(runsPlace(admin, place(0, true))).toBe(true);
});
