/** The audit chain in its Durable Object: drains neither lose nor duplicate entries, and verification locates tampering. */
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { AuditLog } from "../../durable-objects/audit-log/audit-log.ts";
import { Verifier } from "../../scripts/audit/verify.ts";
import type { Position } from "../../src/rpc/audit-log.ts";
import { makeRow, makeRows, queue } from "./chain.ts";
import { d1 } from "../support/d1.ts";

let chains = 0;
let log: DurableObjectStub<AuditLog>;

// Each test has its own chain; the outbox is shared, so it starts empty.
beforeEach(async () => {
  chains += 1;
  log = env.AUDIT_LOG.getByName(`test-${chains}`);
  await env.DB.exec("delete from audit_outbox");
});

async function countOutbox(): Promise<number> {
  return (await d1`select count(*) as n from audit_outbox`.first<number>("n")) ?? -1;
}

async function exportAll(pageSize: number): Promise<string> {
  let text = "";
  for (let next: number | null = 0; next !== null;) {
    const page: { text: string; next: number | null } = await log.export(next, pageSize);
    text += page.text;
    next = page.next;
  }
  return text;
}

function verifyOffline(text: string) {
  const verifier = new Verifier();
  verifier.write(new TextEncoder().encode(text));
  return verifier.end();
}

const change = (sql: string, ...values: (string | number)[]) =>
  runInDurableObject(log, (_, state) => {
    state.storage.sql.exec(sql, ...values).toArray();
  });

test("verifies an empty chain and exports its header", async () => {
  expect(await log.drain()).toEqual({ appended: 0, duplicates: 0, more: false });
  const { valid, entries, head } = await log.verify();
  expect({ valid, entries }).toEqual({ valid: true, entries: 0 });
  expect(verifyOffline(await exportAll(10))).toMatchObject({ valid: true, entries: 0, head });
});

test("drains more than one batch in order, and the offline verifier agrees with the object", async () => {
  await queue(makeRows(1203).toReversed());
  expect(await log.drain()).toEqual({ appended: 1203, duplicates: 0, more: false });
  expect(await countOutbox()).toBe(0);
  const { valid, entries, head } = await log.verify();
  expect({ valid, entries }).toEqual({ valid: true, entries: 1203 });
  const text = await exportAll(500);
  expect(verifyOffline(text)).toMatchObject({ valid: true, entries: 1203, head });
  const ids = text
    .split("\n")
    .slice(1, -1)
    .map((line) => JSON.parse(line).entry.id);
  expect(ids).toEqual(makeRows(1203).map((row) => row.id));
});

test("clears rows that arrive again without appending them twice", async () => {
  await queue(makeRows(30));
  await log.drain();
  const before = await log.verify();
  await queue(makeRows(40));
  expect(await log.drain()).toEqual({ appended: 10, duplicates: 30, more: false });
  expect(await countOutbox()).toBe(0);
  expect(await log.verify()).toMatchObject({ valid: true, entries: 40 });
  expect(verifyOffline(await exportAll(100)).head).not.toBe(before.head);
});

test("appends each row once when it crashes between appending and clearing the outbox", async () => {
  await queue(makeRows(20));
  const failure = await runInDurableObject(log, async (_, state) => {
    const prepare = (sql: string) => {
      if (sql.startsWith("delete")) throw new Error("D1 is gone");
      return env.DB.prepare(sql);
    };
    // The object uses only the database's prepare().
    const broken = { ...env, DB: { prepare } as unknown as D1Database };
    return new AuditLog(state, broken).drain().then(String, String);
  });
  expect(failure).toMatch(/D1 is gone/);
  expect(await countOutbox()).toBe(20);
  await abortAllDurableObjects();
  log = env.AUDIT_LOG.getByName(`test-${chains}`);
  expect(await log.drain()).toEqual({ appended: 0, duplicates: 20, more: false });
  expect(await countOutbox()).toBe(0);
  expect(await log.verify()).toMatchObject({ valid: true, entries: 20 });
});

test("rolls back entries and head when an append fails", async () => {
  await queue(makeRows(5));
  await log.drain();
  const before = await log.verify();
  await change("create trigger boom before insert on entry when new.seq = 7 begin select raise(abort, 'boom'); end");
  await queue(makeRows(5, 5));
  const failure = await runInDurableObject(log, (object: AuditLog) => object.drain().then(String, String));
  expect(failure).toMatch(/boom/);
  expect(await countOutbox()).toBe(5);
  expect(await log.verify()).toEqual(before);
  await change("drop trigger boom");
  expect(await log.drain()).toMatchObject({ appended: 5 });
});

