/** Old entries leave the object once their segment is verified in the bucket, and everything still reads across the boundary. */
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { AuditLog } from "../../durable-objects/audit-log/audit-log.ts";
import { newStorage } from "../support/empty-storage.ts";
import { world } from "../support/world.ts";
import { Chain, freshChain, makeRow, makeRows, pinOf, queue, type Row } from "./chain.ts";

const SEGMENT = 4096;
const KEEP = { AUDIT_KEEP_DAYS: "400" };

let chain: Chain;

beforeEach(async () => {
  chain = await freshChain();
});

/** One run of the minute's job, for which entries of 1970 are old. */
const publish = (bindings: object = KEEP) => chain.as(bindings, (log) => log.publish());

/** Publishes without pruning, and asserts that there is a checkpoint and a key. */
async function signed() {
  const { checkpoint, key } = await chain.log.publish();
  if (checkpoint === null || key === null) throw new Error("There is no checkpoint.");
  return { checkpoint, key };
}

/** Number of the first entry whose row is in the object, and of rows. */
const stored = (): Promise<{ first: number; rows: number }> =>
  runInDurableObject(chain.log, (_, { storage }) =>
    storage.sql.exec<{ first: number; rows: number }>("select min(seq) as first, count(*) as rows from entry").one(),
  );

async function alarms(): Promise<unknown[]> {
  await chain.log.drain();
  const { entries } = await chain.log.entries({ kind: "audit.alarm" }, null, 50);
  return entries.map(({ entry }) => JSON.parse(entry).d).toReversed();
}

/** All sequence numbers that match, read in pages, with how often a call stopped before its page was full. */
async function list(filter: object, limit = 200, log: Pick<AuditLog, "entries"> = chain.log): Promise<number[]> {
  const seqs: number[] = [];
  let after: { ts: number; seq: number } | null = null;
  for (let pages = 0; pages < 200; pages += 1) {
    const page: Awaited<ReturnType<AuditLog["entries"]>> = await log.entries(filter, after, limit);
    seqs.push(...page.entries.map(({ seq }) => seq));
    after = page.last;
    if (after === null) return seqs;
  }
  throw new Error("The list does not end.");
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => to - 1 - at);

/** A chain with one full segment of old entries and a few that follow it, all signed. */
async function oldChain(rows: readonly Row[] = makeRows(SEGMENT + 4)) {
  await queue(rows);
  return signed();
}

test("removes the entries of a verified segment, one a run, and changes no proof", async () => {
  await queue(makeRows(2 * SEGMENT + 4));
  const { checkpoint, key } = await signed();
  const before = (await chain.exportText()).split("\n");

  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
  await publish();
  expect(await stored()).toMatchObject({ first: 2 * SEGMENT });
  await publish();
  const after = await stored();
  await publish();
  expect(await stored()).toEqual(after);
  expect(after.first).toBe(2 * SEGMENT);

  expect(await chain.log.verify()).toMatchObject({ valid: true });
  expect(await chain.log.verify({ from: 4000, limit: 200 })).toMatchObject({ valid: true, entries: 200, next: 4200 });
  expect(await chain.verifyOffline([pinOf(checkpoint)])).toMatchObject({ valid: true, firstBad: null });
  expect(await chain.verifyArchive(key, [pinOf(checkpoint)])).toMatchObject({ valid: true });
  const text = await chain.exportText();
  const lines = text.split("\n");
  expect(lines.slice(0, 2 * SEGMENT + 1)).toEqual(
    before.slice(0, 2 * SEGMENT + 1).map((line) => line.replace(/"pii":\{[^}]*\},"head"/, '"pii":null,"head"')),
  );
  expect(lines.slice(2 * SEGMENT + 1, 2 * SEGMENT + 5)).toEqual(before.slice(2 * SEGMENT + 1, 2 * SEGMENT + 5));
  expect(await alarms()).toEqual([]);
});

