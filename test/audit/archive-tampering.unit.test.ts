/**
 * Every tampering with an archive is detected and reported at the first bad entry, where there is one. Each run tries a few
 * hundred; nightly runs set `TAMPERINGS=100000`. Too slow to repeat for each mutant.
 */
import { expect, test } from "vitest";
import {
  type Files,
  SEGMENT,
  SIGNED_AT,
  buildArchive,
  join,
  keysOf,
  signerOf,
  verifyFiles,
} from "./archive-fixture.ts";
import { formatLine, parseLine } from "../../src/audit-log/format.ts";
import { segmentName } from "../../src/audit-log/segment.ts";

const ROUNDS = Number(process.env["TAMPERINGS"] ?? 600);

const ARCHIVE = await buildArchive();
const KEYS = keysOf(ARCHIVE);
const WHOLE = [...ARCHIVE.files.keys()].filter((name) => name.endsWith(".jsonl")).length * SEGMENT;
/** Sizes of the checkpoints that lie within complete segments. */
const OLDER = SIGNED_AT.filter((size) => size < WHOLE);
/** An export line as it appears in a segment, without personal data. */
const withoutPersonal = (line: string): string => formatLine({ ...parseLine(line), pii: null });

const FORKS = await Promise.all(Array.from({ length: WHOLE }, (_, forkAt) => buildArchive({ forkAt })));
const REPEATS = await Promise.all(Array.from({ length: WHOLE - 1 }, (_, repeat) => buildArchive({ repeat })));
const EARLIER = await Promise.all(Array.from({ length: WHOLE }, (_, entries) => buildArchive({ entries })));
const STRANGER = await signerOf(8);

/** A small deterministic generator, so that failures are reproducible. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof createRandom>;
/** `at`: the first bad entry, or null if the bad file belongs to no entry; several values if either may be reported. */
type Tampered = { files: Map<string, string | Uint8Array>; at: readonly (number | null)[] };
type Tampering = (random: Random) => Tampered;

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
};

const read = (files: Files, name: string): string => files.get(name) ?? "";
const changed = (name: string, content: string | Uint8Array) =>
  new Map<string, string | Uint8Array>([...ARCHIVE.files, [name, content]]);
const segmentAt = (first: number): string => segmentName(first, first + SEGMENT - 1);
const firstOf = (random: Random): number => random(WHOLE / SEGMENT) * SEGMENT;
/** The entry whose checkpoint exposes a chain that diverges from `seq` on. */
const caughtAt = (seq: number): number => (SIGNED_AT.find((size) => size > seq) ?? 0) - 1;

/** Changes bytes of a random file; the first bad entry is on the changed line. */
const onBytes =
  (edit: (bytes: Buffer, at: number, random: Random) => Buffer): Tampering =>
  (random) => {
    const name = pick(random, [...ARCHIVE.files.keys()]);
    const bytes = Buffer.from(read(ARCHIVE.files, name));
    const at = random(bytes.length);
    const files = changed(name, edit(bytes, at, random));
    const [, first] = /^(\d+)-/.exec(name) ?? [];
    const [, size] = /^checkpoints\/(\d+)$/.exec(name) ?? [];
    if (first === undefined) return { files, at: [size === undefined ? null : Number(size) - 1] };
    const line = bytes.subarray(0, at).toString("latin1").split("\n").length - 1;
    const seq = Number(first) + Math.max(0, line - 1);
    // A line feed inserted before a line feed leaves that line intact and makes the next one wrong.
    return { files, at: bytes[at] === 0x0a ? [seq, Number(first) + line] : [seq] };
  };

const onLines =
  (edit: (lines: string[], line: number, random: Random) => void): Tampering =>
  (random) => {
    const first = firstOf(random);
    const lines = read(ARCHIVE.files, segmentAt(first)).split("\n").slice(0, -1);
    const line = 1 + random(SEGMENT);
    edit(lines, line, random);
    return { files: changed(segmentAt(first), join(lines)), at: [first + line - 1] };
  };

