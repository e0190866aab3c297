/** How the audit log's writer handles invalid values: truncated, repaired or omitted, and flagged where data is lost. */
import { expect, test } from "vitest";
import { sessionReference, sha256Hex } from "./chain.ts";
import { type AuditDraft, MAX_DRAFT_LENGTH, chainId, serializeDraft, writeEntry } from "./draft.ts";
import type { WrittenEntry } from "./draft.ts";

const DRAFT: AuditDraft = {
  id: "e1",
  at: 5,
  kind: "auth.login.fail",
  outcome: "fail",
  actor: { type: "user", id: "u1" },
  risk: 10,
  flags: [],
  detail: {},
  ip: null,
  ua: null,
  uid: null,
  email: null,
};
const PLACE = { shard: 2, seq: 7, salt: "ab".repeat(32) };

const writeText = (entry: string | null, row: { id?: string; created_at?: number } = {}): WrittenEntry =>
  writeEntry({ id: "e1", created_at: 9, ...row, entry }, PLACE);
/** The entry written for a draft with these values of any type. */
const write = (change: Record<string, unknown>): WrittenEntry => writeText(JSON.stringify({ ...DRAFT, ...change }));
const detailOf = (detail: unknown) => {
  const { d, flags } = write({ detail }).entry;
  return { d, clipped: flags.includes("detail_clipped") };
};

test("writes a valid draft as an entry without changes", () => {
  const { entry, pii } = write({
    subject: "s",
    sessionId: "session-1",
    resource: { type: "page", id: "p" },
    flags: ["a"],
    detail: { yes: true, none: null },
    ip: "192.0.2.1",
    ua: "agent",
    uid: "u1",
    email: "ann@example.com",
  });
  expect(entry).toMatchObject({
    v: 1,
    shard: 2,
    seq: 7,
    id: "e1",
    ts: 5,
    kind: "auth.login.fail",
    outcome: "fail",
    risk: 10,
    flags: ["a"],
    actor: { t: "user", id: "u1" },
    subj: "s",
    res: { t: "page", id: "p" },
    d: { yes: true, none: null },
    sess: sessionReference("session-1"),
  });
  const { salt } = PLACE;
  expect(pii).toEqual({ ip: "192.0.2.1", ua: "agent", uid: "u1", email: "ann@example.com", salt });
});

test("writes an alarm with the reason and the hash of a malformed draft", () => {
  const alarm = (entry: string | null) => {
    const { entry: written, pii } = writeText(entry);
    expect(written).toMatchObject({
      kind: "audit.alarm",
      outcome: "error",
      risk: 100,
      flags: ["malformed_draft"],
      ts: 9,
      actor: { t: "system", id: "audit" },
    });
    expect(pii).toEqual({ ip: null, ua: null, uid: null, email: null, salt: PLACE.salt });
    return written.d;
  };
  expect(alarm("{")).toEqual({ reason: "not_json", sha256: sha256Hex("{") });
  expect(alarm("7")).toEqual({ reason: "not_a_draft", sha256: sha256Hex("7") });
  expect(alarm(null)).toEqual({ reason: "too_long", sha256: sha256Hex("e1") });
  expect(alarm("x".repeat(MAX_DRAFT_LENGTH + 1))).toEqual({ reason: "too_long", sha256: sha256Hex("e1") });
  expect(alarm("x".repeat(MAX_DRAFT_LENGTH))).toMatchObject({ reason: "not_json" });
});

test.each([
  ["text", "draft"],
  ["null", null],
  ["a list", [DRAFT]],
  ["no kind", { ...DRAFT, kind: undefined }],
  ["an unknown outcome", { ...DRAFT, outcome: "okay" }],
  ["no actor", { ...DRAFT, actor: null }],
  ["an actor of an invalid type", { ...DRAFT, actor: { type: "A user", id: null } }],
  ["an actor in a list", { ...DRAFT, actor: ["user"] }],
  ["a resource that is null", { ...DRAFT, resource: null }],
  ["a resource without an id", { ...DRAFT, resource: { type: "page" } }],
  ["a resource with an empty id", { ...DRAFT, resource: { type: "page", id: "" } }],
  ["a resource of an invalid type", { ...DRAFT, resource: { type: "Page", id: "p" } }],
])("writes an alarm for a draft that is or has %s", (_, value) => {
  expect(writeText(JSON.stringify(value)).entry.d).toMatchObject({ reason: "not_a_draft" });
});