test("lists and searches across the boundary as before, without the personal data", async () => {
  const rows = Array.from({ length: 2 * SEGMENT + 20 }, (_, at) =>
    makeRow(at, {
      uid: at % 1000 === 3 ? "ada" : "bob",
      kind: at % 500 === 7 ? "perm.denied" : "auth.login.ok",
      detail: at % 2000 === 9 ? { name: "needle" } : {},
      actor: { type: "mcp", id: "t" },
    }),
  );
  await oldChain(rows);
  const filters = [
    { userId: "ada" },
    { kind: "perm.denied" },
    { from: 1000 + 4000, to: 1000 + 4200 },
    { words: "NEEDLE" },
    { words: "ada login" },
    { userId: "ada", kind: "auth.login.ok", from: 1000 + 3000 },
    { userId: "nobody" },
  ];
  const before = await Promise.all(filters.map((filter) => list(filter, 7)));
  await publish();
  await publish();
  expect(await stored()).toMatchObject({ first: 2 * SEGMENT });
  expect(await Promise.all(filters.map((filter) => list(filter, 7)))).toEqual(before);
  expect(before.map(({ length }) => length)).toEqual([9, 17, 200, 5, 9, 6, 0]);

  const all = await list({});
  expect(all).toEqual(range(0, all.length));
  const { entries } = await chain.log.entries({ userId: "ada" }, null, 20);
  expect(entries.at(-1)).toMatchObject({ seq: 3, uid: "ada", ip: null, ua: null, email: null });
  expect(JSON.parse(entries.at(-1)?.entry ?? "")).toMatchObject({ seq: 3, kind: "auth.login.ok" });
});

test("reads a bounded number of segments per search and continues from there", async () => {
  await queue([makeRow(0, { detail: { name: "needle" } }), ...makeRows(6 * SEGMENT + 3, 1)]);
  await signed();
  for (let run = 0; run < 9; run += 1) await publish();
  expect(await stored()).toMatchObject({ first: 6 * SEGMENT });
  const first = await chain.log.entries({ words: "needle" }, null, 10);
  expect(first).toMatchObject({ entries: [], searchedTo: 1000 + SEGMENT });
  const second = await chain.log.entries({ words: "needle" }, first.last, 10);
  expect(second).toMatchObject({ entries: [{ seq: 0 }], last: null, searchedTo: null });
});

test.each<[string, () => Promise<unknown>]>([
  [
    "one of them is young",
    () => oldChain([...makeRows(4000), makeRow(4000, { at: Date.now() }), ...makeRows(99, 4001)]),
  ],
  ["they fill no segment", () => oldChain(makeRows(SEGMENT - 1))],
])("keeps entries in the object while %s", async (_, prepare) => {
  await prepare();
  const { rows } = await stored();
  await publish();
  expect(await stored()).toMatchObject({ first: 0 });
  expect(rows).toBeGreaterThanOrEqual(SEGMENT - 1);
});

test("keeps entries for ever if so configured", async () => {
  await oldChain();
  await publish({ AUDIT_KEEP_DAYS: "0" });
  expect(await stored()).toMatchObject({ first: 0 });
});

test("keeps entries in the object while no checkpoint covers them", async () => {
  const put = (key: string, ...rest: [string]): unknown =>
    key.endsWith(".jsonl") ? env.FILES.put(key, ...rest) : Promise.reject(new Error("R2 is gone"));
  const bucket = new Proxy(env.FILES, { get: (target, name) => (name === "put" ? put : bound(target, name)) });
  await chain.append(makeRows(SEGMENT + 4));
  await publish({ ...KEEP, FILES: bucket });
  expect(await chain.names()).toEqual(["0-4095.jsonl"]);
  expect(await stored()).toEqual({ first: 0, rows: SEGMENT + 4 });
});

function bound(target: R2Bucket, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name);
  return typeof member === "function" ? member.bind(target) : member;
}

test.each<[string, (segment: string) => string]>([
  ["changed", (segment) => segment.replace("passkey", "phone")],
  ["cut off", (segment) => segment.slice(0, -10)],
])("removes nothing and raises one alarm if the segment was %s, until it is restored", async (_, damaged) => {
  await oldChain();
  const segment = await chain.read("0-4095.jsonl");
  await chain.write("0-4095.jsonl", damaged(segment));
  for (let minute = 0; minute < 3; minute += 1) {
    await publish();
    expect(await stored()).toMatchObject({ first: 0 });
  }
  await chain.write("0-4095.jsonl", segment);
  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
  expect(await alarms()).toEqual([{ reason: "segment_differs", first: 0, last: SEGMENT - 1 }]);
});

test("writes a missing segment again, with an alarm, and removes nothing until it was read back", async () => {
  await oldChain();
  const segment = await chain.read("0-4095.jsonl");
  await env.FILES.delete(`${chain.folder}/0-4095.jsonl`);
  await publish();
  expect(await stored()).toMatchObject({ first: 0 });
  expect(await chain.read("0-4095.jsonl")).toBe(segment);
  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
  expect(await alarms()).toEqual([{ reason: "segment_missing", first: 0, last: SEGMENT - 1 }]);
});