const TAMPERINGS: Record<string, Tampering> = {
  "edit a byte": onBytes((bytes, at, random) => {
    const edited = Buffer.from(bytes);
    edited[at] = ((edited[at] ?? 0) + 1 + random(255)) % 256;
    return edited;
  }),
  "remove a byte": onBytes((bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])),
  "insert a byte": onBytes((bytes, at, random) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from([random(256)]), bytes.subarray(at)]),
  ),
  "truncate a file": onBytes((bytes, at) => bytes.subarray(0, at)),
  "edit an entry": onLines((lines, line) => {
    lines[line] = (lines[line] ?? "").replace('"risk":0', '"risk":9');
  }),
  "drop an entry": onLines((lines, line) => lines.splice(line, 1)),
  "insert an entry": onLines((lines, line, random) =>
    lines.splice(line, 0, withoutPersonal(pick(random, FORKS[0]?.export.slice(2) ?? []))),
  ),
  "take an entry of a fork": (random) => {
    const seq = random(WHOLE);
    const name = segmentAt(seq - (seq % SEGMENT));
    const lines = read(ARCHIVE.files, name).split("\n").slice(0, -1);
    lines[1 + (seq % SEGMENT)] = withoutPersonal(FORKS[0]?.export[1 + seq] ?? "");
    // The first entry depends only on the origin, so the second is the first one that does not match.
    return { files: changed(name, join(lines)), at: [Math.max(1, seq)] };
  },
  "put personal data beside an entry": onLines((lines, line) => {
    lines[line] = (lines[line] ?? "").replace('"pii":null', '"pii":{"email":null}');
  }),
  "repeat an entry": (random) => {
    const first = firstOf(random);
    const lines = read(ARCHIVE.files, segmentAt(first)).split("\n").slice(0, -1);
    const line = 1 + random(SEGMENT);
    lines.splice(line, 0, lines[line] ?? "");
    return { files: changed(segmentAt(first), join(lines)), at: [first + line] };
  },
  "swap two entries": (random) => {
    const [a, b] = [firstOf(random), firstOf(random)];
    const lines = new Map(
      [a, b].map((first) => [first, read(ARCHIVE.files, segmentAt(first)).split("\n").slice(0, -1)]),
    );
    const one = random(SEGMENT);
    const other = a === b ? (one + 1 + random(SEGMENT - 1)) % SEGMENT : random(SEGMENT);
    const [left, right] = [lines.get(a) ?? [], lines.get(b) ?? []];
    [left[1 + one], right[1 + other]] = [right[1 + other] ?? "", left[1 + one] ?? ""];
    const files = new Map<string, string | Uint8Array>(ARCHIVE.files);
    for (const [first, content] of lines) files.set(segmentAt(first), join(content));
    return { files, at: [Math.min(a + one, b + other)] };
  },
  "drop a segment": (random) => {
    const first = firstOf(random);
    const files = new Map<string, string | Uint8Array>(ARCHIVE.files);
    files.delete(segmentAt(first));
    return { files, at: [first] };
  },
  "drop a checkpoint": (random) => {
    const size = pick(random, OLDER);
    const files = new Map<string, string | Uint8Array>(ARCHIVE.files);
    files.delete(`checkpoints/${size}`);
    return { files, at: [size] };
  },
  "drop the latest checkpoint": () => {
    const files = new Map<string, string | Uint8Array>(ARCHIVE.files);
    files.delete("latest");
    return { files, at: [null] };
  },
  "roll the latest checkpoint back": (random) => {
    const size = pick(random, SIGNED_AT.slice(0, -1));
    return { files: changed("latest", read(ARCHIVE.files, `checkpoints/${size}`)), at: [size] };
  },
  "swap two checkpoints": (random) => {
    const [a, b] = [pick(random, OLDER), pick(random, SIGNED_AT.slice(OLDER.length))];
    const files = changed(`checkpoints/${a}`, read(ARCHIVE.files, `checkpoints/${b}`));
    files.set(`checkpoints/${b}`, read(ARCHIVE.files, `checkpoints/${a}`));
    return { files, at: [a - 1] };
  },
  "swap two segments": (random) => {
    const a = firstOf(random);
    const b = (a + SEGMENT * (1 + random(WHOLE / SEGMENT - 1))) % WHOLE;
    const files = changed(segmentAt(a), read(ARCHIVE.files, segmentAt(b)));
    files.set(segmentAt(b), read(ARCHIVE.files, segmentAt(a)));
    return { files, at: [Math.min(a, b)] };
  },
  // The hashes are valid from there on; only an earlier signature can expose the change.
  "write the chain anew from an entry": (random) => {
    const seq = random(WHOLE);
    return { files: withSegments(FORKS[seq]?.files), at: [caughtAt(seq)] };
  },
  "write an act a second time, and the chain anew behind it": (random) => {
    const seq = random(WHOLE - 1);
    return { files: withSegments(REPEATS[seq]?.files), at: [caughtAt(seq + 1)] };
  },
  "write a fork with all its checkpoints, which another key signs": (random) => {
    const seq = random(WHOLE);
    const files = new Map<string, string | Uint8Array>(STRANGERS[seq]?.files ?? []);
    return { files, at: [null] };
  },
  "sign a checkpoint with another key": (random) => {
    const size = pick(random, SIGNED_AT);
    return { files: changed(`checkpoints/${size}`, RESIGNED.get(size) ?? ""), at: [size - 1] };
  },
  // The archive is consistent; only the pin shows that there were more entries.
  "roll everything back": (random) => {
    const entries = random(WHOLE);
    return {
      files: new Map(EARLIER[entries]?.files ?? []),
      at: [entries < SIGNED_AT[0] ? null : Math.floor(entries / SEGMENT) * SEGMENT],
    };
  },
};

