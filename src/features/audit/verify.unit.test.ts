/** The offline verifier: every tampering is found, erasure is none, and no input makes it fall over. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { extend, genesis, toHex } from "./chain.ts";
import { writeEntry } from "./draft.ts";
import { formatHeader, formatLine, parseLine } from "./format.ts";
import { type Pin, type Verdict, Verifier, verifyExport } from "./verify.ts";

const HEADER = { origin: "https://octavo.example", shard: 0 };

function exportChain(count: number, tag: string): string[] {
  let tip = genesis(HEADER);
  const lines = Array.from({ length: count }, (_, seq) => {
    const draft = {
      at: 1000 + seq,
      kind: seq % 2 ? "perm.grant" : "auth.login.ok",
      outcome: "ok",
      actor: { type: "user", id: `u${seq}` },
      risk: 0,
      flags: ["a"],
      // A detail that looks like the line's own middle must not confuse where the entry ends.
      detail: { tag, trap: { a: {}, pii: null }, text: '},"pii":null,"head":"' },
      ip: "203.0.113.7",
      ua: `agent ${tag} é`,
      uid: `u${seq}`,
      email: seq % 3 ? null : "ada@example.com",
    };
    const row = { id: `e${tag}${seq}`, created_at: 0, entry: JSON.stringify(draft) };
    const { text, pii } = writeEntry(row, { shard: 0, seq, salt: seq.toString(16).padStart(64, "0") });
    tip = extend(tip, text);
    return formatLine({ entry: text, pii, head: toHex(tip.head) });
  });
  return [formatHeader(HEADER), ...lines];
}

const toBytes = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(""));

function verify(bytes: Uint8Array, pins: readonly Pin[] = []): Verdict {
  const verifier = new Verifier(pins);
  verifier.write(bytes);
  return verifier.end();
}

const LINES = exportChain(8, "a");
const FORK = exportChain(8, "b");
const BYTES = toBytes(LINES);
const PIN = { seq: 7, head: parseLine(LINES.at(-1) ?? "").head };

test("an untouched export is valid, pinned or not, in pieces of any size", async () => {
  expect(verify(BYTES)).toMatchObject({ valid: true, entries: 8, head: PIN.head, firstBad: null });
  for (const size of [1, 7, 1000]) {
    const pieces = async function* () {
      for (let at = 0; at < BYTES.length; at += size) yield BYTES.subarray(at, at + size);
    };
    expect(await verifyExport(pieces(), [PIN])).toMatchObject({ valid: true, entries: 8 });
  }
});

/** A small fixed generator: 20,000 cases need speed, and a failure must come again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Tampering = (random: (below: number) => number) => Buffer;

const editLines = (edit: (lines: string[], at: number, random: (below: number) => number) => void): Tampering => {
  return (random) => {
    const lines = [...LINES];
    edit(lines, random(lines.length), random);
    return toBytes(lines);
  };
};

const TAMPERINGS: Record<string, Tampering> = {
  "edit a byte": (random) => {
    const bytes = Buffer.from(BYTES);
    const at = random(bytes.length);
    bytes[at] = ((bytes[at] ?? 0) + 1 + random(255)) % 256;
    return bytes;
  },
  "flip a bit": (random) => {
    const bytes = Buffer.from(BYTES);
    const at = random(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
    return bytes;
  },
  "remove a byte": (random) => {
    const at = random(BYTES.length);
    return Buffer.concat([BYTES.subarray(0, at), BYTES.subarray(at + 1)]);
  },
  "insert a byte": (random) => {
    const at = random(BYTES.length + 1);
    return Buffer.concat([BYTES.subarray(0, at), Buffer.from([random(256)]), BYTES.subarray(at)]);
  },
  "drop a line": editLines((lines, at) => lines.splice(at, 1)),
  "duplicate a line": editLines((lines, at) => lines.splice(at, 0, lines[at] ?? "")),
  "swap two lines": editLines((lines, at, random) => {
    const other = (at + 1 + random(lines.length - 1)) % lines.length;
    [lines[at], lines[other]] = [lines[other] ?? "", lines[at] ?? ""];
  }),
  "splice a line of a fork": editLines((lines, at) => {
    // The header is the same on both sides.
    lines[Math.max(1, at)] = FORK[Math.max(1, at)] ?? "";
  }),
  "continue as a fork": editLines((lines, at) => lines.splice(at, lines.length, ...FORK.slice(at))),
  "truncate lines": editLines((lines, at) => lines.splice(at)),
  "truncate bytes": (random) => BYTES.subarray(0, random(BYTES.length)),
};

test("20,000 random tamperings are all found", () => {
  const random = createRandom(20261121);
  const kinds = Object.entries(TAMPERINGS);
  const missed: string[] = [];
  for (let round = 0; round < 22_000; round += 1) {
    const [name, tamper] = kinds[round % kinds.length] ?? ["", () => BYTES];
    const bytes = tamper(random);
    const { valid, firstBad } = verify(bytes, [PIN]);
    if (valid || firstBad === null) missed.push(`${name} in round ${round}`);
  }
  expect(missed).toEqual([]);
}, 30_000);

test("the first bad line is named, with the reason", () => {
  const tampered = [...LINES];
  tampered[5] = (tampered[5] ?? "").replace('"risk":0', '"risk":9');
  expect(verify(toBytes(tampered)).firstBad).toEqual({
    line: 6,
    seq: 4,
    reason: "the head does not follow from the entry",
  });
});

test("a chain written anew from its first entry passes by itself and fails against a pin", () => {
  expect(verify(toBytes(FORK)).valid).toBe(true);
  expect(verify(toBytes(FORK), [PIN]).firstBad).toMatchObject({ line: 9, reason: "the head is not the pinned one" });
});

test.each([
  [{ shard: 0, seq: 1 }, "entry 1 stands where 0 belongs"],
  [{ shard: 1, seq: 0 }, "shard 1 stands in shard 0"],
])("an entry that claims another place is refused even when its hash is right: %o", (place, reason) => {
  const { text, pii } = writeEntry({ id: "e", created_at: 0, entry: "" }, { ...place, salt: "00".repeat(32) });
  const head = toHex(extend(genesis(HEADER), text).head);
  const forged = toBytes([formatHeader(HEADER), formatLine({ entry: text, pii, head })]);
  expect(verify(forged).firstBad).toEqual({ line: 2, seq: 0, reason });
});

const forge = (text: string): string => {
  return formatLine({ entry: text, pii: null, head: toHex(extend(genesis(HEADER), text).head) });
};
const FIRST = LINES[1] ?? "";
const ENTRY = parseLine(FIRST).entry;

test.each([
  ["white space in the header", (LINES[0] ?? "").replace(":1,", ":1, "), FIRST],
  ["a key twice in the header", (LINES[0] ?? "").replace('"shard":0', '"shard":0,"shard":0'), FIRST],
  ["white space in the personal data", LINES[0], FIRST.replace('},"pii":{', '},"pii":{ ')],
  ["white space in an entry", LINES[0], forge(ENTRY.replace('"risk":0', '"risk": 0'))],
  ["a key twice in an entry", LINES[0], forge(ENTRY.replace('"risk":0', '"risk":0,"risk":0'))],
  ["an escape for a plain letter", LINES[0], forge(ENTRY.replace("auth.", "\\u0061uth."))],
  ["an unknown field", LINES[0], forge(ENTRY.replace('"v":1}', '"v":1,"w":1}'))],
  ["keys out of order", LINES[0], forge(`${ENTRY.replace(',"v":1}', "").replace("{", '{"v":1,')}}`)],
])("another spelling is refused even when the hash is right: %s", (_, header, line) => {
  expect(verify(toBytes([header ?? "", forge(ENTRY)])).valid).toBe(header === LINES[0]);
  expect(verify(toBytes([header ?? "", line])).valid).toBe(false);
});

test("pins that contradict each other are refused", () => {
  expect(verify(BYTES, [PIN, { ...PIN, head: "00".repeat(32) }]).valid).toBe(false);
});

test("erasing personal data leaves the chain valid; changing it does not", () => {
  const rows = LINES.slice(1).map(parseLine);
  const erased = rows.map((row, at) => formatLine({ ...row, pii: at % 2 ? null : row.pii }));
  expect(verify(toBytes([LINES[0] ?? "", ...erased]), [PIN])).toMatchObject({ valid: true, entries: 8 });

  const blanked = rows.map((row, at) =>
    formatLine({ ...row, pii: at === 3 && row.pii ? { ...row.pii, ip: null } : row.pii }),
  );
  expect(verify(toBytes([LINES[0] ?? "", ...blanked])).firstBad).toMatchObject({
    seq: 3,
    reason: "the personal data is not what the entry commits to",
  });
});

test("no bytes make it throw, and none but an export are valid", () => {
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

test("a line without end does not fill the memory", () => {
  const verifier = new Verifier();
  const piece = Buffer.alloc(1 << 20, 0x61);
  expect(verifier.write(piece)).toBe(false);
  expect(verifier.end().firstBad?.reason).toMatch(/longer than 65536 bytes/);
});

test("the command says what it found and never shows a stack", () => {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  const file = (name: string, content: Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const good = file("good", BYTES);
  const cases: [string[], number, RegExp][] = [
    [[good, "--pin", `${PIN.head}@7`], 0, /entries {2}8\n.*VALID, and it holds every pinned head/s],
    [[good], 0, /Pin a head/],
    [[good, `--pin=${PIN.head}@8`], 1, /INVALID \(entry 8\): the pinned entry 8 is missing/],
    [[file("bad", toBytes(LINES.with(2, "{}")))], 1, /INVALID in line 3 \(entry 1\): /],
    [[file("binary", Buffer.from([0, 255, 10, 200]))], 1, /INVALID in line 1: the line is not UTF-8/],
    [[file("empty", Buffer.alloc(0))], 1, /INVALID: the file is empty/],
    [[join(folder, "absent")], 1, /The file cannot be read/],
    [[folder], 1, /The file cannot be read/],
    [[], 2, /Usage/],
    [[good, "--pin", "x@1"], 2, /Usage/],
    [[good, "--force"], 2, /Usage/],
  ];
  const script = new URL("../../../scripts/audit-verify.ts", import.meta.url).pathname;
  for (const [args, status, says] of cases) {
    const result = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
    expect({ args, status: result.status }).toEqual({ args, status });
    expect(result.stdout + result.stderr).toMatch(says);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  }
  rmSync(folder, { recursive: true });
});
