import fc from "fast-check";
import { expect, test } from "vitest";
import { type RequestedRange, parseRange } from "./range.ts";

const RUNS = Number(process.env.FUZZ_RUNS ?? "1500");
const TAG = '"v1"';

const WHOLE: RequestedRange = { kind: "whole" };
const NONE: RequestedRange = { kind: "unsatisfiable" };

/** The result that RFC 9110 §14.1.2 requires for one byte range of a `size`-byte file, computed with BigInt. */
function ruled(first: bigint | null, last: bigint | null, size: bigint): RequestedRange {
  if (first === null) {
    const length = last === null || last > size ? size : last;
    return length === 0n ? NONE : byteRange(size - length, length);
  }
  if (last !== null && last < first) return WHOLE;
  if (first >= size) return NONE;
  const end = last === null || last >= size ? size - 1n : last;
  return byteRange(first, end - first + 1n);
}

const byteRange = (offset: bigint, length: bigint): RequestedRange => ({
  kind: "stretch",
  stretch: { offset: Number(offset), length: Number(length) },
});

const size = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100_000_000 }));
/** Mostly near the ends of small files, sometimes beyond the precision of a double. */
const position = fc.oneof(
  fc.bigInt({ min: 0n, max: 25n }),
  fc.bigInt({ min: 0n, max: 100_000_001n }),
  fc.bigInt({ min: 0n, max: 10n ** 30n }),
);
const digits = fc
  .tuple(position, fc.integer({ min: 0, max: 3 }))
  .map(([n, zeros]) => ({ n, text: "0".repeat(zeros) + n }));
const maybe = fc.option(digits, { nil: null });
const unit = fc.constantFrom("bytes", "Bytes", "BYTES");

const wanted = (headers: Record<string, string>, bytes: number): RequestedRange =>
  parseRange(new Headers(headers), bytes, TAG);

test("interprets a single byte range as the RFC specifies", () => {
  fc.assert(
    fc.property(unit, maybe, maybe, size, (name, first, last, bytes) => {
      fc.pre(first !== null || last !== null);
      // Positions that a double cannot distinguish are beyond the end of any file, and are refused for that reason.
      fc.pre(!(first && last && last.n < first.n && last.n > 2n ** 53n));
      const asked = `${name}=${first?.text ?? ""}-${last?.text ?? ""}`;
      expect(wanted({ Range: asked }, bytes)).toEqual(ruled(first?.n ?? null, last?.n ?? null, BigInt(bytes)));
    }),
    { numRuns: RUNS },
  );
});

const visible = fc.string({ unit: fc.constantFrom(...Array.from(" \tbytes=-0123456789,;*/.+eExX")), maxLength: 24 });

const single = fc.tuple(maybe, maybe).map(([from, to]) => `${from?.text ?? ""}-${to?.text ?? ""}`);
const several = fc.array(single, { minLength: 2, maxLength: 4 }).map((ranges) => ranges.join(","));
const otherUnit = fc.constantFrom("items", "byte", "bytess", "kbytes", "none", "octets");
const noRange = fc.oneof(
  visible,
  visible.map((text) => `bytes=${text}`),
  several.map((ranges) => `bytes=${ranges}`),
  fc.tuple(otherUnit, single).map(([name, range]) => `${name}=${range}`),
  fc.tuple(single, fc.constantFrom("x", "-", "/9", ";q=1", ".5")).map(([range, tail]) => `bytes=${range}${tail}`),
);

test("returns the whole file for anything but a single byte range", () => {
  fc.assert(
    fc.property(noRange, size, (asked, bytes) => {
      // Spaces between tokens are tolerated, so such a header may be a valid range.
      fc.pre(!/^\s*bytes\s*=\s*(?:\d+\s*-\s*\d*|-\s*\d+)\s*$/i.test(asked));
      expect(wanted({ Range: asked }, bytes)).toEqual(WHOLE);
    }),
    { numRuns: RUNS },
  );
});

test("returns a range within the file for any request", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        noRange,
        single.map((range) => `bytes=${range}`),
      ),
      size,
      (asked, bytes) => {
        const found = wanted({ Range: asked }, bytes);
        if (found.kind !== "stretch") return;
        const { offset, length } = found.stretch;
        expect([Number.isSafeInteger(offset), Number.isSafeInteger(length)]).toEqual([true, true]);
        expect([offset >= 0, length > 0, offset + length <= bytes]).toEqual([true, true, true]);
      },
    ),
    { numRuns: RUNS },
  );
});

test("applies a range only if If-Range matches the current version (RFC 9110 §13.1.5)", () => {
  const other = fc.oneof(
    fc.constantFrom(`W/${TAG}`, "*", "v1", `${TAG}, "v2"`, "Sat, 21 Nov 2026 16:00:00 GMT", "", '"V1"'),
    fc.string({ unit: fc.constantFrom(...Array.from('"v1W/,* ')), maxLength: 8 }),
  );
  fc.assert(
    fc.property(other, fc.boolean(), size, (condition, isSame, bytes) => {
      const given = isSame ? TAG : condition;
      const found = wanted({ Range: "bytes=0-0", "If-Range": given }, bytes);
      expect(found).toEqual(given.trim() === TAG ? byteRange(0n, 1n) : WHOLE);
    }),
    { numRuns: RUNS },
  );
});