const STRANGERS = await Promise.all(Array.from({ length: WHOLE }, (_, forkAt) => buildArchive({ forkAt, seed: 8 })));
const RESIGNED = new Map(
  await Promise.all(ARCHIVE.checkpoints.map(async (each) => [each.size, await STRANGER.sign(each)] as const)),
);

/** The archive's checkpoints combined with another chain's segments. */
function withSegments(files: Files = new Map()): Map<string, string | Uint8Array> {
  return new Map(
    [...ARCHIVE.files].map(([name, content]) => [name, name.endsWith(".jsonl") ? read(files, name) : content]),
  );
}

test("accepts the untouched archive", async () => {
  expect(await verifyFiles(ARCHIVE.files, { keys: KEYS, pins: [ARCHIVE.newest] })).toMatchObject({
    valid: true,
    entries: 20,
    segments: 5,
    checkpoints: 5,
    covered: 22,
    firstBad: null,
  });
});

test(`finds ${ROUNDS} random tamperings, each at the first bad entry`, async () => {
  const random = createRandom(20261121);
  const kinds = Object.entries(TAMPERINGS);
  const missed: unknown[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [name, tamper] = kinds[round % kinds.length] ?? [];
    if (name === undefined || tamper === undefined) throw new Error("There is nothing to try.");
    const { files, at } = tamper(random);
    const { valid, firstBad } = await verifyFiles(files, { keys: KEYS, pins: [ARCHIVE.newest] });
    if (valid || firstBad === null || !at.includes(firstBad.seq)) missed.push({ name, round, at, firstBad });
  }
  expect(missed).toEqual([]);
}, 1_800_000);

test("accepts a chain rewritten with the key only without a pin", async () => {
  const forged = FORKS[0];
  if (forged === undefined) throw new Error("There is no fork.");
  expect(await verifyFiles(forged.files, { keys: KEYS })).toMatchObject({ valid: true });
  for (const { size, head, origin } of ARCHIVE.checkpoints) {
    const { firstBad } = await verifyFiles(forged.files, { keys: KEYS, pins: [{ seq: size - 1, head, origin }] });
    expect(firstBad?.seq).toBe(Math.min(size - 1, WHOLE));
  }
});
