/** The documented lifetimes of signed-in devices. */
import { expect, test } from "vitest";
import { ROTATION_GRACE } from "../rotation-rules.ts";
import { ABSOLUTE_LIFETIME, FORGET_AFTER, IDLE_LIFETIME } from "./rules.ts";

test("expires a device after 90 days unused or a year, and a replaced token after 30 seconds", () => {
  const days = [IDLE_LIFETIME, ABSOLUTE_LIFETIME, FORGET_AFTER].map((ms) => ms / 86_400_000);
  expect([days, ROTATION_GRACE]).toEqual([[90, 365, 30], 30_000]);
});
