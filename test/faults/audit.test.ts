/** While the audit log's object is down, work continues, and its entries are stored and later chained in order without gaps. */
import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { Chain } from "../audit/chain.ts";
import { callWith, freshEmail, requestTo, signIn } from "../flows/sign-in.ts";
import { bearer, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const chain = new Chain(0);

const withStorage = (statement: string): Promise<void> =>
  runInDurableObject(chain.log, (_, state) => {
    state.storage.sql.exec(statement).toArray();
  });

async function outboxIds(): Promise<string[]> {
  const { results } = await d1`select id from audit_outbox order by id`.all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** Runs the sweep and returns the errors it logs. */
async function sweepOnce(): Promise<{ event: string; reason?: string; waitingMs?: number }[]> {
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const context = createExecutionContext();
  await sweep(createDeps(env, context));
  await waitOnExecutionContext(context);
  const lines = errors.mock.calls.map(([line]) => JSON.parse(String(line)));
  errors.mockRestore();
  return lines;
}

test("completes requests while the audit log is down, and chains their entries in order afterwards", async () => {
  await world();
  await sweepOnce();
  const before = await chain.log.verify();
  // Every append fails from here on, as when the object's storage is full or broken.
  await withStorage(
    "create trigger down before insert on entry begin select raise(abort, 'the audit log is down'); end",
  );

  for (let turn = 0; turn < 5; turn += 1) {
    const person = bearer((await signIn()).token);
    expect((await person.post("/api/auth/mcp-tokens", { name: "tool" })).status).toBe(201);
    expect((await person.get("/api/auth/me")).status).toBe(200);
    expect((await person.post("/api/auth/logout")).status).toBe(200);
    expect((await person.get("/api/auth/me")).status).toBe(401);
  }
  const body = JSON.stringify({ email: freshEmail() });
  const headers = { "Content-Type": "application/json" };
  expect((await callWith({}, requestTo("/api/auth/magic-link/send", { method: "POST", headers, body }))).status).toBe(
    200,
  );

  const hour = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  const [told] = (await sweepOnce().finally(() => hour.mockRestore())).filter(
    ({ event }) => event === "audit.standing_still",
  );
  expect(told).toMatchObject({ reason: "unreachable" });
  expect(told?.waitingMs).toBeGreaterThanOrEqual(3_590_000);

  const kept = await outboxIds();
  expect(kept.length).toBeGreaterThan(5 * 5);
  expect(await chain.log.verify()).toMatchObject({ valid: true, entries: before.entries });

  await withStorage("drop trigger down");
  expect((await sweepOnce()).filter(({ event }) => event === "audit.standing_still")).toEqual([]);
  expect(await outboxIds()).toEqual([]);
  const lines = (await chain.exportText()).split("\n").slice(1, -1);
  const added = lines.slice(before.entries).map((line): { id: string } => JSON.parse(line).entry);
  expect(added.slice(0, kept.length).map(({ id }) => id)).toEqual(kept);
  expect(await chain.verifyOffline()).toMatchObject({ valid: true, entries: lines.length });
});

test("shows existing entries while the audit log rejects new ones, and reports an unreachable log as unavailable", async () => {
  const admin = (await world()).as("rupert");
  await sweepOnce();
  const before = await admin.get("/api/admin/audit");
  await withStorage(
    "create trigger down before insert on entry begin select raise(abort, 'the audit log is down'); end",
  );
  await signIn();
  expect((await admin.get("/api/admin/audit")).body.entries[0]).toEqual(before.body.entries[0]);
  await withStorage("drop trigger down");

  await withStorage("alter table entry rename to lost");
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const path of ["/api/admin/audit", "/api/admin/audit/verify", "/api/admin/audit/export", "/admin/audit"]) {
    const answer = await admin.get(path);
    expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "5"]);
  }
  expect(errors.mock.calls.flat().join()).toContain("no such table: entry");
  errors.mockRestore();
  await withStorage("alter table lost rename to entry");
  expect((await admin.get("/api/admin/audit/verify")).body).toMatchObject({ valid: true });
});

test("reports an audit log restored to an earlier state every minute, with the waiting time of entries", async () => {
  await sweepOnce();
  const { entries } = await chain.log.verify();
  await chain.restore(entries - 3, {});
  await signIn();
  for (let minute = 0; minute < 2; minute += 1) {
    const told = (await sweepOnce()).filter(({ event }) => event === "audit.standing_still");
    expect(told).toEqual([expect.objectContaining({ reason: "behind", waitingMs: expect.any(Number) })]);
  }
  expect((await chain.log.verify()).entries).toBe(entries - 3);
});
