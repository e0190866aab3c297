/** Which spellings of an address denote the same mailbox. */
import { expect, test } from "vitest";
import { normalizeEmail } from "./email.ts";

test.each([
  ["case and space around it", " Ann@Example.COM\n", "ann@example.com"],
  ["a letter and its mark apart", "ame\u0301lie@example.com", "am\u00e9lie@example.com"],
  ["a capital whose small letter is composed anew", "\u2126@example.com", "\u03c9@example.com"],
  ["a domain in its own script", "ann@m\u00fcnchen.example", "ann@xn--mnchen-3ya.example"],
  ["a domain in wide letters", "ann@\uff45xample.com", "ann@example.com"],
  ["a domain behind a quoted @", '"a@\u00fc"@m\u00fcnchen.example', '"a@\u00fc"@xn--mnchen-3ya.example'],
])("%s", (_, spelling, mailbox) => {
  expect(normalizeEmail(spelling)).toBe(mailbox);
  expect(normalizeEmail(mailbox)).toBe(mailbox);
});

test("the part before the @ is the provider's affair", () => {
  expect(normalizeEmail("ann.lee+octavo@example.com")).toBe("ann.lee+octavo@example.com");
  expect(normalizeEmail("m\u00fcnchen@example.com")).toBe("m\u00fcnchen@example.com");
});

test("text without an @ has no domain", () => {
  expect(normalizeEmail("M\u00fcnchen")).toBe("m\u00fcnchen");
});

test("a domain in ASCII stays as it was written, even where a URL would read it otherwise", () => {
  for (const domain of ["127.1", "0x7f.0.0.1", "a%62.example", "example.com:80"])
    expect(normalizeEmail(`ann@${domain}`)).toBe(`ann@${domain}`);
});

test("what is no host name stays, so that nothing but a host is ever read out of a URL", () => {
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
