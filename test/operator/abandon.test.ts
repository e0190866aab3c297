/** Ends restores that cannot go on: safely before anything was replaced, and only on request after that. */
import { beforeEach, expect, test } from "vitest";
import { call, freshEmail, mailedLink } from "../flows/sign-in.ts";
import { entriesOf, forgetAdmin } from "../security/audit.ts";
import { d1 } from "../support/d1.ts";
import { makePage, world, type World } from "../support/world.ts";
import { answerTo, BACKUP, operate, RESTORE, restore } from "./operator.ts";

let w: World;

beforeEach(async () => {
  w = await world();
  await makePage(w, { content: "stays" });
});

const overview = (): Promise<Record<string, unknown>> => answerTo(BACKUP, { read: "overview", chainAt: null });
const pages = (): Promise<number | null> => d1`select count(*) as n from pages`.first<number>("n");

async function canSignIn(): Promise<boolean> {
  const { url } = await mailedLink(freshEmail());
  return (await call(url.pathname + url.search)).status === 303;
}

const NOTHING = { rows: false, auditLog: false };

test("opens the instance again as it was if nothing had been replaced", async () => {
  const before = await pages();
  await restore({ step: "begin", backup: "a test", run: "run-1" });
  expect(await overview()).toMatchObject({ restoring: true, run: "run-1", replaced: NOTHING });
  await restore({ step: "abandon", incomplete: false });
  expect(await overview()).toMatchObject({ restoring: false, run: null, replaced: NOTHING });
  expect(await pages()).toBe(before);
  expect(await canSignIn()).toBe(true);
  // Credentials that the restore ended stay ended.
  expect((await w.as("olivia").get("/api/auth/me")).status).toBe(401);
  forgetAdmin();
  const [entry] = await entriesOf("operator.restore");
  expect(entry?.entry.d).toEqual({ state: "abandoned", rowsReplaced: false, auditLogReplaced: false });
  expect((await operate(RESTORE, { step: "abandon", incomplete: false })).status).toBe(409);
});

test("stays closed once rows are being replaced, until an incomplete instance is accepted", async () => {
  await restore({ step: "begin", backup: "a test", run: "run-2" });
  await restore({ step: "clear" });
  expect(await overview()).toMatchObject({ replaced: { rows: true, auditLog: false } });
  // Another restore does not make it complete.
  await restore({ step: "begin", backup: "another", run: "run-3" });
  expect(await overview()).toMatchObject({ run: "run-3", replaced: { rows: true, auditLog: false } });
  expect((await operate(RESTORE, { step: "abandon", incomplete: false })).status).toBe(409);
  expect(await overview()).toMatchObject({ restoring: true });
  await restore({ step: "abandon", incomplete: true });
  expect(await overview()).toMatchObject({ restoring: false, run: null, replaced: NOTHING });
  expect(await canSignIn()).toBe(true);
});

test("stays closed once the audit log is being replaced", async () => {
  await restore({ step: "begin", backup: "a test", run: "run-4" });
  await restore({ step: "chain", piece: { text: "", isFirst: true, isLast: false } });
  expect(await overview()).toMatchObject({ replaced: { rows: false, auditLog: true } });
  expect((await operate(RESTORE, { step: "abandon", incomplete: false })).status).toBe(409);
  await restore({ step: "abandon", incomplete: true });
  expect(await canSignIn()).toBe(true);
  // Half of a copy accepts no entries, which wait for the next restore.
  expect(await restore({ step: "verify", from: 0 })).toMatchObject({ isSound: false });
});
