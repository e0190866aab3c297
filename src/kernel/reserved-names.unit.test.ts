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
])("reserves the name %j", (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each(["Adminka", "Ada Min", "Root Beer", "Ann", "Админ Петров", "support-ann", ""])(
  "does not reserve the name %j",
  (name) => {
    expect(isReservedName(name)).toBe(false);
  },
);

/** The service mailboxes of RFC 2142, operator roles, and our own names. */
test.each([
  "Abuse",
  "ADMINISTRATION",
  "Ádministrators",
  "Admins!",
  "Host-Master",
  "Moderator",
  "Post Master",
  "ROOT",
  "Sécurity",
  "Support 🚀",
  "S.y.s.t.e.m",
  "Web Master",
  "Octavo",
  "Octavo – Security",
  "Octavo Team",
])("reserves the operator name %j", (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  ["Cyrillic", "гооt", false],
  ["Cyrillic", "аԁmіn", true],
  ["Cyrillic", "осtаvо", true],
  ["Cyrillic", "ѕесurіtу", true],
  ["Cyrillic", "ѕуѕтем", true],
  ["Cyrillic", "ѕuрроrт", true],
  ["Greek", "αdmιn", true],
  ["Greek", "οcτaνο", true],
  ["Greek", "suρρorτ", true],
])("treats %s letters like the Latin letters they resemble: %j", (_, name, isReserved) => {
  expect(isReservedName(name)).toBe(isReserved);
});
