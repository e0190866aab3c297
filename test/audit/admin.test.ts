/** The audit log over HTTP: filtered lists, verification with its checkpoint, and the export with its key. */
import { runInDurableObject } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { openNote, parseKey } from "../../src/audit-log/checkpoint.ts";
import { Verifier } from "../../scripts/audit/verify.ts";
import { type Client, world } from "../support/world.ts";
import { Chain, makeRow, queue, waiting } from "./chain.ts";

/** The deployment's own chain. */
const chain = new Chain(0);
let admin: Client;

const COUNT = 60;
const at = (number: number): number => Date.UTC(2026, 0, 1) + Math.floor(number / 7) * 1000;
const iso = (ms: number): string => new Date(ms).toISOString();
const newestFirst = Array.from({ length: COUNT }, (_, number) => COUNT - 1 - number);

beforeAll(async () => {
  admin = (await world()).as("rupert");
  await queue(
    Array.from({ length: COUNT }, (_, number) =>
      makeRow(number, {
        at: at(number),
        kind: number % 2 ? "perm.denied" : "auth.login.ok",
        uid: `u${number % 3}`,
        email: number === 5 ? "ada@example.com" : null,
      }),
    ),
  );
  await chain.log.drain();
});

type Listed = { seq: number; ip: string; userAgent: string; userId: string; email: string | null; entry: object };
type Page = { entries: Listed[]; nextCursor: string | null };

async function list(query: Record<string, string>): Promise<number[]> {
  const seqs: number[] = [];
  for (let cursor: string | null = null, pages = 0; pages < 40; pages += 1) {
    const asked: string = new URLSearchParams({ ...query, limit: "7", ...(cursor !== null && { cursor }) }).toString();
    const { body } = await admin.get<Page>(`/api/admin/audit?${asked}`);
    seqs.push(...body.entries.map(({ seq }) => seq));
    cursor = body.nextCursor;
    if (cursor === null) return seqs;
  }
  return seqs;
}

test.each<[string, Record<string, string>, (number: number) => boolean]>([
  ["no filter", {}, () => true],
  ["a kind", { kind: "perm.denied" }, (number) => number % 2 === 1],
  ["an unused kind", { kind: "no.such" }, () => false],
  ["a user", { userId: "u1" }, (number) => number % 3 === 1],
  ["an inclusive start time", { from: iso(at(21)) }, (number) => number >= 21],
  ["an exclusive end time", { to: iso(at(21)) }, (number) => number < 21],
  ["a time of another zone", { from: "2026-01-01T02:00:03+02:00" }, (number) => number >= 21],
  ["an end before the start", { from: iso(at(30)), to: iso(at(10)) }, () => false],
  [
    "all filters",
    { kind: "perm.denied", userId: "u1", from: iso(at(14)), to: iso(at(35)) },
    (number) => number % 2 === 1 && number % 3 === 1 && number >= 14 && number < 35,
  ],
])("pages through the list newest first, each entry once: %s", async (_, query, passes) => {
  expect(await list(query)).toEqual(newestFirst.filter(passes));
});

test("shows an entry with its user and in its hashed form", async () => {
  const { body } = await admin.get<Page>(`/api/admin/audit?from=${iso(at(0))}&to=${iso(at(6) + 1)}&userId=u2&limit=2`);
  expect(body.entries[0]).toMatchObject({
    seq: 5,
    ip: "203.0.113.7",
    userAgent: "agent",
    userId: "u2",
    email: "ada@example.com",
    entry: { v: 1, seq: 5, kind: "perm.denied", outcome: "ok", d: { method: "passkey" } },
  });
});

test.each([
  ["from=yesterday", "an invalid time"],
  ["to=2026-01-01", "a date without a time"],
  ["cursor=next", "a cursor of another list"],
  ["limit=101", "a limit beyond the maximum"],
  ["userId=%00", "an invalid ID"],
])("rejects %s (%s)", async (query) => {
  expect((await admin.get(`/api/admin/audit?${query}`)).status).toBe(400);
});

test("returns a checkpoint with the verification, and a new one after the chain has grown", async () => {
  const first = (await admin.get("/api/admin/audit/verify")).body;
  // The entry that records the checkpoint was verified too.
  expect(first).toMatchObject({ valid: true, entries: COUNT + 1, shard: 0, checkpoint: { size: COUNT } });
  const { size, head } = await openNote(first.checkpoint.note, [parseKey(first.key)]);
  expect({ size, head }).toEqual({ size: COUNT, head: first.checkpoint.head });
  expect((await admin.get("/api/admin/audit/verify")).body).toEqual(first);
  await queue([makeRow(900)]);
  const next = (await admin.get("/api/admin/audit/verify")).body;
  expect(next).toMatchObject({ valid: true, entries: COUNT + 3, checkpoint: { size: COUNT + 2 }, key: first.key });
  expect(await chain.read("latest")).toBe(next.checkpoint.note);
});

test("exports every entry that the checkpoint signs, and names the key", async () => {
  const { body, headers } = await admin.get<string>("/api/admin/audit/export");
  const { checkpoint, key } = (await admin.get("/api/admin/audit/verify")).body;
  expect(headers.get("X-Audit-Key")).toBe(key);
  // The export includes its own entry.
  expect(
    body
      .trimEnd()
      .split("\n")
      .filter((line) => line.includes('"kind":"audit.export"')),
  ).toHaveLength(1);
  const verifier = new Verifier([{ seq: checkpoint.size - 1, head: checkpoint.head, origin: checkpoint.origin }]);
  verifier.write(new TextEncoder().encode(body));
  expect(verifier.end()).toMatchObject({ valid: true, entries: COUNT + 5 });
});

test("names the first invalid entry, and signs no new checkpoint", async () => {
  const { checkpoint } = (await admin.get("/api/admin/audit/verify")).body;
  const spoil = (sql: string) =>
    runInDurableObject(chain.log, (_, state) => {
      state.storage.sql.exec(sql).toArray();
    });
  await spoil("update entry set entry = replace(entry, 'passkey', 'phone') where seq in (31, 40)");
  expect((await admin.get("/api/admin/audit/verify")).body).toMatchObject({
    valid: false,
    entries: 31,
    firstBad: { seq: 31, reason: "the head does not match the entry" },
    checkpoint,
  });
  await spoil("update entry set entry = replace(entry, 'phone', 'passkey') where seq in (31, 40)");
  expect((await admin.get("/api/admin/audit/verify")).body.valid).toBe(true);
});

test("detects a chain that was restored to an earlier, consistent state", async () => {
  await chain.restore(50, {});
  expect((await admin.get("/api/admin/audit/verify")).body).toMatchObject({
    valid: false,
    entries: 50,
    firstBad: { seq: 50, reason: "the latest checkpoint covers later entries that are missing" },
  });
  expect((await admin.get("/api/admin/audit/export")).status).toBe(200);
  expect(await list({ userId: "u0", from: iso(at(0)) })).toEqual(
    newestFirst.filter((seq) => seq < 50 && seq % 3 === 0),
  );
  // The export is recorded even though the log currently accepts no entries.
  expect(await waiting()).toMatchObject([
    { kind: "audit.alarm", detail: { reason: "behind" } },
    { kind: "audit.export" },
  ]);
});
