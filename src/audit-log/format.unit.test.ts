/** The format of entries and lines: limits of each field, and the message for the first fault. */
import { expect, test } from "vitest";
import { FormatError } from "./canonical.ts";
import {
  decodeEntry,
  encodeEntry,
  formatHeader,
  formatLine,
  headPreimage,
  isEntryId,
  isIdentifier,
  parseHeader,
  parseLine,
  readEntry,
  type AuditEntry,
} from "./format.ts";

const ENTRY: AuditEntry = {
  v: 1,
  shard: 0,
  seq: 0,
  id: "e1",
  ts: 5,
  kind: "auth.logout",
  outcome: "ok",
  actor: { t: "user", id: "u1" },
  risk: 0,
  flags: [],
  d: {},
  pii: `${"A".repeat(43)}=`,
};

/** `ok`, or the message of the error that `read` throws. */
function verdict(read: () => unknown): string {
  try {
    read();
    return "ok";
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return error.message;
  }
}
const read = (change: Record<string, unknown>): string => verdict(() => readEntry({ ...ENTRY, ...change }));
const faulty = (field: string): string => `${field} is missing or has a wrong value`;

const SIXTY_FOUR = "x".repeat(64);
const HEX_16 = "0123456789abcdef";

test.each<[string, unknown[], unknown[]]>([
  ["v", [1], [0, 2, "1", null]],
  ["shard", [0, 65_535], [65_536, -1, 0.5, "0", null]],
  ["seq", [0, 2 ** 53 - 1], [2 ** 53, -1, 0.5, "0", null]],
  ["ts", [0, 2 ** 53 - 1], [2 ** 53, -1, 0.5, "0", null]],
  ["id", ["0", "Zz_-9", SIXTY_FOUR], ["", `${SIXTY_FOUR}x`, "a b", "a.b", " a", "a\n", "é", 7, null]],
  [
    "kind",
    ["a.b", "aa_.b_b", "a.b.c.d"],
    ["a", "a.b.c.d.e", "a.", ".a", "a..b", "A.b", "a.B", "a.b\n", "1.b", "a.1", "_a.b", "a._b", "a.b1", "a b.c", null],
  ],
  ["outcome", ["ok", "fail", "refused", "error"], ["", "OK", "okay", null]],
  ["risk", [0, 100], [101, -1, 0.5, "0", null]],
  [
    "flags",
    [[], ["a", "0_.:-z"], Array(16).fill("a"), [SIXTY_FOUR]],
    [Array(17).fill("a"), ["A"], [""], ["_a"], ["a b"], ["a\n"], [`${SIXTY_FOUR}x`], ["a", 1], "a", {}, null],
  ],
  ["d", [{}, { a: 1 }], [[], null, "x"]],
  [
    "pii",
    [`${"+/".repeat(21)}9=`],
    ["", `${"A".repeat(42)}=`, `${"A".repeat(44)}=`, "A".repeat(43), `x ${ENTRY.pii}`, `${ENTRY.pii}=`, null],
  ],
  ["subj", [undefined, "x", "x".repeat(128)], ["", "x".repeat(129), 7, null, ["x"]]],
  [
    "sess",
    [undefined, `s_${HEX_16}`],
    ["", `s_${HEX_16}0`, "s_0", `s_${HEX_16.toUpperCase()}`, HEX_16, `xs_${HEX_16}`, null],
  ],
  [
    "actor",
    [
      { t: "user", id: null },
      { t: "a", id: "x".repeat(128) },
    ],
    [
      { t: "", id: null },
      { t: 1, id: null },
      { t: "user", id: "" },
      { t: "user", id: "x".repeat(129) },
      { t: "user", id: 7 },
    ],
  ],
  [
    "res",
    [undefined, { t: "page", id: "p" }],
    [
      { t: "page", id: null },
      { t: "page", id: "" },
      { t: "", id: "p" },
    ],
  ],
])("accepts only valid values of %s", (field, good, bad) => {
  expect(good.map((value) => read({ [field]: value }))).toEqual(good.map(() => "ok"));
  expect(bad.map((value) => read({ [field]: value }))).toEqual(bad.map(() => faulty(field)));
});

