/** The offline verifier: its findings and messages; erasure is not a fault, and no input makes it crash. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { extend, genesis, toHex } from "../../src/audit-log/chain.ts";
import { serializeDraft, systemDraft, writeEntry } from "../../src/audit-log/draft.ts";
import { erasureDetail } from "../../src/audit-log/erasure.ts";
import { formatHeader, formatLine, parseLine } from "../../src/audit-log/format.ts";
import { HEADER, exportChain, toBytes, verify } from "./verify-fixture.ts";
import { Verifier, verifyExport } from "../../scripts/audit/verify.ts";
import { nightly } from "../support/nightly.ts";

const LINES = exportChain(8, "a");
const FORK = exportChain(8, "b");
const BYTES = toBytes(LINES);
const PIN = { seq: 7, head: parseLine(LINES.at(-1) ?? "").head };

test("accepts an untouched export, with or without a pin, in chunks of any size", async () => {
  expect(verify(BYTES)).toMatchObject({ valid: true, entries: 8, head: PIN.head, firstBad: null });
  for (const size of [1, 7, 1000]) {
    const pieces = async function* () {
      for (let at = 0; at < BYTES.length; at += size) yield BYTES.subarray(at, at + size);
    };
    expect(await verifyExport(pieces(), [PIN])).toMatchObject({ valid: true, entries: 8 });
  }
});

test("reports the first bad line and the reason", () => {
  const tampered = [...LINES];
  tampered[5] = (tampered[5] ?? "").replace('"risk":0', '"risk":9');
  expect(verify(toBytes(tampered)).firstBad).toEqual({
    line: 6,
    seq: 4,
    reason: "the head does not match the entry",
  });
});

test("accepts a chain rewritten from its first entry without a pin and rejects it with one", () => {
  expect(verify(toBytes(FORK)).valid).toBe(true);
  expect(verify(toBytes(FORK), [PIN]).firstBad).toMatchObject({ line: 9, reason: "the head does not match the pin" });
});

test.each([
  [{ shard: 0, seq: 1 }, "found entry 1 instead of entry 0"],
  [{ shard: 1, seq: 0 }, "entry of shard 1 found in shard 0"],
])("rejects an entry with a wrong position even if its hash is right: %o", (place, reason) => {
  const { text, pii } = writeEntry({ id: "e", created_at: 0, entry: "" }, { ...place, salt: "00".repeat(32) });
  const head = toHex(extend(genesis(HEADER), text).head);
  const forged = toBytes([formatHeader(HEADER), formatLine({ entry: text, pii, head })]);
  expect(verify(forged).firstBad).toEqual({ line: 2, seq: 0, reason });
});

const FIRST = LINES[1] ?? "";
const { entry: ENTRY, pii: PII } = parseLine(FIRST);
const forge = (text: string): string =>
  formatLine({ entry: text, pii: PII, head: toHex(extend(genesis(HEADER), text).head) });

test.each([
  ["whitespace in the header", (LINES[0] ?? "").replace(":1,", ":1, "), FIRST],
  ["a duplicate key in the header", (LINES[0] ?? "").replace('"shard":0', '"shard":0,"shard":0'), FIRST],
  ["whitespace in the personal data", LINES[0], FIRST.replace('},"pii":{', '},"pii":{ ')],
  ["whitespace in an entry", LINES[0], forge(ENTRY.replace('"risk":0', '"risk": 0'))],
  ["a duplicate key in an entry", LINES[0], forge(ENTRY.replace('"risk":0', '"risk":0,"risk":0'))],
  ["an escape for a plain letter", LINES[0], forge(ENTRY.replace("auth.", "\\u0061uth."))],
  ["an unknown field", LINES[0], forge(ENTRY.replace('"v":1}', '"v":1,"w":1}'))],
  ["keys out of order", LINES[0], forge(`${ENTRY.replace(',"v":1}', "").replace("{", '{"v":1,')}}`)],
])("rejects a non-canonical form even if the hash is right: %s", (_, header, line) => {
  expect(verify(toBytes([header ?? "", forge(ENTRY)])).valid).toBe(header === LINES[0]);
  expect(verify(toBytes([header ?? "", line])).valid).toBe(false);
});

test("rejects contradictory pins before reading anything", () => {
  const pins = [PIN, { ...PIN, head: "00".repeat(32) }];
  const reason = "the pins contradict each other";
  expect(verify(BYTES, pins)).toMatchObject({ valid: false, firstBad: { line: null, seq: null, reason } });
  expect(new Verifier(pins).write(BYTES)).toBe(false);
  expect(verify(BYTES, [PIN, { ...PIN }]).valid).toBe(true);
});

test("reports what was read, also for a file without entries and an empty file", () => {
  const [header = ""] = LINES;
  const head = toHex(genesis(HEADER).head);
  expect(verify(toBytes([header]))).toEqual({ valid: true, entries: 0, head, ...HEADER, firstBad: null });
  const nothing = { valid: false, entries: 0, head: null, origin: null, shard: null };
  expect(verify(Buffer.alloc(0))).toEqual({
    ...nothing,
    firstBad: { line: null, seq: null, reason: "the file is empty" },
  });
  expect(verify(toBytes(["x"]))).toEqual({
    ...nothing,
    firstBad: { line: 1, seq: null, reason: "the header is not JSON" },
  });
  const third = verify(toBytes(LINES.slice(0, 4).with(3, "x")));
  expect(third).toMatchObject({ valid: false, entries: 2, ...HEADER, firstBad: { line: 4, seq: 2 } });
  expect(third.head).toBe(parseLine(LINES[2] ?? "").head);
});

test("reports the first of several faults", () => {
  const twice = toBytes(LINES.with(2, "x").with(4, "y"));
  expect(verify(twice, [PIN]).firstBad).toMatchObject({ line: 3, seq: 1 });
});

test("distinguishes a truncated file from one with trailing data, and detects truncation by pins", () => {
  const cut = { line: 9, seq: 7, reason: "the last line has no line feed: the file was truncated or extended" };
  expect(verify(BYTES.subarray(0, -1)).firstBad).toEqual(cut);
  expect(verify(Buffer.concat([BYTES, Buffer.from("x")])).firstBad).toEqual({ ...cut, line: 10, seq: 8 });
  const missing = (seq: number) => ({
    line: null,
    seq: 3,
    reason: `the pinned entry ${seq} is missing: the end was truncated`,
  });
  const three = toBytes(LINES.slice(0, 4));
  expect(verify(three, [PIN, { ...PIN, seq: 5 }]).firstBad).toEqual(missing(5));
  expect(verify(three, [{ ...PIN, seq: 3 }]).firstBad).toEqual(missing(3));
  expect(verify(three, [{ seq: 2, head: parseLine(LINES[3] ?? "").head }]).valid).toBe(true);
});

test("limits a line to 65,536 bytes, in one chunk or many", () => {
  const reason = (length: number, size: number): string | undefined => {
    const verifier = new Verifier();
    const bytes = toBytes([LINES[0] ?? "", "x".repeat(length)]);
    for (let at = 0; at < bytes.length; at += size) verifier.write(bytes.subarray(at, at + size));
    return verifier.end().firstBad?.reason;
  };
  for (const size of [1_000, 65_536, 1_000_000]) {
    expect(reason(65_536, size)).toContain("not of the form");
    expect(reason(65_537, size)).toBe("the line is longer than 65536 bytes");
  }
  const unended = new Verifier();
  expect(unended.write(Buffer.alloc(65_536, 0x61))).toBe(true);
  expect(unended.write(Buffer.alloc(1, 0x61))).toBe(false);
  expect(unended.end().firstBad).toEqual({ line: 1, seq: null, reason: "the line is longer than 65536 bytes" });
});

test("rejects a line that is not UTF-8 or starts with a byte order mark", () => {
  const [header = "", ...lines] = LINES;
  const binary = Buffer.concat([toBytes([header]), Buffer.from([0xc3, 0x0a])]);
  expect(verify(binary).firstBad).toEqual({ line: 2, seq: 0, reason: "the line is not UTF-8" });
  expect(verify(toBytes([`\ufeff${header}`, ...lines])).firstBad).toMatchObject({ line: 1 });
  expect(verify(toBytes([header, `\ufeff${lines[0]}`])).firstBad).toMatchObject({ line: 2 });
});

test("allows chunks to be reused after a write, and reads none after a fault", async () => {
  const verifier = new Verifier([PIN]);
  const piece = Buffer.alloc(10);
  for (let at = 0; at < BYTES.length; at += 10) {
    const length = BYTES.copy(piece, 0, at);
    expect(verifier.write(piece.subarray(0, length))).toBe(true);
    piece.fill(0);
  }
  expect(verifier.end()).toMatchObject({ valid: true, entries: 8 });
  let asked = 0;
  const pieces = async function* () {
    for (const line of ["x", ...LINES]) {
      asked += 1;
      yield toBytes([line]);
    }
  };
  expect((await verifyExport(pieces())).firstBad).toMatchObject({ line: 1 });
  expect(asked).toBe(1);
});

test("accepts erased personal data only if an erasure entry lists it, and rejects changed data", () => {
  const rows = LINES.slice(1).map(parseLine);
  const emptied = rows.map((row, at) => formatLine({ ...row, pii: at % 2 ? null : row.pii }));
  const telling = (seqs: readonly number[]): string => {
    const draft = systemDraft("audit.erase", "erase-8", 2000, erasureDetail(seqs));
    const { text, pii } = writeEntry(
      { id: draft.id, created_at: 0, entry: serializeDraft(draft) },
      { shard: 0, seq: 8, salt: "08".repeat(32) },
    );
    const last = { shard: 0, next: 8, head: Buffer.from(rows.at(-1)?.head ?? "", "hex") };
    return formatLine({ entry: text, pii, head: toHex(extend(last, text).head) });
  };
  const told = toBytes([LINES[0] ?? "", ...emptied, telling([7, 1, 3, 5])]);
  expect(verify(told, [PIN])).toMatchObject({ valid: true, entries: 9 });
  for (const [lines, seq] of [
    [emptied, 1],
    [[...emptied, telling([1, 3, 7])], 5],
    [[...emptied, telling([])], 1],
  ] as const)
    expect(verify(toBytes([LINES[0] ?? "", ...lines]), [PIN])).toMatchObject({
      valid: false,
      firstBad: {
        line: seq + 2,
        seq,
        reason: "the personal data is missing, and no erasure entry records its removal",
      },
    });

  const blanked = rows.map((row, at) =>
    formatLine({ ...row, pii: at === 3 && row.pii ? { ...row.pii, ip: null } : row.pii }),
  );
  expect(verify(toBytes([LINES[0] ?? "", ...blanked])).firstBad).toMatchObject({
    seq: 3,
    reason: "the personal data does not match the entry's commitment",
  });
});

nightly("never throws, and accepts only the original export", () => {
  const fragments = fc.constantFrom(
    ...LINES,
    "{",
    "null",
    '{"entry":{},"pii":null,"head":""}',
    "[".repeat(50_000),
    "\r",
    "",
  );
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.array(fc.oneof(fragments, fc.json(), fc.string({ unit: "binary" })), { maxLength: 6 }).map(toBytes),
    fc
      .tuple(fc.constant(LINES[0] ?? ""), fc.json())
      .map(([head, json]) => toBytes([head, `{"entry":${json},"pii":${json},"head":"${PIN.head}"}`])),
  );
  fc.assert(
    fc.property(garbage, (bytes) => {
      const { valid, entries } = verify(bytes);
      if (valid) expect(toBytes(LINES.slice(0, entries + 1)).equals(bytes)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test("stops reading an endless line at the length limit", () => {
  const verifier = new Verifier();
  const piece = Buffer.alloc(1 << 20, 0x61);
  expect(verifier.write(piece)).toBe(false);
  expect(verifier.end().firstBad?.reason).toMatch(/longer than 65536 bytes/);
});

test("prints the result on the command line, never a stack trace", () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const file = (name: string, content: Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const good = file("good", BYTES);
  const cases: [string[], number, RegExp][] = [
    [[good, "--pin", `${PIN.head}@7`], 0, /entries {2}8\n.*VALID, and it contains every pinned head/s],
    [[good], 0, /Pass a pinned head/],
    [[good, `--pin=${PIN.head}@8`], 1, /INVALID \(entry 8\): the pinned entry 8 is missing/],
    [[file("bad", toBytes(LINES.with(2, "{}")))], 1, /INVALID in line 3 \(entry 1\): /],
    [[file("binary", Buffer.from([0, 255, 10, 200]))], 1, /INVALID in line 1: the line is not UTF-8/],
    [[file("empty", Buffer.alloc(0))], 1, /INVALID: the file is empty/],
    [[join(folder, "absent")], 1, /The file cannot be read/],
    [[folder], 1, /INVALID: there is neither a segment nor a checkpoint here/],
    [[], 2, /Usage/],
    [[good, "--pin", "x@1"], 2, /Usage/],
    [[good, "--force"], 2, /Usage/],
  ];
  const script = new URL("../../scripts/audit/verify-archive.ts", import.meta.url).pathname;
  for (const [args, status, says] of cases) {
    const result = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
    expect({ args, status: result.status }).toEqual({ args, status });
    expect(result.stdout + result.stderr).toMatch(says);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  }
  rmSync(folder, { recursive: true });
});
