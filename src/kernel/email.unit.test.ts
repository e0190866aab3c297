/** Which spellings of an address denote the same mailbox. */
import { expect, test } from "vitest";
import { normalizeEmail } from "./email.ts";

test.each([
  ["case and surrounding spaces", " Ann@Example.COM\n", "ann@example.com"],
  ["a decomposed letter", "ame\u0301lie@example.com", "am\u00e9lie@example.com"],
  ["a capital whose lower-case form is composed differently", "\u2126@example.com", "\u03c9@example.com"],
  ["an internationalized domain", "ann@m\u00fcnchen.example", "ann@xn--mnchen-3ya.example"],
  ["a domain in full-width letters", "ann@\uff45xample.com", "ann@example.com"],
  ["a domain after a quoted @", '"a@\u00fc"@m\u00fcnchen.example', '"a@\u00fc"@xn--mnchen-3ya.example'],
])("normalizes %s", (_, spelling, mailbox) => {
  expect(normalizeEmail(spelling)).toBe(mailbox);
  expect(normalizeEmail(mailbox)).toBe(mailbox);
});

test("keeps the local part of an email address", () => {
  expect(normalizeEmail("ann.lee+octavo@example.com")).toBe("ann.lee+octavo@example.com");
  expect(normalizeEmail("m\u00fcnchen@example.com")).toBe("m\u00fcnchen@example.com");
});

test("normalizes text without an @ without a domain", () => {
  expect(normalizeEmail("M\u00fcnchen")).toBe("m\u00fcnchen");
});

test("keeps an ASCII domain as written, even if a URL parser would change it", () => {
  for (const domain of ["127.1", "0x7f.0.0.1", "a%62.example", "example.com:80"])
    expect(normalizeEmail(`ann@${domain}`)).toBe(`ann@${domain}`);
});

test("keeps a domain that is not a valid host name", () => {
  for (const domain of [
    "\u00fc.example/path",
    "\u00fc.example?query",
    "\u00fc.example#hash",
    "\u00fc.example:80",
    "\u00fc.example\\path",
    "\u00fc%2e.example",
    "\u00fc .example",
    "\u00fc<.example",
    "xn--\u00fc.example",
    "\u00ad",
  ])
    expect(normalizeEmail(`ann@${domain}`)).toBe(`ann@${domain}`);
});
