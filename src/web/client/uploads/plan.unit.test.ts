/** Upload planning: every byte of a file is in exactly one part, and all waiting ends. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sizeOf } from "../../shared/size.ts";
import { MAX_LOOK_MS, TRIES, arrivedBytes, missingParts, pauseAfter, pauseBeforeLook } from "./plan.ts";

const uploads = fc
  .record({ size: fc.integer({ min: 1, max: 100_000 }), partSize: fc.integer({ min: 100, max: 50_000 }) })
  .chain(({ size, partSize }) =>
    fc.record({
      size: fc.constant(size),
      partSize: fc.constant(partSize),
      received: fc.uniqueArray(fc.integer({ min: 1, max: Math.ceil(size / partSize) })),
    }),
  );

test("splits a new upload into consecutive parts of the requested size", () => {
  fc.assert(
    fc.property(uploads, ({ size, partSize }) => {
      const parts = missingParts({ size, partSize, received: [] });
      expect(parts.map(({ start }) => start)).toEqual([0, ...parts.slice(0, -1).map(({ end }) => end)]);
      expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1));
      expect(parts.slice(0, -1).every(({ start, end }) => end - start === partSize)).toBe(true);
      const last = parts.at(-1);
      expect(last?.end).toBe(size);
      expect(last && last.end > last.start && last.end - last.start <= partSize).toBe(true);
    }),
  );
});

test("covers the file exactly with missing and received parts", () => {
  fc.assert(
    fc.property(uploads, (upload) => {
      const missing = missingParts(upload);
      expect(missing.some(({ number }) => upload.received.includes(number))).toBe(false);
      expect(missing.length + upload.received.length).toBe(Math.ceil(upload.size / upload.partSize));
      expect(arrivedBytes(upload) + missing.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(upload.size);
    }),
  );
});

test("retries a repeatable request twice, with increasing pauses", () => {
  const failed = { code: "offline", retryAfter: null };
  expect([1, 2, 3].map((tries) => pauseAfter(tries, failed, true))).toEqual([1_000, 4_000, null]);
  expect(TRIES).toBe(3);
});

test("waits for the server's Retry-After if it is longer", () => {
  expect(pauseAfter(1, { code: "rate_limited", retryAfter: 30 }, true)).toBe(30_000);
  expect(pauseAfter(2, { code: "unavailable", retryAfter: 1 }, true)).toBe(4_000);
});

test("does not retry a rejected request", () => {
  for (const code of ["payload_too_large", "forbidden", "storage_full", "unauthenticated"])
    expect(pauseAfter(1, { code, retryAfter: null }, true), code).toBeNull();
});

test("does not retry a request that may have been executed, unless it was rate limited", () => {
  expect(pauseAfter(1, { code: "offline", retryAfter: null }, false)).toBeNull();
  expect(pauseAfter(1, { code: "unavailable", retryAfter: 5 }, false)).toBeNull();
  expect(pauseAfter(1, { code: "rate_limited", retryAfter: 5 }, false)).toBe(5_000);
});

test("polls a file less and less often, down to once a minute", () => {
  const pauses = Array.from({ length: 30 }, (_, looks) => pauseBeforeLook(looks));
  expect(pauses[0]).toBe(1_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect(pauses.at(-1)).toBe(MAX_LOOK_MS);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [9_949, "9.9 kB"],
  [9_950, "10 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [51_000_001, "51 MB"],
  [2_500_000_000_000, "2500 GB"],
])("formats %d bytes as %s", (bytes, words) => {
  expect(sizeOf(bytes)).toBe(words);
});