test("removes nothing if rows of the object were changed, in or after the segment", async () => {
  await oldChain();
  for (const seq of [7, SEGMENT, SEGMENT + 2]) {
    await chain.change(
      "update memory set value = '0' where key = 'proven'",
      `update entry set entry = replace(entry, 'passkey', 'phone') where seq = ${seq}`,
    );
    await publish();
    expect(await stored()).toMatchObject({ first: 0 });
    await chain.change(`update entry set entry = replace(entry, 'phone', 'passkey') where seq = ${seq}`);
  }
  expect(await alarms()).toMatchObject([7, SEGMENT, SEGMENT + 2].map((seq) => ({ reason: "chain_damaged", seq })));
  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
});

test("removes nothing unless the latest checkpoint has a valid signature of the present key", async () => {
  const { checkpoint } = await oldChain();
  const other = { ...KEEP, ROOT_SECRET: "another-root-secret-of-32-characters!" };
  await publish(other);
  expect(await stored()).toMatchObject({ first: 0 });
  expect(await alarms()).toEqual([]);

  await chain.as(KEEP, async (log) => {
    await log.drain();
    await chain.write("latest", checkpoint.note.replace(/.{8}\n$/, "AAAAAAA=\n"));
    await log.publish();
    await chain.write("latest", checkpoint.note);
  });
  expect(await stored()).toMatchObject({ first: 0 });
  expect(await alarms()).toMatchObject([{ reason: "latest_unverified" }]);

  // The first event after a rotation of the secret is signed with the new key.
  await chain.append([makeRow(9000)]);
  await publish(other);
  expect(await stored()).toMatchObject({ first: SEGMENT });
});

test("loses nothing if the object ends at any call to the bucket or in the middle of the removal", async () => {
  await oldChain();
  const seqs = await list({});
  for (let failing = 1; failing < 8; failing += 1) {
    let calls = 0;
    const bucket = new Proxy(env.FILES, {
      get: (target, name) => (calls++ >= failing ? () => Promise.reject(new Error("R2 is gone")) : bound(target, name)),
    });
    await publish({ ...KEEP, FILES: bucket }).catch(() => undefined);
    expect((await list({})).filter((seq) => seq < seqs.length)).toEqual(seqs);
    if ((await stored()).first > 0) break;
  }
  expect(await stored()).toMatchObject({ first: SEGMENT });
  expect(await alarms()).toEqual([]);
});

test("removes all rows of a segment or none", async () => {
  await oldChain();
  await chain.change(
    "create trigger broken before delete on entry when old.seq = 4000 begin select raise(abort, 'no'); end",
  );
  await publish();
  const { rows } = await stored();
  expect(rows).toBe(SEGMENT + 5);
  expect(await list({ userId: "u1" })).toHaveLength(SEGMENT + 4);
  await chain.change("drop trigger broken");
  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
  expect(await list({ userId: "u1" })).toHaveLength(SEGMENT + 4);
  expect(await chain.log.verify()).toMatchObject({ valid: true });
  expect(await chain.verifyOffline()).toMatchObject({ valid: true });
});

test("verifies a chain of an earlier version in parts before it removes anything", async () => {
  await queue(makeRows(21_000));
  const { checkpoint } = await signed();
  await chain.change("delete from memory where key = 'proven'");
  await publish();
  expect(await stored()).toMatchObject({ first: 0 });
  expect((await chain.memory())["proven"]).toBe("20000");
  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
  expect(Number((await chain.memory())["proven"])).toBeGreaterThanOrEqual(checkpoint.size);
});

test("says which entries cannot be read if their segment is lost later, and raises one alarm", async () => {
  await oldChain([makeRow(0, { uid: "ada" }), ...makeRows(SEGMENT + 3, 1)]);
  await publish();
  const segment = await chain.read("0-4095.jsonl");
  const damages: (() => Promise<void>)[] = [
    () => env.FILES.delete(`${chain.folder}/0-4095.jsonl`),
    () => chain.write("0-4095.jsonl", segment.replace("passkey", "phone")),
  ];
  for (const damage of damages) {
    await damage();
    await publish();
    await publish();
    expect(await chain.log.entries({ userId: "ada" }, null, 5)).toMatchObject({
      entries: [],
      last: null,
      unreadable: { first: 0, last: SEGMENT - 1 },
    });
    const { valid, firstBad } = await chain.log.verify();
    expect([valid, firstBad]).toEqual([false, { seq: 0, reason: expect.stringContaining("0-4095.jsonl") }]);
    expect(await chain.log.verify({ from: SEGMENT })).toMatchObject({ valid: true });
    await expect(chain.as({}, (log) => log.export(0, 10).catch(String))).resolves.toContain("0-4095.jsonl");
    await chain.write("0-4095.jsonl", segment);
    await publish();
    expect(await chain.log.verify()).toMatchObject({ valid: true });
  }
  expect(await alarms()).toMatchObject([{ reason: "segment_missing" }, { reason: "segment_differs" }]);
});