test("keeps row ids that fit the format and replaces others with a hash", () => {
  expect(chainId("a-Z_9")).toBe("a-Z_9");
  expect(chainId("a b")).toBe(`x_${sha256Hex("a b").slice(0, 32)}`);
  // The row's id is used, not the draft's.
  expect(writeText(JSON.stringify({ ...DRAFT, id: "other" }), { id: "a b" }).entry.id).toBe(chainId("a b"));
});

test("uses the draft's time, then the row's, then zero", () => {
  expect([write({ at: 0 }), write({ at: 8 })].map(({ entry }) => entry.ts)).toEqual([0, 8]);
  for (const at of [-1, 0.5, "5", null, 2 ** 53]) expect(write({ at }).entry.ts).toBe(9);
  for (const created_at of [-1, 0.5, NaN]) expect(writeText("{", { created_at }).entry.ts).toBe(0);
});

test("clamps and rounds risk, and uses the kind's default if it is not a number", () => {
  const risk = (value: unknown, kind = "auth.login.fail"): number => write({ risk: value, kind }).entry.risk;
  expect([0, 100, 101, -1, 10.4, 10.5, 1e300].map((value) => risk(value))).toEqual([0, 100, 100, 0, 10, 11, 100]);
  expect(["50", null, undefined, [50]].map((value) => risk(value))).toEqual([30, 30, 30, 30]);
  expect(risk("", "auth.logout")).toBe(0);
  expect(JSON.parse(serializeDraft({ ...DRAFT, risk: Infinity }))).toMatchObject({ risk: 30 });
});

test("keeps at most fifteen valid flags and adds detail_clipped once", () => {
  expect(write({ flags: ["a", "B", 7, "", null, "c"] }).entry.flags).toEqual(["a", "c"]);
  const many = Array.from({ length: 17 }, (_, i) => `f${i}`);
  expect(write({ flags: many }).entry.flags).toEqual(many.slice(0, 15));
  expect(write({ flags: many, detail: { "bad key": 1 } }).entry.flags).toEqual([
    ...many.slice(0, 15),
    "detail_clipped",
  ]);
  expect(write({ flags: ["detail_clipped"], detail: { "bad key": 1 } }).entry.flags).toEqual(["detail_clipped"]);
  for (const flags of ["a", null, { length: 1 }]) expect(write({ flags }).entry.flags).toEqual([]);
});

test("truncates ids and texts to their limits and treats empty ones as unknown", () => {
  const { entry, pii } = write({
    actor: { type: "user", id: "i".repeat(129) },
    subject: "s".repeat(129),
    resource: { type: "page", id: "p".repeat(129) },
    sessionId: "x".repeat(513),
    ip: "i".repeat(129),
    uid: "u".repeat(129),
    ua: "a".repeat(513),
    email: "e".repeat(513),
  });
  expect(entry).toMatchObject({
    actor: { id: "i".repeat(128) },
    subj: "s".repeat(128),
    res: { id: "p".repeat(128) },
    sess: sessionReference("x".repeat(512)),
  });
  expect([pii.ip?.length, pii.uid?.length, pii.ua?.length, pii.email?.length]).toEqual([128, 128, 512, 512]);
  const none = write({
    actor: { type: "user", id: "" },
    subject: "",
    sessionId: "",
    ip: "",
    uid: "",
    ua: "",
    email: "",
  });
  expect(none.entry.actor.id).toBe(null);
  expect(Object.keys(none.entry)).not.toEqual(expect.arrayContaining(["subj"]));
  expect(Object.keys(none.entry)).not.toEqual(expect.arrayContaining(["sess"]));
  expect([none.pii.ip, none.pii.uid, none.pii.ua, none.pii.email]).toEqual([null, null, null, null]);
  const mistyped = write({ subject: 7, sessionId: 7, ip: 7, uid: {}, ua: [], email: true });
  expect(Object.values(mistyped.pii).filter((value) => value !== null)).toEqual([PLACE.salt]);
  expect([mistyped.entry.subj, mistyped.entry.sess]).toEqual([undefined, undefined]);
});