test("produces one chain without gaps from 200 concurrent drains while rows arrive", async () => {
  await Promise.all(
    makeRows(200).map(async (row) => {
      await queue([row]);
      await log.drain();
    }),
  );
  expect(await countOutbox()).toBe(0);
  expect(await log.verify()).toMatchObject({ valid: true, entries: 200 });
  expect(verifyOffline(await exportAll(60))).toMatchObject({ valid: true, entries: 200 });
});

test("raises an alarm for a malformed row without blocking the rows behind it", async () => {
  await queue([
    makeRow(1),
    { id: "e000000002", entry: "{" },
    { id: "e000000003", entry: "x".repeat(70_000) },
    makeRow(4),
  ]);
  expect(await log.drain()).toEqual({ appended: 4, duplicates: 0, more: false });
  const { entries } = await log.entries({ kind: "audit.alarm" }, null, 10);
  expect(entries.map((listed) => listed.seq)).toEqual([2, 1]);
  expect(await log.verify()).toMatchObject({ valid: true, entries: 4 });
});

test.each([
  ["an entry's text", "update entry set entry = replace(entry, 'passkey', 'provider') where seq = 300", 300],
  ["an entry's head", "update entry set head = replace(head, substr(head, 1, 1), 'x') where seq = 300", 300],
  ["personal data", "update entry set ip = '198.51.100.1' where seq = 300", 300],
  ["the salt", "update entry set salt = null where seq = 300", 300],
  ["a search column", "update entry set kind = 'auth.logout' where seq = 300", 300],
  ["a deleted row", "delete from entry where seq = 300", 300],
  ["the last rows deleted", "delete from entry where seq >= 340", 340],
  ["the stored head", "update chain set head = '00'", 350],
  [
    "the head moved back by one",
    "update chain set entries = 349, head = (select head from entry where seq = 348)",
    349,
  ],
  ["the entry count", "update chain set entries = 349", 349],
])("detects tampering with %s", async (_, sql, seq) => {
  await queue(makeRows(350));
  await log.drain();
  await change(sql);
  const { valid, firstBad } = await log.verify();
  expect({ valid, seq: firstBad?.seq }).toEqual({ valid: false, seq });
});

test("verifies a chain in adjacent ranges", async () => {
  await queue(makeRows(350));
  await log.drain();
  expect(await log.verify({ limit: 200 })).toMatchObject({ valid: true, entries: 200, next: 200 });
  const rest = await log.verify({ from: 200, limit: 200 });
  expect(rest).toMatchObject({ valid: true, entries: 150 });
  expect(rest.next).toBeUndefined();
});

test("erases a user from the chain and the outbox, and the chain still verifies", async () => {
  const email = "ada@example.com";
  await queue([makeRow(1), makeRow(2, { uid: "u2" }), makeRow(3, { uid: null, email })]);
  await log.drain();
  await queue([makeRow(4)]);
  expect(await log.erase("u1", email)).toBe(3);
  expect((await log.entries({ userId: "u1" }, null, 10)).entries).toEqual([]);
  const text = await exportAll(10);
  expect(text).not.toContain(email);
  expect(text.match(/"pii":null/g)).toHaveLength(3);
  // Two more entries record the erasure: one for entries that named the user, one for those without a signed-in user.
  expect((await log.entries({ kind: "audit.erase" }, null, 10)).entries).toHaveLength(2);
  expect(verifyOffline(text)).toMatchObject({ valid: true, entries: 6 });
  expect(await log.verify()).toMatchObject({ valid: true, entries: 6 });
});

test("pages through each filter newest first, without gaps or duplicates", async () => {
  const rows = makeRows(60).map((_, at) =>
    makeRow(at, { at: 1000 + Math.floor(at / 7), kind: at % 2 ? "perm.denied" : "auth.login.ok", uid: `u${at % 3}` }),
  );
  await queue(rows);
  await log.drain();
  const list = async (filter: Parameters<AuditLog["entries"]>[0]): Promise<number[]> => {
    const seqs: number[] = [];
    for (let after: Position | null = null, pages = 0; pages < 30; pages += 1) {
      const page: { entries: { seq: number }[]; last: Position | null } = await log.entries(filter, after, 7);
      seqs.push(...page.entries.map((listed) => listed.seq));
      after = page.last;
      if (after === null) return seqs;
    }
    return seqs;
  };
  const newestFirst = Array.from({ length: 60 }, (_, at) => 59 - at);
  expect(await list({})).toEqual(newestFirst);
  expect(await list({ kind: "perm.denied" })).toEqual(newestFirst.filter((at) => at % 2));
  expect(await list({ userId: "u1" })).toEqual(newestFirst.filter((at) => at % 3 === 1));
  expect(await list({ kind: "perm.denied", userId: "u1", from: 1002, to: 1005 })).toEqual(
    newestFirst.filter((at) => at % 2 && at % 3 === 1 && at >= 14 && at < 35),
  );
});