test("raises an alarm for a segment too large for memory, without reading it", async () => {
  await oldChain();
  const get = async (key: string): Promise<object | null> => {
    const object = await env.FILES.get(key);
    if (object === null || !key.endsWith(".jsonl")) return object;
    return { size: 5_000_000_000, body: object.body, arrayBuffer: () => Promise.reject(new Error("out of memory")) };
  };
  const bucket = new Proxy(env.FILES, { get: (target, name) => (name === "get" ? get : bound(target, name)) });
  await publish({ ...KEEP, FILES: bucket });
  expect(await stored()).toMatchObject({ first: 0 });
  expect(await alarms()).toEqual([{ reason: "segment_differs", first: 0, last: SEGMENT - 1 }]);
});

test.each([
  ["", ["latest_older"]],
  [", also if their segment is lost", ["segment_missing", "latest_older"]],
])("does not halt because of a checkpoint whose entries were removed%s", async (lost, reasons) => {
  const { checkpoint } = await oldChain();
  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
  const [head = ""] = (await chain.read("0-4095.jsonl")).split("\n").slice(10, 11);
  const base64 = Buffer.from(head.slice(-66, -2), "hex").toString("base64");
  await chain.write("latest", checkpoint.note.replace(/\n\d+\n.*\n/, `\n10\n${base64}\n`));
  if (lost) await env.FILES.delete(`${chain.folder}/0-4095.jsonl`);
  await abortAllDurableObjects();
  await queue([makeRow(9000)]);
  expect(await publish()).toMatchObject({ isSound: true });
  expect(await alarms()).toMatchObject(reasons.map((reason) => ({ reason })));
});

test("erases a person from what remains of removed entries, and by addresses that only those prove", async () => {
  const DAY = 86_400_000;
  const at = Date.UTC(2020, 0, 1);
  const mail = { kind: "magic.send", uid: null, email: "old@example.com", ip: "198.51.100.77" } as const;
  const login = (number: number, time: number): Row =>
    makeRow(number, { at: time, uid: "ada", email: "old@example.com", ip: "198.51.100.77" });
  const young = Date.now() - DAY;
  await oldChain([
    login(0, at),
    ...makeRows(SEGMENT - 1, 1),
    // Requested between two sign-ins, of which the first is in the segment.
    makeRow(5000, { ...mail, at: young - 9 * DAY }),
    login(5001, young),
    makeRow(5002, { at: young }),
  ]);
  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
  expect(await list({ userId: "ada" })).toEqual([SEGMENT + 1, 0]);

  expect(await chain.log.erase("ada", "new@example.com")).toBe(2);
  expect(await list({ userId: "ada" })).toEqual([]);
  expect(await list({ userId: "u1" })).toHaveLength(SEGMENT);
  expect(await chain.exportText()).not.toMatch(/198\.51\.100\.77|old@example\.com|"ada"/);
  const left = await runInDurableObject(chain.log, (_, { storage }) =>
    ["address", "segment_user"].flatMap((table) =>
      storage.sql.exec(`select uid from ${table} where uid = 'ada'`).toArray(),
    ),
  );
  expect(left).toEqual([]);
  expect(await chain.log.verify()).toMatchObject({ valid: true });
  expect(await chain.verifyOffline()).toMatchObject({ valid: true });
});

test("tells administrators which entries are missing from the list", async () => {
  // The log that requests write to may have young entries of earlier tests, which keep their segment in the object.
  await newStorage();
  chain = new Chain(0);
  await oldChain();
  await publish();
  expect(await stored()).toMatchObject({ first: SEGMENT });
  const admin = (await world()).as("rupert");
  await env.FILES.delete(`${chain.folder}/0-4095.jsonl`);
  const { body } = await admin.get<object>("/api/admin/audit?to=1970-01-01T00:00:02Z");
  expect(body).toMatchObject({ entries: [], nextCursor: null, unreadable: { first: 0, last: SEGMENT - 1 } });
  const { body: page } = await admin.get<string>("/admin/audit?to=1970-01-01T00:01");
  expect(page).toContain("Entries 0 to 4,095 cannot be shown");
});
