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

test("converts any outbox row to a readable entry", () => {
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

test("keeps the name of every kind", () => {
  expect(AUDIT_KINDS.map((kind) => write(JSON.stringify({ ...DRAFT, kind })).kind)).toEqual(AUDIT_KINDS);
});

test.each([
  ["not JSON", "{", "not_json"],
  ["not a draft", "[]", "not_a_draft"],
  ["of an unknown kind", JSON.stringify({ ...DRAFT, kind: "made.up" }), "not_a_draft"],
  ["too long", " ".repeat(MAX_DRAFT_LENGTH + 1), "too_long"],
  ["too long to read from D1", null, "too_long"],
])("writes an alarm for a row that is %s and continues the chain", (_, entry, reason) => {
  expect(write(entry)).toMatchObject({ id: "e1", ts: 9, kind: "audit.alarm", risk: 100, flags: ["malformed_draft"] });
  expect(write(entry).d).toMatchObject({ reason });
});

test("omits details that are too long for an entry and sets a flag", () => {
  const detail = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, "x".repeat(500)]));
  expect(write(JSON.stringify({ ...DRAFT, detail }))).toMatchObject({ d: {}, flags: ["detail_clipped"] });
  expect(serializeDraft({ ...DRAFT, detail }).length).toBeLessThan(1000);
});

test("drops only the details with invalid keys", () => {
  const detail = { good: 1, "bad key": 2, list: [{ é: 3, fine: 4 }] };
  expect(write(JSON.stringify({ ...DRAFT, detail }))).toMatchObject({
    d: { good: 1, list: [{ fine: 4 }] },
    flags: ["detail_clipped"],
  });
});

test("normalizes, repairs and truncates text before hashing", () => {
  const { d, subj } = write(
    JSON.stringify({ ...DRAFT, subject: "🐙".repeat(65), detail: { a: "e\u0301", b: "\ud800" } }),
  );
  expect(d).toEqual({ a: "é", b: "\ufffd" });
  expect(subj).toBe("🐙".repeat(64));
});

test("stores fractions as text", () => {
  expect(write(JSON.stringify({ ...DRAFT, detail: { ratio: 0.25 } })).d).toEqual({ ratio: "0.25" });
});

test("stores a session as a reference that does not reveal its id", () => {
  const { sess } = write(JSON.stringify({ ...DRAFT, sessionId: "session-1" }));
  expect(sess).toBe("s_84097828fc31a8c8");
});

test("writes the same entry for a serialized draft as for the original", () => {
  const draft = { ...DRAFT, detail: { a: "e\u0301", list: [1, 0.5] }, ua: "x".repeat(600), flags: ["A", "b"] };
  expect(write(serializeDraft(draft))).toEqual(write(JSON.stringify(draft)));
});
