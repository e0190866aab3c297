/** Every tampering with an export is detected. Too slow to repeat for each mutant (vitest.mutation.config.ts). */
import { expect, test } from "vitest";
import { parseLine } from "../../src/audit-log/format.ts";
import { exportChain, toBytes, verify } from "./verify-fixture.ts";

const LINES = exportChain(8, "a");
const FORK = exportChain(8, "b");
const BYTES = toBytes(LINES);
const PIN = { seq: 7, head: parseLine(LINES.at(-1) ?? "").head };

/** A small deterministic generator: fast enough for 20,000 cases, and failures are reproducible. */
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
    // Both chains have the same header.
    lines[Math.max(1, at)] = FORK[Math.max(1, at)] ?? "";
  }),
  "continue as a fork": editLines((lines, at) => lines.splice(at, lines.length, ...FORK.slice(at))),
  "truncate lines": editLines((lines, at) => lines.splice(at)),
  "truncate bytes": (random) => BYTES.subarray(0, random(BYTES.length)),
};

/** The default takes about a second; nightly runs set `TAMPERINGS=100000`. */
const ROUNDS = Number(process.env["TAMPERINGS"] ?? 5_500);

test(`finds all of ${ROUNDS} random tamperings`, () => {
  const random = createRandom(20261121);
  const kinds = Object.entries(TAMPERINGS);
  const missed: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [name, tamper] = kinds[round % kinds.length] ?? ["", () => BYTES];
    const bytes = tamper(random);
    const { valid, firstBad } = verify(bytes, [PIN]);
    if (valid || firstBad === null) missed.push(`${name} in round ${round}`);
  }
  expect(missed).toEqual([]);
}, 1_800_000);