test("requires an entry to be an object with exactly its fields", () => {
  for (const value of [null, [], "text", 7]) expect(verdict(() => readEntry(value))).toBe("the entry is not an object");
  for (const key of Object.keys(ENTRY)) {
    const rest = Object.fromEntries(Object.entries(ENTRY).filter(([name]) => name !== key));
    expect(verdict(() => readEntry(rest))).toBe(`the entry lacks ${key}`);
  }
  expect(read({ w: 1 })).toBe('the entry has an unknown field "w"');
  expect(read({ [SIXTY_FOUR.repeat(2)]: 1 })).toBe(`the entry has an unknown field "${"x".repeat(80)}"`);
});

test("requires actor and resource to have exactly their fields", () => {
  expect([read({ actor: null }), read({ actor: { t: "user" } }), read({ actor: { id: null } })]).toEqual([
    "actor is not an object",
    "actor lacks id",
    "actor lacks t",
  ]);
  expect(read({ actor: { t: "user", id: null, x: 1 } })).toBe('actor has an unknown field "x"');
  expect([read({ res: null }), read({ res: { t: "page" } }), read({ res: { id: "p" } })]).toEqual([
    "res is not an object",
    "res lacks id",
    "res lacks t",
  ]);
  expect(read({ res: { t: "page", id: "p", x: 1 } })).toBe('res has an unknown field "x"');
});

test("validates ids and tokens for writers as for readers", () => {
  expect([isEntryId("a-Z_9"), isEntryId("a b"), isEntryId(7)]).toEqual([true, false, false]);
  expect([isIdentifier("new_device"), isIdentifier("New"), isIdentifier(7)]).toEqual([true, false, false]);
});

test("limits an entry to 8,192 bytes of UTF-8", () => {
  const sized = (fill: string, bytes: number): AuditEntry => {
    const empty = encodeEntry({ ...ENTRY, d: { a: "" } }).length;
    const width = Buffer.byteLength(fill);
    const [whole, rest] = [Math.floor((bytes - empty) / width), (bytes - empty) % width];
    return { ...ENTRY, d: { a: fill.repeat(whole) + "x".repeat(rest) } };
  };
  for (const fill of ["x", "é", "☕", "🐙"]) {
    expect(Buffer.byteLength(encodeEntry(sized(fill, 8_192)))).toBe(8_192);
    expect(verdict(() => encodeEntry(sized(fill, 8_193)))).toBe("the entry is longer than 8192 bytes");
  }
});

test("rejects an invalid entry when encoding and non-canonical text when decoding", () => {
  expect(verdict(() => encodeEntry({ ...ENTRY, risk: 101 }))).toBe(faulty("risk"));
  expect(verdict(() => decodeEntry("{"))).toBe("the entry is not JSON");
  expect(verdict(() => decodeEntry(`${encodeEntry(ENTRY)} `))).toBe("the entry is not in canonical form");
});

test("includes the full sequence number in a head, also above 2^32", () => {
  const bytes = headPreimage(
    0x0102,
    2 ** 52 + 2 ** 32 + 3,
    new Uint8Array(32).fill(0xaa),
    new Uint8Array(32).fill(0xbb),
  );
  expect(Buffer.from(bytes).toString("hex")).toBe(
    `01${Buffer.from("octavo-audit-v1").toString("hex")}01020010000100000003${"aa".repeat(32)}${"bb".repeat(32)}`,
  );
});

const HEADER = formatHeader({ origin: "https://octavo.example", shard: 65_535 });

