/** Sizes of the databases: what the sweep measures and reports, and what happens while one of them is full. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { measureInstance } from "../../src/features/instance/index.ts";
import { indexDirty, sweepDirty } from "../../src/features/search/index.ts";
import { consume, freshEmail, mailsDuring, askForLink, mailJob } from "../flows/sign-in.ts";
import { admin } from "../security/audit.ts";
import { d1 } from "../support/d1.ts";
import { makePage, world } from "../support/world.ts";

async function withDeps<T>(variables: object, work: (deps: Deps) => Promise<T>): Promise<T> {
  const context = createExecutionContext();
  try {
    return await work(createDeps({ ...env, ...variables }, context));
  } finally {
    await waitOnExecutionContext(context);
  }
}

type Event = { event: string; resource: string; threshold: number; percent: number };

/** The events that a measurement with this platform limit logs; `due` is whether sizes are measured, too. */
async function eventsOf(storeLimit: number, variables: object = {}, due = true): Promise<Event[]> {
  if (due) await d1`update instance_usage set sized_at = 0`.run();
  const logged: string[] = [];
  const printed = ["log", "warn", "error", "info"] as const;
  const spies = printed.map((level) =>
    vi.spyOn(console, level).mockImplementation((line) => void logged.push(String(line))),
  );
  try {
    await withDeps(variables, (deps) => measureInstance(deps, storeLimit));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return logged
    .filter((line) => line.includes('"instance.'))
    .map((line) => JSON.parse(line) as Event)
    .map(({ event, resource, threshold, percent }) => ({ event, resource, threshold, percent }));
}

const sizes = async (): Promise<Record<string, number>> => {
  const row = await d1`select main_bytes, search_bytes, audit_bytes from instance_usage`.first<
    Record<string, number>
  >();
  return row ?? {};
};

afterEach(() => eventsOf(10_000_000_000));

test("measures both databases and the audit log's object, and stores one row a day", async () => {
  await world();
  await eventsOf(10_000_000_000);
  const { main_bytes: main = 0, search_bytes: search = 0, audit_bytes: audit = 0 } = await sizes();
  for (const bytes of [main, search, audit]) expect(bytes).toBeGreaterThan(10_000);
  await eventsOf(10_000_000_000);
  const { results } = await d1`select * from instance_sizes`.all();
  expect(results).toEqual([{ day: Math.floor(Date.now() / 86_400_000), ...(await sizes()) }]);
  const { body } = await (await admin()).get("/api/admin/instance");
  expect(body).toMatchObject({
    signUp: { policy: "open", domains: [] },
    usage: expect.arrayContaining([{ resource: "users", used: expect.any(Number), limit: null }]),
    sizes: [
      { store: "main", used: main, limit: 10_000_000_000, monthsUntilFull: null },
      { store: "search", used: search },
      { store: "audit", used: audit },
    ],
  });
});

test("logs each threshold once, also with sweeps side by side, and again after the level fell back", async () => {
  await eventsOf(10_000_000_000);
  const { main_bytes: main = 0 } = await sizes();
  const ofMain = async (share: number): Promise<number[]> =>
    (await eventsOf(Math.ceil(main / share))).flatMap(({ resource, threshold }) =>
      resource === "main" ? [threshold] : [],
    );
  expect([await ofMain(0.55), await ofMain(0.55), await ofMain(0.85), await ofMain(0.3), await ofMain(0.55)]).toEqual([
    [50],
    [],
    [80],
    [],
    [50],
  ]);
  await ofMain(0.3);
  await d1`update instance_usage set sized_at = 0`.run();
  const [first, second] = await Promise.all([eventsOf(main * 1.1, {}, false), eventsOf(main * 1.1, {}, false)]);
  expect([...first, ...second].filter(({ resource }) => resource === "main")).toHaveLength(1);
});

test("logs the limits that the operator set as their own event", async () => {
  const events = await eventsOf(10_000_000_000, { INSTANCE_USERS: "1" });
  expect(events).toEqual([
    { event: "instance.quota_high", resource: "users", threshold: 95, percent: expect.any(Number) },
  ]);
});

test("measures sizes every five minutes, and usage every minute while something is limited", async () => {
  const measuredAt = () => d1`select measured_at from instance_usage`.first<number>("measured_at");
  await eventsOf(10_000_000_000);
  const before = await measuredAt();
  await eventsOf(10_000_000_000, {}, false);
  expect(await measuredAt()).toBe(before);
  const { main_bytes: main } = await sizes();
  await d1`update instance_usage set main_bytes = 1`.run();
  await eventsOf(10_000_000_000, { INSTANCE_PAGES: "1000000" }, false);
  expect(await measuredAt()).toBeGreaterThan(before ?? 0);
  expect((await sizes())["main_bytes"]).toBe(1);
  await d1`update instance_usage set main_bytes = ${main}`.run();
});

test("a full search database takes no further pages, fails no job, and still loses deleted ones", async () => {
  const w = await world();
  const isIndexed = async (id: string): Promise<boolean> =>
    (await env.SEARCH.prepare("select 1 from docs where page_id = ?").bind(id).first()) !== null;
  const [old, gone] = [
    await makePage(w, { title: "Old", content: "old words" }),
    await makePage(w, { title: "Gone", content: "gone words" }),
  ];
  await withDeps({}, indexDirty);
  expect([await isIndexed(old), await isIndexed(gone)]).toEqual([true, true]);
  await d1`update instance_usage set search_full = 1`.run();
  const late = await makePage(w, { title: "Late", content: "late words" });
  const edited = await w.as("olivia").patch(`/api/pages/${old}`, { content: "edited words" });
  expect(edited.status).toBe(200);
  await w.as("olivia").delete(`/api/pages/${gone}`);
  expect((await w.as("olivia").delete(`/api/trash/${gone}`)).status).toBe(200);
  await withDeps({}, indexDirty);
  await withDeps({}, sweepDirty);
  expect([await isIndexed(old), await isIndexed(gone), await isIndexed(late)]).toEqual([true, false, false]);
  // With room again, what waited is indexed.
  await eventsOf(10_000_000_000);
  await withDeps({}, indexDirty);
  expect(await isIndexed(late)).toBe(true);
});

test("a limit of mails keeps a reserve for sign-in links, and is counted anew each day", async () => {
  const variables = { INSTANCE_MAILS_PER_DAY: "5" };
  const w = await world();
  await d1`delete from mail_days`.run();
  const mails = (job: unknown) => mailsDuring(() => consume([job], { variables })).then(({ length }) => length);
  const invite = async (): Promise<unknown> => {
    const email = freshEmail();
    await w.as("olivia").post(`/api/drives/${w.drive}/members`, { email });
    // The real queue may have mailed it already.
    const row = await d1`update invitations set mailed_at = null where email = ${email} returning id, issued_at`.first<{
      id: string;
      issued_at: number;
    }>();
    return { id: "job", kind: "mail.invitation", invitationId: row?.id, issuedAt: row?.issued_at };
  };
  const link = async (): Promise<unknown> => {
    const { linkId } = await askForLink(freshEmail());
    await d1`update magic_links set mailed_at = null where id = ${linkId}`.run();
    return mailJob(linkId);
  };
  const invited = [];
  for (let i = 0; i < 5; i += 1) invited.push(await mails(await invite()));
  expect(invited).toEqual([1, 1, 1, 1, 0]);
  expect([await mails(await link()), await mails(await link())]).toEqual([1, 0]);
  await d1`update mail_days set day = day - 1`.run();
  expect(await mails(await invite())).toBe(1);
});
