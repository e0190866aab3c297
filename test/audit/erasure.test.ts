/** Erasing a person from the audit log: no data remains, none arrives later, and all proofs remain valid. */
import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { AuditLog } from "../../durable-objects/audit-log/audit-log.ts";
import { Verifier } from "../../scripts/audit/verify.ts";
import { type Chain, freshChain, makeRow, makeRows, pinOf, queue } from "./chain.ts";

vi.setConfig({ testTimeout: 60_000 });

const personalOf = async (chain: Chain): Promise<(string | null)[]> =>
  (await chain.exportText())
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => /"uid":(?:"([^"]*)"|null)\}/.exec(line.slice(line.lastIndexOf('},"pii":')))?.[1] ?? null);

test("verifies exports before and after an erasure against segments and checkpoints", async () => {
  const chain = await freshChain();
  await chain.append(makeRows(4_100));
  const { checkpoint, key } = await chain.log.publish();
  if (checkpoint === null || key === null) throw new Error("nothing was signed");
  const pin = pinOf(checkpoint);
  const before = await chain.exportText();
  expect(await chain.log.erase("u1", null)).toBe(4_100);
  await chain.append(makeRows(5, 5_000).map((row, at) => (at % 2 ? row : makeRow(6_000 + at, { uid: "u2" }))));
  const { key: after } = await chain.log.publish();

  const old = new Verifier([pin]);
  old.write(new TextEncoder().encode(before));
  expect(old.end()).toMatchObject({ valid: true, entries: 4_101 });
  expect(await chain.verifyOffline([pin])).toMatchObject({ valid: true, firstBad: null });
  expect(await chain.verifyArchive(String(after), [pin])).toMatchObject({ valid: true });
  expect(await chain.log.verify()).toMatchObject({ valid: true });
  const heads = (text: string): string[] =>
    Array.from(text.matchAll(/"head":"([0-9a-f]{64})"\}$/gm), ([, head]) => head ?? "");
  expect(heads(await chain.exportText()).slice(0, 4_101)).toEqual(heads(before));
  for (const name of await chain.names()) expect(await chain.read(name)).not.toContain("203.0.113.7");
});

test("chains later entries about an erased user without personal data, also after a restart", async () => {
  const chain = await freshChain();
  await chain.append([makeRow(1), makeRow(2, { uid: "u2" })]);
  await chain.log.erase("u1");
  await chain.append([makeRow(3), makeRow(4, { uid: "u2" })]);
  await abortAllDurableObjects();
  await chain.append([makeRow(5), makeRow(6, { uid: null })]);
  expect(await personalOf(chain)).toEqual([null, "u2", null, null, "u2", null, null, null, null]);
  expect((await chain.exportText()).match(/"pii":null/g)).toHaveLength(3);
  expect(await chain.verifyOffline()).toMatchObject({ valid: true, entries: 9 });
  expect(await chain.log.erase("u1")).toBe(0);
});

test("erases link requests to the user's earlier email, and not those of its other owners", async () => {
  const DAY = 86_400_000;
  const [old, now] = ["old@example.com", "now@example.com"];
  const asked = (number: number, at: number, email: string) =>
    makeRow(number, { at, kind: "magic.send", uid: null, email });
  const chain = await freshChain();
  await chain.append([
    asked(1, 1 * DAY, old),
    asked(2, 10 * DAY - 5, old),
    makeRow(3, { at: 10 * DAY, email: old }),
    makeRow(4, { at: 20 * DAY, email: old }),
    asked(5, 15 * DAY, old),
    asked(6, 30 * DAY, old),
    asked(7, 40 * DAY, now),
    // They requested this address but never verified it.
    makeRow(8, { at: 41 * DAY, kind: "account.email_change", email: "theirs@example.com" }),
    asked(9, 41 * DAY, "theirs@example.com"),
  ]);
  expect(await chain.log.erase("u1", now)).toBe(6);
  const text = await chain.exportText();
  expect(Array.from(text.matchAll(/"email":"([^"]+)"/g), ([, email]) => email)).toEqual([
    old,
    old,
    "theirs@example.com",
  ]);
  // One entry for each of the three ways in which their data was found.
  expect(await chain.verifyOffline()).toMatchObject({ valid: true, entries: 12 });
});

test("reports personal data missing without an erasure as an invalid entry, here and in an export", async () => {
  const chain = await freshChain();
  await chain.append([makeRow(1), makeRow(2, { uid: "u2" }), makeRow(3)]);
  await chain.log.erase("u1");
  expect(await chain.log.verify()).toMatchObject({ valid: true, entries: 4 });
  await runInDurableObject(chain.log, (_, { storage }) => {
    storage.sql.exec("update entry set ip = null, ua = null, uid = null, email = null, salt = null where seq = 1");
  });
  const firstBad = { seq: 1, reason: "the personal data is missing, and no erasure entry records its removal" };
  expect(await chain.log.verify()).toMatchObject({ valid: false, firstBad });
  expect(await chain.verifyOffline()).toMatchObject({ valid: false, firstBad });
});

test("reports no erasure while the audit log is halted, and erases once it resumes", async () => {
  const chain = await freshChain();
  await chain.append(makeRows(3));
  await chain.log.publish();
  const latest = await chain.read("latest");
  await chain.write("latest", "no checkpoint");
  await abortAllDurableObjects();
  await queue([makeRow(4)]);
  const told = await runInDurableObject(chain.log, (log: AuditLog) => log.erase("u1").then(String, String));
  expect(told).toContain("stands still");
  await chain.write("latest", latest);
  expect(await chain.log.erase("u1")).toBe(4);
  expect((await chain.exportText()).match(/"uid":"u1"/)).toBe(null);
  expect(await chain.verifyOffline()).toMatchObject({ valid: true });
});

test("reports no damage while a verification runs beside an erasure of many entries", async () => {
  const chain = await freshChain();
  await chain.append(makeRows(3_000));
  const [verdict, erased] = await chain.as({}, (log) => Promise.all([log.verify(), log.erase("u1")]));
  expect(erased).toBe(3_000);
  expect(verdict).toMatchObject({ valid: true });
});