test("parses a header with origin and shard, and rejects malformed ones", () => {
  expect(parseHeader(HEADER)).toEqual({ origin: "https://octavo.example", shard: 65_535 });
  const header = (version: string, origin: string, shard: string): string =>
    verdict(() => parseHeader(`{"octavo-audit":${version},"origin":${origin},"shard":${shard}}`));
  expect(header("1", '""', "0")).toBe("ok");
  expect([header("2", '""', "0"), header('"1"', '""', "0")]).toEqual(Array(2).fill(faulty("octavo-audit")));
  expect([header("1", "7", "0"), header("1", "null", "0"), header("1", '"\\ud800"', "0")]).toEqual(
    Array(3).fill(faulty("origin")),
  );
  expect([header("1", '""', "65536"), header("1", '""', "-1"), header("1", '""', '"0"')]).toEqual(
    Array(3).fill(faulty("shard")),
  );
  expect(header("1", '"\\u0061"', "0")).toBe("the header is not in canonical form");
  expect([verdict(() => parseHeader("")), verdict(() => parseHeader("[]"))]).toEqual([
    "the header is not JSON",
    "the header is not an object",
  ]);
  expect(verdict(() => parseHeader('{"octavo-audit":1,"origin":""}'))).toBe("the header lacks shard");
  expect(verdict(() => parseHeader('{"origin":"","shard":0}'))).toBe("the header lacks octavo-audit");
  expect(verdict(() => parseHeader('{"octavo-audit":1,"shard":0}'))).toBe("the header lacks origin");
});

const SALT = "0f".repeat(32);
const HEAD = "ab".repeat(32);
const PII = { email: null, ip: "192.0.2.1", salt: SALT, ua: 'a "quoted" },"pii":null agent', uid: "u" };

test("parses a line into exactly the texts that it was formatted from", () => {
  const entry = encodeEntry({ ...ENTRY, d: { a: { b: {} }, text: '},"pii":null,"head":""}' } });
  for (const pii of [PII, null]) {
    const row = { entry, pii, head: HEAD };
    expect(parseLine(formatLine(row))).toEqual(row);
  }
});

const FORM = 'the line is not of the form {"entry":…,"pii":…,"head":"…"}';
const GOOD_LINE = formatLine({ entry: "{}", pii: null, head: HEAD });

test.each([
  ["another start", GOOD_LINE.replace("entry", "Entry"), FORM],
  ["leading text", ` ${GOOD_LINE}`, FORM],
  ["trailing text", `${GOOD_LINE} `, FORM],
  ["no middle", GOOD_LINE.replace("pii", "PII"), FORM],
  ["no end", GOOD_LINE.slice(0, -1), FORM],
  ["a head too short", GOOD_LINE.replace(HEAD, HEAD.slice(1)), FORM],
  ["a head too long", GOOD_LINE.replace(HEAD, `${HEAD}0`), FORM],
  ["an upper-case head", GOOD_LINE.replace(HEAD, HEAD.toUpperCase()), FORM],
  ["no content", "", FORM],
  ["personal data that is not JSON", GOOD_LINE.replace("null", "nil"), "pii is not JSON"],
  ["personal data that is not an object", GOOD_LINE.replace("null", "[]"), "pii is not an object"],
])("rejects a line with %s", (_, line, reason) => {
  expect(verdict(() => parseLine(line))).toBe(reason);
});

test("requires personal data to have four nullable texts and a salt of 32 bytes", () => {
  const line = (change: Record<string, unknown>): string => {
    const keys = ["email", "ip", "salt", "ua", "uid"] as const;
    const wanted: Record<string, unknown> = { ...PII, ...change };
    const text = JSON.stringify(Object.fromEntries(keys.map((key) => [key, wanted[key]])));
    return verdict(() => parseLine(GOOD_LINE.replace("null", () => text)));
  };
  for (const field of ["email", "ip", "ua", "uid"]) {
    expect([line({ [field]: null }), line({ [field]: "" }), line({ [field]: "x" })]).toEqual(["ok", "ok", "ok"]);
    expect([line({ [field]: 7 }), line({ [field]: true }), line({ [field]: {} })]).toEqual(
      Array(3).fill(faulty(`pii.${field}`)),
    );
    expect(line({ [field]: undefined })).toBe(`pii lacks ${field}`);
  }
  expect(line({ salt: undefined })).toBe("pii lacks salt");
  for (const salt of ["", SALT.slice(1), `${SALT}0`, `0${SALT}`, SALT.toUpperCase(), null, 7])
    expect(line({ salt })).toBe(faulty("pii.salt"));
  const spaced = GOOD_LINE.replace("null", () => `${JSON.stringify(PII)} `);
  expect(verdict(() => parseLine(spaced))).toBe("pii is not in canonical form");
  const more = GOOD_LINE.replace("null", () => JSON.stringify({ ...PII, x: 1 }));
  expect(verdict(() => parseLine(more))).toBe('pii has an unknown field "x"');
});
