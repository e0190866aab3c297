/** The verifier of segments and checkpoints: its findings and messages, and that no input makes it crash. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CHAIN,
  type Files,
  SEGMENT,
  type Scenario,
  buildArchive,
  join as toText,
  keysOf,
  signerOf,
  toArchive,
  verifyFiles,
} from "./archive-fixture.ts";
import { readArchive } from "../../scripts/audit/archive.ts";
import { parseKey } from "../../src/audit-log/checkpoint.ts";
import { SEGMENT_ENTRIES } from "../../src/audit-log/segment.ts";
import { verifyExport } from "../../scripts/audit/verify.ts";
import { nightly } from "../support/nightly.ts";

const ARCHIVE = await buildArchive();
const FORK = await buildArchive({ forkAt: 6 });
const KEYS = keysOf(ARCHIVE);
const STRANGER = await signerOf(8);

const without = (...names: string[]): Map<string, string> => {
  const files = new Map(ARCHIVE.files);
  for (const name of names) files.delete(name);
  return files;
};
const having = (name: string, content: string): Map<string, string> => new Map([...ARCHIVE.files, [name, content]]);
const content = (name: string, files: Files = ARCHIVE.files): string => files.get(name) ?? "";

const bytesOf = async function* (lines: readonly string[]) {
  yield await Promise.resolve(Buffer.from(toText(lines)));
};

test("rejects an archive with no segment and no checkpoint", async () => {
  expect(await verifyFiles(new Map([["README", "x"]]), {})).toEqual({
    valid: false,
    entries: 0,
    segments: 0,
    head: null,
    origin: null,
    shard: null,
    checkpoints: 0,
    covered: 0,
    firstBad: { file: null, line: null, seq: null, reason: "there is neither a segment nor a checkpoint here" },
  });
});

test("reads files in any order and folder, and ignores other files", async () => {
  const files = new Map([...ARCHIVE.files].toReversed().map(([name, text]) => [`audit/0/${name}`, text]));
  files.set("audit/0/README", "x");
  files.set("audit/0/9-x.jsonl", "x");
  expect(await verifyFiles(files, { keys: KEYS, pins: [ARCHIVE.newest] })).toMatchObject({ valid: true, entries: 20 });
});

const lines = content("4-7.jsonl").split("\n").slice(0, -1);

test.each<[string, Files, object]>([
  [
    "a segment is missing in the middle",
    without("8-11.jsonl"),
    { seq: 8, reason: "the segment 8-11.jsonl is missing" },
  ],
  [
    "the last segment is missing",
    without("16-19.jsonl"),
    { seq: 16, reason: "the segment 16-19.jsonl is missing, although checkpoint 22 covers it" },
  ],
  [
    "two files contain the same entries",
    having("copy/4-7.jsonl", content("4-7.jsonl")),
    { seq: 4, reason: "the segment contains entries of another segment" },
  ],
  [
    "a segment has another length",
    having("20-20.jsonl", "x"),
    { seq: 20, reason: "the segment 20-23.jsonl is missing" },
  ],
  ["a segment is empty", having("4-7.jsonl", ""), { file: "4-7.jsonl", seq: 4, reason: "the segment ends too early" }],
  [
    "a segment starts without a header",
    having("4-7.jsonl", toText(lines.slice(1))),
    { line: 1, seq: 4, reason: "the first line is not the header of a segment" },
  ],
  [
    "a header is not in canonical form",
    having("4-7.jsonl", content("4-7.jsonl").replace('"first":4', '"first":04')),
    { line: 1, seq: 4, reason: "the header is not in canonical form" },
  ],
  [
    "a segment belongs to another chain",
    having("4-7.jsonl", content("4-7.jsonl").replace('"shard":0', '"shard":1')),
    { line: 1, seq: 4, reason: "this belongs to another chain" },
  ],
  [
    "a segment continues from another head",
    having("4-7.jsonl", content("4-7.jsonl").replace(/"before":"../, '"before":"00')),
    { line: 1, seq: 4, reason: "the segment does not continue from the previous one" },
  ],
  [
    "a segment is stored under another's name",
    having("4-7.jsonl", content("8-11.jsonl")),
    { line: 1, seq: 4, reason: "segment 8-11.jsonl is stored under the name of another" },
  ],
  [
    "a segment has entries beyond its end",
    having("4-7.jsonl", toText([...lines, lines.at(-1) ?? ""])),
    { line: 6, seq: 8, reason: "the segment continues beyond its last entry" },
  ],
  [
    "a segment contains personal data",
    having(
      "4-7.jsonl",
      content("4-7.jsonl").replace(
        '"pii":null',
        `"pii":{"email":null,"ip":"203.0.113.7","salt":"${"4".padStart(64, "0")}","ua":null,"uid":null}`,
      ),
    ),
    { line: 2, seq: 4, reason: "a segment must not contain personal data" },
  ],
  [
    "the chain was rewritten and not signed",
    new Map([...ARCHIVE.files].map(([name, text]) => [name, name.endsWith("l") ? content(name, FORK.files) : text])),
    { seq: 8, reason: "the head does not match checkpoint 9; it still matched after entry 2" },
  ],
  [
    "a checkpoint recorded in the chain is missing",
    without("checkpoints/9"),
    { seq: 9, reason: "checkpoint 9, which this entry records, is missing" },
  ],
  ["the latest checkpoint is missing", without("latest"), { seq: null, reason: "the latest checkpoint is missing" }],
  [
    "the latest checkpoint is an older one",
    having("latest", content("checkpoints/14")),
    { seq: 14, reason: "the latest checkpoint, 14, is older than checkpoint 22" },
  ],
  [
    "a checkpoint is stored under another's name",
    having("checkpoints/9", content("checkpoints/14")),
    { file: "checkpoints/9", seq: 8, reason: "checkpoint 14 is stored under the name of another" },
  ],
  [
    "a checkpoint is signed with another key",
    having("checkpoints/9", await STRANGER.sign({ origin: "octavo.example/audit/0", size: 9, head: "00".repeat(32) })),
    { file: "checkpoints/9", seq: 8, reason: "it was not signed by any of the given keys" },
  ],
  ["a checkpoint is not text", having("checkpoints/9", "\0"), { file: "checkpoints/9", seq: 8 }],
  ["a checkpoint is too long", having("latest", "x".repeat(70_000)), { file: "latest", seq: null }],
])("reports the fault: %s", async (_, files, fault) => {
  const verdict = await verifyFiles(files, { keys: KEYS });
  expect(verdict).toMatchObject({ valid: false, firstBad: fault });
});

test("rejects a checkpoint that is not UTF-8", async () => {
  const files = new Map<string, string | Uint8Array>([...ARCHIVE.files, ["checkpoints/9", Buffer.from([0xc3, 0x0a])]]);
  expect((await verifyFiles(files, { keys: KEYS })).firstBad).toMatchObject({
    seq: 8,
    reason: "the checkpoint is not UTF-8",
  });
});

test("rejects two checkpoints of one size with different heads, also beyond the segments", async () => {
  const other = await buildArchive({ forkAt: 21 });
  const files = having("latest", content("latest", other.files));
  expect((await verifyFiles(files, { keys: KEYS })).firstBad).toMatchObject({
    seq: 21,
    reason: "there are two checkpoints 22 with different heads",
  });
});

test("rejects a checkpoint of another chain, also without segments", async () => {
  const signer = await signerOf(7);
  const foreign = await signer.sign({ origin: "octavo.example/audit/1", size: 2, head: "00".repeat(32) });
  const files = new Map([...ARCHIVE.files].filter(([name]) => !name.endsWith(".jsonl")).slice(0, 1));
  files.set("latest", foreign).set("checkpoints/2", foreign);
  expect((await verifyFiles(files, { keys: KEYS })).firstBad).toMatchObject({
    seq: null,
    reason: "there are checkpoints of different chains",
  });
});

test.each<[string, NonNullable<Scenario["misquote"]>, string]>([
  [
    "another head",
    ({ size }) => ({ size, head: "00".repeat(32) }),
    "the entry records a checkpoint 3 with a different head",
  ],
  ["another size", ({ head }) => ({ size: 2, head }), "checkpoint 2, which this entry records, is missing"],
  ["nothing", () => ({}), "the entry records no checkpoint"],
])("rejects an entry that records a checkpoint with %s", async (_, misquote, reason) => {
  const lying = await buildArchive({ misquote });
  expect((await verifyFiles(lying.files, { keys: KEYS })).firstBad).toMatchObject({ seq: 3, reason });
});

test("compares checkpoints with the chain even without a key", async () => {
  const forged = await STRANGER.sign({ origin: "octavo.example/audit/0", size: 9, head: "00".repeat(32) });
  const files = having("checkpoints/9", forged);
  expect((await verifyFiles(files, {})).firstBad).toMatchObject({
    seq: 8,
    reason: "the head does not match checkpoint 9; it still matched after entry 2",
  });
  expect(await verifyFiles(ARCHIVE.files, {})).toMatchObject({ valid: true });
});

test("finds a pin beyond the segments among the checkpoints, or requires an export", async () => {
  const { head = "", origin = "" } = ARCHIVE.checkpoints.at(-1) ?? {};
  const verifyWith = (seq: number, pinned: string, tailElsewhere = false) =>
    verifyFiles(ARCHIVE.files, { keys: KEYS, pins: [{ seq, head: pinned, origin }], tailElsewhere });
  expect(await verifyWith(21, head)).toMatchObject({ valid: true });
  const newer = "the pin is newer than everything here: the archive was rolled back or truncated";
  expect((await verifyWith(22, head)).firstBad).toMatchObject({ seq: 20, reason: newer });
  const elsewhere = "the pinned head is in no segment or checkpoint: verify it with an export";
  expect((await verifyWith(20, head)).firstBad).toMatchObject({ seq: 20, reason: elsewhere });
  expect((await verifyWith(21, "00".repeat(32))).firstBad).toMatchObject({ seq: 20, reason: elsewhere });
  expect(await verifyWith(22, head, true)).toMatchObject({ valid: true });
});

test("rejects a pin of another chain", async () => {
  const pins = [{ ...ARCHIVE.newest, origin: "octavo.example/audit/1", by: "the pin" }];
  expect((await verifyFiles(ARCHIVE.files, { keys: KEYS, pins })).firstBad).toMatchObject({
    seq: 0,
    reason: 'the pin belongs to another chain, "octavo.example/audit/1"',
  });
});

test("compares an export with the segments entry by entry, and then with later checkpoints", async () => {
  const { pins, known } = await readArchive(toArchive(ARCHIVE.files), { keys: KEYS, segmentEntries: SEGMENT });
  expect(await verifyExport(bytesOf(ARCHIVE.export), pins, known)).toMatchObject({ valid: true, entries: 23 });
  // Exactly where the two chains diverge.
  expect((await verifyExport(bytesOf(FORK.export), pins, known)).firstBad).toEqual({
    line: 8,
    seq: 6,
    reason: "the entry differs from the one in the segments: the chains diverge here",
  });
  const late = await buildArchive({ forkAt: 21 });
  expect((await verifyExport(bytesOf(late.export), pins, known)).firstBad).toEqual({
    line: 23,
    seq: 21,
    reason: "the head does not match checkpoint 22; it still matched after entry 19",
  });
  expect((await verifyExport(bytesOf(ARCHIVE.export.slice(0, 12)), pins, known)).firstBad).toMatchObject({
    seq: 11,
    reason: "the entry 13 of checkpoint 14 is missing: the end was truncated",
  });
  const early = pins.filter(({ seq }) => seq < 11);
  expect((await verifyExport(bytesOf(ARCHIVE.export.slice(0, 12)), early, known)).firstBad).toMatchObject({
    seq: 11,
    reason: "entry 11, which the segments contain, is missing: the end was truncated",
  });
});

test("reports a missing checkpoint that an entry records, also beyond the segments", async () => {
  const { pins, known } = await readArchive(toArchive(without("checkpoints/20")), {
    keys: KEYS,
    segmentEntries: SEGMENT,
  });
  expect((await verifyExport(bytesOf(ARCHIVE.export), pins, known)).firstBad).toEqual({
    line: 22,
    seq: 20,
    reason: "checkpoint 20, which this entry records, is missing",
  });
});

// The last two checkpoints are recorded after the last segment, so only an export shows that they are missing.
nightly("never throws, and accepts only the original files with a pin", async () => {
  const names = [...ARCHIVE.files.keys(), "checkpoints/0", "checkpoints/9999999999999999", "0-0.jsonl", "20-23.jsonl"];
  const text = fc.oneof(
    fc.constantFrom(...ARCHIVE.files.values(), ...FORK.files.values(), "", "\n", "{", "[".repeat(9_000)),
    fc.string({ unit: "binary" }),
    fc.json().map((json) => toText([lines[0] ?? "", `{"entry":${json},"pii":${json},"head":"${"0".repeat(64)}"}`])),
  );
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), fc.option(fc.oneof(text, fc.uint8Array()))), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), async (all, isWhole) => {
      const files = new Map<string, string | Uint8Array>(isWhole ? ARCHIVE.files : []);
      for (const [name, put] of all) {
        if (put === null) files.delete(name);
        else files.set(name, put);
      }
      const verdict = await verifyFiles(files, { keys: KEYS, pins: [ARCHIVE.newest] });
      const isTheirs = [...ARCHIVE.files].every(([name, own]) => files.get(name) === own || /\/2[02]$/.test(name));
      if (verdict.valid) expect(isTheirs).toBe(true);
    }),
    { numRuns: 800 },
  );
});

nightly("verifies a folder from the command line, with an export, a key and a checkpoint as pin", async () => {
  const big = await buildArchive({ entries: SEGMENT_ENTRIES + 6, segment: SEGMENT_ENTRIES, signedAt: [3, 4100] });
  const fork = await buildArchive({
    entries: SEGMENT_ENTRIES + 6,
    segment: SEGMENT_ENTRIES,
    signedAt: [3, 4100],
    forkAt: 50,
  });
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const save = (name: string, text: string): string => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  for (const [name, text] of big.files) save(`good/${name}`, text);
  for (const [name, text] of fork.files) save(`fork/${name}`, text);
  for (const [name, text] of big.files)
    if (!name.includes("4100")) save(`rolled/${name}`, name === "latest" ? content("checkpoints/3", big.files) : text);
  const [good, forked, rolled] = ["good", "fork", "rolled"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]; // three strings
  const pin = save("pin", content("latest", big.files));
  const key = save("key", `${big.key}\n`);
  const exported = save("export.jsonl", toText(big.export));
  const foreign = save("foreign.jsonl", toText(fork.export));
  const cases: [string[], number, RegExp][] = [
    [
      [good, "--key", big.key, "--pin", pin],
      0,
      /segments 1 with 4096 entries\n.*2 checkpoints up to 4100 entries, signatures checked\n.*4 entries are in no segment.*\nVALID, and/s,
    ],
    [[good, `--key=${key}`], 0, /VALID as a chain\. Pass/],
    [[good], 0, /signatures NOT checked/],
    [[good, exported, "--key", key, "--pin", pin], 0, /entries {2}4102\n.*VALID, and it contains every pinned head/s],
    [[exported, "--pin", pin], 0, /VALID, and/],
    [[good, foreign, "--key", key], 1, /INVALID in line 52 \(entry 50\): the entry is not the one in the segments/],
    [
      [foreign, "--pin", pin, "--key", key],
      1,
      /INVALID in line 4101 \(entry 4099\): the head is not that of the pinned checkpoint 4100/,
    ],
    [
      [forked, "--key", key, "--pin", pin],
      1,
      /INVALID \(entry 4096\): the pinned head stands in no segment and no checkpoint/,
    ],
    [[rolled, "--key", key], 0, /VALID as a chain/],
    [[rolled, "--key", key, "--pin", pin], 1, /INVALID \(entry 4096\): the pin is newer than everything here/],
    [[good, "--key", STRANGER.key], 1, /INVALID in latest: it was not signed by any of the given keys/],
    [[good, good], 2, /Pass one export, one folder/],
    [[good, "--key", "x+y"], 2, /The key cannot be used: this is not an Ed25519 key/],
    [[good, "--key", join(folder, "absent")], 2, /The key cannot be used: no file can be read there \(ENOENT\)/],
    [[good, "--pin", exported], 2, /The pin .* cannot be used: this is not a signed note/],
    [[good, "--key"], 2, /Usage/],
  ];
  const script = new URL("../../scripts/audit/verify-archive.ts", import.meta.url).pathname;
  for (const [args, status, says] of cases) {
    const result = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
    expect({ args, status: result.status, out: result.stdout + result.stderr }).toMatchObject({ args, status });
    expect(result.stdout + result.stderr).toMatch(says);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  }
  rmSync(folder, { recursive: true });
});

test("derives the fixture key's name from its chain", () => {
  expect(parseKey(ARCHIVE.key).name).toBe(`${CHAIN.origin.slice("https://".length)}/audit/0`);
});