test("replaces a surrogate pair cut by truncation with U+FFFD", () => {
  expect(write({ subject: `${"s".repeat(127)}🐙` }).entry.subj).toBe(`${"s".repeat(127)}\ufffd`);
});

test("keeps all details that the format can represent", () => {
  const detail = { yes: true, no: false, none: null, n: -3, text: "x".repeat(512), list: [[{ a: 1 }]] };
  expect(detailOf(detail)).toEqual({ d: detail, clipped: false });
  expect(detailOf({ a: 0.25, b: 2 ** 53, c: -0 })).toEqual({
    d: { a: "0.25", b: "9007199254740992", c: 0 },
    clipped: false,
  });
  for (const none of [null, "text", 7, [1], undefined]) expect(detailOf(none)).toEqual({ d: {}, clipped: false });
});

test("replaces minus zero and infinities in a draft before serializing it", () => {
  const text = serializeDraft({ ...DRAFT, detail: { zero: -0, most: Infinity } });
  expect(JSON.parse(text)).toMatchObject({ detail: { zero: 0, most: "Infinity" }, flags: [] });
});

test("sets a flag when details are clipped", () => {
  expect(detailOf({ text: "x".repeat(513) })).toEqual({ d: { text: "x".repeat(512) }, clipped: true });
  expect(detailOf({ "bad key": 1, good: 2 })).toEqual({ d: { good: 2 }, clipped: true });
  const list = Array.from({ length: 65 }, (_, i) => i);
  expect(detailOf({ list: list.slice(1) })).toEqual({ d: { list: list.slice(1) }, clipped: false });
  expect(detailOf({ list })).toEqual({ d: { list: list.slice(0, 64) }, clipped: true });
  const keys = Object.fromEntries(list.map((i) => [`k${i}`, i]));
  const { k64: _, ...sixtyFour } = keys;
  expect(detailOf(sixtyFour)).toEqual({ d: sixtyFour, clipped: false });
  expect(detailOf(keys)).toEqual({ d: sixtyFour, clipped: true });
});

test("replaces details deeper than four levels with null", () => {
  expect(detailOf({ a: { b: { c: { d: 1 } } } })).toEqual({ d: { a: { b: { c: { d: 1 } } } }, clipped: false });
  expect(detailOf({ a: { b: { c: { d: {} } } } })).toEqual({ d: { a: { b: { c: { d: null } } } }, clipped: true });
  expect(detailOf({ a: [[["x"]]] })).toEqual({ d: { a: [[["x"]]] }, clipped: false });
  expect(detailOf({ a: [[[[]]]] })).toEqual({ d: { a: [[[null]]] }, clipped: true });
});

test("omits undefined details and replaces unsupported types with null", () => {
  // Values from a use case may have such types at run time, despite the draft's declared type.
  const detail = { a: undefined, b: 1n, c: 1 } as unknown as AuditDraft["detail"];
  const serialized: unknown = JSON.parse(serializeDraft({ ...DRAFT, detail }));
  expect(serialized).toMatchObject({ detail: { b: null, c: 1 }, flags: ["detail_clipped"] });
  const absent = { a: undefined } as unknown as AuditDraft["detail"];
  expect(JSON.parse(serializeDraft({ ...DRAFT, detail: absent }))).toMatchObject({ detail: {}, flags: [] });
});

test("serializes a draft of up to 16,384 characters whole and a longer one without details", () => {
  const sized = (length: number): string => {
    const filler = Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`k${i}`, "x".repeat(500)]));
    const draft = (rest: number) => ({ ...DRAFT, flags: ["a"], detail: { ...filler, rest: "x".repeat(rest) } });
    return serializeDraft(draft(length - serializeDraft(draft(0)).length));
  };
  const whole = sized(16_384);
  expect(whole).toHaveLength(16_384);
  expect(JSON.parse(whole)).toMatchObject({ flags: ["a"], detail: { k0: "x".repeat(500) } });
  expect(JSON.parse(sized(16_385))).toMatchObject({ flags: ["a", "detail_clipped"], detail: {} });
  expect(sized(16_385).length).toBeLessThan(500);
});
