/** How an erasure entry lists the entries that lost their personal data, and which lists are valid. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { erasedBy, erasureDetail, MAX_ERASED } from "./erasure.ts";
import type { AuditEntry } from "./format.ts";

type Told = Pick<AuditEntry, "kind" | "actor" | "seq" | "d">;
const erasure = (seqs: unknown, changes: Partial<Told> = {}): AuditEntry =>
  ({ kind: "audit.erase", actor: { t: "system" }, seq: 10_000, d: { seqs }, ...changes }) as AuditEntry;

test("combines adjacent entries into sorted ranges", () => {
  expect(erasureDetail([9, 3, 7, 8])).toEqual({ entries: 4, seqs: ["3,7-9"] });
  expect(erasureDetail([1, 2, 5, 6, 9, 10])["seqs"]).toEqual(["1-2,5-6,9-10"]);
  expect(erasureDetail([])).toEqual({ entries: 0, seqs: [] });
});

test("stores 500 separate entries in texts of at most 512 characters", () => {
  const seqs = Array.from({ length: MAX_ERASED }, (_, i) => 1_000 + 2 * i);
  const { seqs: texts } = erasureDetail(seqs) as { seqs: string[] };
  // 102 four-digit numbers take 509 characters; one more would make 514.
  expect(texts.map((text) => text.length)).toEqual([509, 509, 509, 509, 459]);
});

test("fills a text up to exactly 512 characters", () => {
  const lengthsFrom = (first: number): number[] => {
    const seqs = [first, ...Array.from({ length: 102 }, (_, i) => 1_000 + 2 * i)];
    return (erasureDetail(seqs)["seqs"] as string[]).map((text) => text.length);
  };
  expect([lengthsFrom(10), lengthsFrom(100)]).toEqual([[512], [508, 4]]);
});

test("round-trips any set of erased entries", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(9_999), { maxLength: MAX_ERASED }), (seqs) => {
      const { seqs: texts } = erasureDetail(seqs);
      expect(erasedBy(erasure(texts))).toEqual(seqs.toSorted((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});

test("covers only entries before the erasure itself", () => {
  expect(erasedBy(erasure(["3", "9999", "10000", "10001", "9998-10000"]))).toEqual([3, 9999]);
});

test("limits a range to the maximum number of erased entries", () => {
  expect(erasedBy(erasure([`1-${MAX_ERASED}`]))).toHaveLength(MAX_ERASED);
  expect(erasedBy(erasure([`0-${MAX_ERASED}`]))).toEqual([]);
});

test("accepts erasures only from the service itself", () => {
  expect(erasedBy(erasure(["3"], { actor: { t: "user", id: "ann" } }))).toEqual([]);
  expect(erasedBy(erasure(["3"], { kind: "audit.export" }))).toEqual([]);
});

test("ignores malformed ranges and keeps the valid ones beside them", () => {
  for (const seqs of [undefined, "3", 3, { 0: "3" }, [3], [null], [["3"]]]) expect(erasedBy(erasure(seqs))).toEqual([]);
  for (const text of [
    "",
    "-",
    "a",
    "3-",
    "-3",
    "x3",
    "3x",
    "3-4x",
    "x3-4",
    "3-4-5",
    "4-3",
    "5-3",
    "3 - 4",
    "1".repeat(16),
  ])
    expect(erasedBy(erasure([`${text},7`, "8"])), text).toEqual([7, 8]);
});
