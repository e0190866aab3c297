import fc from "fast-check";
import { expect, test } from "vitest";
import { attachment, inline } from "./disposition.ts";

const RUNS = Number(process.env.FUZZ_RUNS ?? "1500");

/** Parses the header by RFC 6266 §4.1 and `filename*` by RFC 8187 §3.2.1; null if it does not match. */
function parse(header: string): { kind: string; plain: string; exact: string | null } | null {
  const match =
    /^(attachment|inline); filename="((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*)"(?:; filename\*=UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})*))?$/.exec(
      header,
    );
  if (!match) return null;
  const [, kind = "", quoted = "", extended] = match;
  return {
    kind,
    plain: quoted.replace(/\\(.)/g, "$1"),
    exact: extended === undefined ? null : decodeURIComponent(extended),
  };
}

const name = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  // Arbitrary UTF-16 code units, including lone surrogates.
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(...Array.from("\"\\%;='*()\r\n\0 a.é\u{1f600}")), maxLength: 30 }),
);

test("round-trips any file name through a Content-Disposition header of visible ASCII", () => {
  fc.assert(
    fc.property(name, fc.boolean(), (given, isShown) => {
      const header = (isShown ? inline : attachment)(given);
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      expect(new Headers({ "Content-Disposition": header }).get("Content-Disposition")).toBe(header);
      const read = parse(header);
      expect(read?.kind).toBe(isShown ? "inline" : "attachment");
      expect(read?.exact ?? read?.plain).toBe(given.toWellFormed());
      // Some browsers percent-decode the plain filename and do not support backslash escapes.
      expect(read?.plain).not.toMatch(read?.exact === null ? /["\\]/ : /["\\%]/);
    }),
    { numRuns: RUNS },
  );
});
