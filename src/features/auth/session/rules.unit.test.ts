import fc from "fast-check";
import { expect, test } from "vitest";
import { EmailAddress } from "../../../kernel/contract.ts";
import { maskEmail, mayConsume, nameFromEmail, linkVisitorOf } from "./rules.ts";

test("classifies a request for a sign-in link as browser, program or prefetch", () => {
  const opening = (headers: Record<string, string>, method = "GET"): string =>
    linkVisitorOf(method, new Headers(headers));
  expect(opening({})).toBe("program");
  expect(opening({ "User-Agent": "Mozilla/5.0" })).toBe("program");
  expect(opening({ "Sec-Fetch-Mode": "navigate" })).toBe("browser");
  expect(opening({ "Sec-Fetch-Dest": "document" })).toBe("browser");
  expect(opening({ "Sec-Fetch-Site": "cross-site" })).toBe("browser");
  expect(opening({ "Sec-Fetch-Mode": "cors", "Accept-Language": "*" })).toBe("program");
  expect(opening({ Accept: "*/*" })).toBe("program");
  expect(opening({ Accept: "text/html,*/*;q=0.8" })).toBe("browser");
  expect(opening({ Accept: "application/xhtml+xml" })).toBe("browser");
  expect(opening({ Accept: "*/*", "Accept-Language": "en" })).toBe("browser");
  for (const dest of ["image", "iframe", "empty", "script", "", "Document"]) {
    expect(opening({ "Sec-Fetch-Dest": dest, "Sec-Fetch-Mode": "navigate" }), dest).toBe("looking-ahead");
  }
  for (const header of ["Sec-Purpose", "Purpose", "X-Moz"]) {
    for (const value of ["prefetch", "Prefetch;anonymous-client-ip", "prerender", "preview"]) {
      expect(opening({ [header]: value }), `${header}: ${value}`).toBe("looking-ahead");
    }
  }
  for (const method of ["HEAD", "OPTIONS", "POST"]) expect(opening({}, method)).toBe("looking-ahead");
});

test("requires confirmation of a link opened in another browser or by a mailbox that opens links", () => {
  const table = { literal: 0, adaptive: 0, confirm: 0 };
  for (const mode of ["literal", "adaptive", "confirm"] as const) {
    for (const opening of ["browser", "program"] as const) {
      for (const [bound, confirmed, mailboxOpensLinks] of eachTriple()) {
        const at = mayConsume(mode, { opening, bound, confirmed, mailboxOpensLinks });
        if (confirmed) expect(at).toBe(true);
        if (at) table[mode] += 1;
      }
    }
  }
  const unknown = { bound: false, confirmed: false, mailboxOpensLinks: false };
  expect(mayConsume("adaptive", { ...unknown, opening: "program" })).toBe(true);
  expect(mayConsume("adaptive", { ...unknown, opening: "browser" })).toBe(false);
  // Of 16 cases: all; the 8 confirmed plus 3 of the 4 unconfirmed with a trusted mailbox; the 8 confirmed.
  expect(table).toEqual({ literal: 16, adaptive: 11, confirm: 8 });
});

const eachTriple = (): [boolean, boolean, boolean][] =>
  Array.from({ length: 8 }, (_, bits) => [(bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0]);

test("masks an email address and derives a display name from it", () => {
  expect(maskEmail("maria@example.com")).toBe("m•••@example.com");
  expect(maskEmail("m@example.com")).toBe("m•••@example.com");
  expect(nameFromEmail("maria.k@example.com")).toBe("maria.k");
  expect([maskEmail('"a@b"@example.com'), nameFromEmail('"a@b"@example.com')]).toEqual(['"•••@example.com', '"a@b"']);
  expect([nameFromEmail("@example.com"), nameFromEmail(`${"m".repeat(101)}@example.com`)]).toEqual([
    "Someone",
    "m".repeat(100),
  ]);
  expect(["admin@example.com", "Octavo.Support@example.com"].map(nameFromEmail)).toEqual(["Someone", "Someone"]);
});

test("normalizes an email address idempotently", () => {
  expect(EmailAddress.parse("  Maria@EXAMPLE.com ")).toBe("maria@example.com");
  expect(EmailAddress.parse("Ame\u0301lie@example.com")).toBe("am\u00e9lie@example.com");
  for (const domain of [
    "münchen.example",
    "MÜNCHEN.example",
    "xn--mnchen-3ya.example",
    "mu\u0308nchen。example",
    "ｍünchen.example",
  ])
    expect(EmailAddress.parse(`ann@${domain}`), domain).toBe("ann@xn--mnchen-3ya.example");
  expect(EmailAddress.parse("ann@faß.example")).toBe("ann@xn--fa-hia.example");
  for (const address of [
    "ann@a\u2100b.example",
    "ann@\u00e9/x.example",
    "ann@\u202eexample.com",
    "a\u202en@example.com",
  ])
    expect(EmailAddress.safeParse(address).success, address).toBe(false);
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 10 }), (local) => {
      const once = EmailAddress.safeParse(`${local}@example.com`);
      if (!once.success) return true;
      const { data } = once;
      return EmailAddress.parse(data) === data && !/[\s\p{Cc}\p{Cf}]/u.test(data) && data.isWellFormed();
    }),
    { numRuns: 20_000 },
  );
});
