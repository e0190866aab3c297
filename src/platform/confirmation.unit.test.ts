import { expect, test } from "vitest";
import { isValidConfirmation, makeConfirmation } from "./confirmation.ts";
import { createKeys } from "./keys.ts";

const keys = createKeys("a root secret for tests only, 0123456789");
const MINUTE = 60_000;
/** The start of a ten-minute slot. */
const START = 1_800_000_000_000;

test("accepts a confirmation only for its link and its browser", () => {
  const made = makeConfirmation(keys, "link", "browser", START);
  const holds = (token: string, binding: string | null, text = made): boolean =>
    isValidConfirmation(keys, text, token, binding, START);
  expect(holds("link", "browser")).toBe(true);
  expect([holds("other", "browser"), holds("link", "other"), holds("link", null), holds("link", "")]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([holds("link", "browser", ""), holds("link", "browser", `${made}x`)]).toEqual([false, false]);
  const others = createKeys("another root secret for tests, 0123456789");
  expect(isValidConfirmation(others, made, "link", "browser", START)).toBe(false);
});

test("accepts a confirmation for ten to twenty minutes, and not before its creation", () => {
  const at = (made: number, asked: number): boolean =>
    isValidConfirmation(keys, makeConfirmation(keys, "link", "browser", made), "link", "browser", asked);
  expect([at(START, START + 20 * MINUTE - 1), at(START, START + 20 * MINUTE)]).toEqual([true, false]);
  const late = START + 10 * MINUTE - 1;
  expect([at(late, late + 10 * MINUTE), at(late, late + 10 * MINUTE + 1)]).toEqual([true, false]);
  expect(at(START, START - 1)).toBe(false);
});
