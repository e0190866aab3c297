import { expect, test } from "vitest";
import { isReservedName } from "./reserved-names.ts";

test.each([
  "admin",
  "Administrator",
  "A D M I N",
  "ad\u200dmin",
  "ad\u200bmin",
  "Àdmïn",
  "ａｄｍｉｎ",
  "_admin_",
  "аdmіn",
  "АDМІN",
  "Octavo Support",
  "no-reply",
])("%j is reserved", (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each(["Adminka", "Ada Min", "Root Beer", "Ann", "Админ Петров", "support-ann", ""])("%j is not", (name) => {
  expect(isReservedName(name)).toBe(false);
});
