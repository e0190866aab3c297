/** The documented lifetimes of signed-in devices. */
import { expect, test } from "vitest";
import { ROTATION_GRACE } from "../rotation-rules.ts";
import { ABSOLUTE_LIFETIME, FORGET_AFTER, IDLE_LIFETIME } from "./rules.ts";

test("a device lives 90 days unused and a year at most, its replaced token half a minute", () => {
  const days = [IDLE_LIFETIME, ABSOLUTE_LIFETIME, FORGET_AFTER].map((ms) => ms / 86_400_000);
  expect([days, ROTATION_GRACE]).toEqual([[90, 365, 30], 30_000]);
});
