/** From outbox row to entry: any row produces an entry that readers accept. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeEntry, type AuditEntry } from "./format.ts";
import { type AuditDraft, MAX_DRAFT_LENGTH, serializeDraft, writeEntry } from "./draft.ts";
import { AUDIT_KINDS } from "./kinds.ts";

const PLACE = { shard: 0, seq: 7, salt: "ab".repeat(32) };
const DRAFT: AuditDraft = {
  id: "e1",
  at: 5,
  kind: "auth.login.fail",
  outcome: "fail",
  actor: { type: "anonymous", id: null },
  risk: 30,
  flags: [],
  detail: {},
  ip: "203.0.113.7",
  ua: null,
  uid: null,
  email: null,
};

function write(entry: string | null, id = "e1"): AuditEntry {
  const { text } = writeEntry({ id, entry, created_at: 9 }, PLACE);
  return decodeEntry(text);
}

test("any outbox row becomes an entry that reads back", () => {
  const junk = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.object({ withNullPrototype: false }).map((extra) => JSON.stringify({ ...DRAFT, ...extra })),
    fc
      .record(
        {
          actor: fc.anything(),
          subject: fc.anything(),
          sessionId: fc.anything(),
          resource: fc.anything(),
          risk: fc.anything(),
          flags: fc.anything(),
          detail: fc.object(),
          ip: fc.anything(),
          ua: fc.string({ unit: "binary", maxLength: 3000 }),
          at: fc.anything(),
        },
        { requiredKeys: [] },
      )
      .map((extra) => JSON.stringify({ ...DRAFT, ...extra }, (_, v: unknown) => (typeof v === "bigint" ? `${v}` : v))),
  );
  fc.assert(
    fc.property(junk, fc.string({ unit: "binary" }), (entry, id) => {
      expect(write(entry, id)).toMatchObject({ v: 1, seq: 7 });
    }),
    { numRuns: 2000 },
  );
});

test("every kind keeps its name", () => {
  expect(AUDIT_KINDS.map((kind) => write(JSON.stringify({ ...DRAFT, kind })).kind)).toEqual(AUDIT_KINDS);
});

test.each([
  ["not JSON", "{", "not_json"],
  ["no draft", "[]", "not_a_draft"],
  ["of a kind nobody knows", JSON.stringify({ ...DRAFT, kind: "made.up" }), "not_a_draft"],
  ["too long", " ".repeat(MAX_DRAFT_LENGTH + 1), "too_long"],
  ["too long to be read from D1", null, "too_long"],
])("a row that is %s leaves an alarm instead of stopping the chain", (_, entry, reason) => {
  expect(write(entry)).toMatchObject({ id: "e1", ts: 9, kind: "audit.alarm", risk: 100, flags: ["malformed_draft"] });
  expect(write(entry).d).toMatchObject({ reason });
});

test("details too long for an entry are left out, and the entry says so", () => {
  const detail = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, "x".repeat(500)]));
  expect(write(JSON.stringify({ ...DRAFT, detail }))).toMatchObject({ d: {}, flags: ["detail_clipped"] });
  expect(serializeDraft({ ...DRAFT, detail }).length).toBeLessThan(1000);
});

test("a key outside the alphabet costs itself, not its neighbours", () => {
  const detail = { good: 1, "bad key": 2, list: [{ é: 3, fine: 4 }] };
  expect(write(JSON.stringify({ ...DRAFT, detail }))).toMatchObject({
    d: { good: 1, list: [{ fine: 4 }] },
    flags: ["detail_clipped"],
  });
});

test("text is composed, made well-formed and cut before it is hashed", () => {
  const { d, subj } = write(
    JSON.stringify({ ...DRAFT, subject: "🐙".repeat(65), detail: { a: "e\u0301", b: "\ud800" } }),
  );
  expect(d).toEqual({ a: "é", b: "\ufffd" });
  expect(subj).toBe("🐙".repeat(64));
});

test("fractions are kept as text, since the format has none", () => {
  expect(write(JSON.stringify({ ...DRAFT, detail: { ratio: 0.25 } })).d).toEqual({ ratio: "0.25" });
});

test("a session shows as a reference that does not tell its id", () => {
  const { sess } = write(JSON.stringify({ ...DRAFT, sessionId: "session-1" }));
  expect(sess).toBe("s_84097828fc31a8c8");
});

test("serializing changes nothing in what is written", () => {
  const draft = { ...DRAFT, detail: { a: "e\u0301", list: [1, 0.5] }, ua: "x".repeat(600), flags: ["A", "b"] };
  expect(write(serializeDraft(draft))).toEqual(write(JSON.stringify(draft)));
});
