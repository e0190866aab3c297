/** Each alarm is caused for real, seen once within two minutes of simulated time, and reported as resolved where that is known. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { payForCall } from "../../src/features/ai-usage/payment.ts";
import { makeRows, queue } from "../audit/chain.ts";
import { callWith, consume, freshEmail, mailJob, newestLink, requestTo } from "../flows/sign-in.ts";
import { ask, eventsOf, modelAt, requestOf } from "../models/model-calls.ts";
import { world, type World } from "../support/world.ts";
import { restore } from "../operator/operator.ts";
import { AlarmScene, CANARY, MINUTE } from "./harness.ts";
import { d1 } from "../support/d1.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let w: World;
let scene: AlarmScene;
/** Each test has a day of its own, far from the real one. */
let day = Math.ceil(Date.now() / DAY) * DAY + 10 * DAY;

beforeEach(async () => {
  w ??= await world();
  day += 3 * DAY;
  scene = new AlarmScene(day);
  await scene.start();
});

afterEach(async () => {
  for (const text of [...scene.printed, ...scene.mails.map(({ text: body }) => body)])
    expect(text).not.toContain(CANARY);
  for (const body of scene.bodies) expect(body).not.toContain(CANARY);
  vi.restoreAllMocks();
  await d1`drop trigger if exists broken`.run();
});

const seenInTime = (event: string, cause: number): void => {
  expect(scene.firstAt(event) - cause, `${event} is reported in time`).toBeLessThanOrEqual(2 * MINUTE);
};

test("dead_letter: a message in a dead-letter queue, reported once per kind of job", async () => {
  const cause = scene.now;
  const dead = (kind: string) =>
    consume([{ id: "a", kind }], { queue: "octavo-jobs-dead", variables: scene.variables });
  for (let again = 0; again < 3; again += 1) expect((await dead("search.index")).explicitAcks).toHaveLength(1);
  await scene.pass(2 * MINUTE);
  seenInTime("dead_letter", cause);
  await dead("mail.notice");
  await scene.pass(2 * MINUTE);
  const file = { id: "b", kind: "file.process", fileId: "none", run: 1 };
  await consume([file], { queue: "octavo-files-dead", variables: scene.variables });
  await scene.pass(3 * HOUR);
  const all = ["raised search.index", "raised mail.notice", "raised file.process"];
  expect(scene.seen("dead_letter")).toEqual(all);
  // It is an alarm again after it had been fine for an hour.
  await dead("search.index");
  await scene.pass(MINUTE);
  expect(scene.seen("dead_letter")).toEqual([...all, "raised search.index"]);
});

test("sweep: no alarm while a backup is restored, but one if the restore does not end within a day", async () => {
  await scene.sweepFor(2);
  await restore({ step: "begin", backup: "a test", run: "a-run" });
  await scene.sweepFor(10);
  await scene.restart();
  await scene.sweepFor(10);
  expect(scene.seen("sweep")).toEqual([]);
  expect(scene.beats).toBe(2);
  await scene.pass(2 * MINUTE);
  // The cron stopped as well.
  await scene.pass(2 * MINUTE);
  expect(scene.seen("sweep")).toEqual(["raised missing"]);
  await scene.sweepFor(7);
  expect(scene.seen("sweep")).toEqual(["raised missing", "resolved missing"]);

  scene.now = scene.now + DAY - HOUR;
  await scene.sweepFor(1);
  expect(scene.seen("sweep")).toHaveLength(2);
  scene.now += HOUR;
  await scene.sweepFor(2);
  expect(scene.seen("sweep").slice(2)).toEqual(["raised restore"]);
  expect(scene.received.at(-1)?.text).toContain("A restore began 24 hours ago");
  await restore({ step: "end", summary: {} });
  await scene.sweepFor(8);
  expect(scene.seen("sweep").slice(2)).toEqual(["raised restore", "resolved restore"]);
});

test("dead_letter: a message that cannot be reported stays in its queue", async () => {
  const METRICS_WRITER = { getByName: () => ({ report: () => Promise.reject(new Error("gone")) }) };
  const variables = { ...scene.variables, METRICS_WRITER };
  const result = await consume([{ id: "a", kind: "search.index" }], { queue: "octavo-jobs-dead", variables });
  expect([result.explicitAcks.length, result.retryMessages.length]).toEqual([0, 1]);
});

test("sweep: a step that fails in two runs, reported once, and resolved after it has been fine for longer than an hour", async () => {
  await scene.sweepFor(1);
  const cause = scene.now;
  await d1`create trigger broken before delete on spent_id_tokens begin select raise(abort, 'out of order'); end`.run();
  await d1`insert into spent_id_tokens values ('spent', 1, '')`.run();
  await scene.sweepFor(5);
  seenInTime("sweep", cause);
  expect(scene.seen("sweep").toSorted()).toEqual(["raised old rows", "raised triggers"]);
  await d1`drop trigger broken`.run();
  await scene.sweepFor(75);
  expect(scene.seen("sweep").slice(2).toSorted()).toEqual(["resolved old rows", "resolved triggers"]);
});

test("sweep: a single failure of a step is no alarm", async () => {
  await scene.sweepFor(1);
  await d1`create trigger broken before delete on spent_id_tokens begin select raise(abort, 'out of order'); end`.run();
  await scene.sweepFor(1);
  await d1`drop trigger broken`.run();
  await scene.sweepFor(5);
  expect(scene.received).toEqual([]);
});

test("sweep: a job that does not run any more is noticed without it, also by a restarted object, and resolved", async () => {
  await scene.sweepFor(2);
  // The next run would be due now.
  const cause = scene.now;
  await scene.restart();
  await scene.pass(2 * HOUR);
  seenInTime("sweep", cause);
  expect(scene.seen("sweep")).toEqual(["raised missing"]);
  await scene.sweepFor(8);
  expect(scene.seen("sweep")).toEqual(["raised missing", "resolved missing"]);
});

test("sweep: a job that has never run is noticed as soon as there are requests", async () => {
  await scene.with((deps) =>
    deps.objects.metricsWriter().add({ counted: [], faults: [], visits: [], samples: [], sampledFrom: 0 }),
  );
  await scene.pass(3 * MINUTE);
  expect(scene.seen("sweep")).toEqual(["raised missing"]);
});

test("audit: evidence that disappeared, reported once and resolved", async () => {
  await queue(makeRows(1));
  await scene.sweepFor(1);
  const { objects } = await env.FILES.list({ prefix: "audit/" });
  const latest = objects.find(({ key }) => key.endsWith("latest"));
  if (!latest) throw new Error(`There is no checkpoint: ${objects.map(({ key }) => key).join(", ")}`);
  const cause = scene.now;
  await env.FILES.delete(latest.key);
  await queue(makeRows(1, 1));
  await scene.sweepFor(3);
  seenInTime("audit", cause);
  expect(scene.seen("audit")).toEqual(["raised latest_missing"]);
  await scene.sweepFor(12);
  expect(scene.seen("audit")).toEqual(["raised latest_missing", "resolved latest_missing"]);
});

test("audit: an unreachable audit log, but not one that is unreachable for one run", async () => {
  const AUDIT_LOG = {
    getByName: () => ({ publish: () => Promise.reject(new Error("gone")), drain: () => Promise.resolve() }),
  };
  await scene.sweepFor(1, { AUDIT_LOG });
  expect(scene.seen("audit")).toEqual([]);
  await scene.sweepFor(1, { AUDIT_LOG });
  expect(scene.seen("audit")).toEqual(["raised unreachable"]);
});

test.each([
  ["size", "instance.size_high"],
  ["quota", "instance.quota_high"],
])("%s: each threshold of each resource once", async (event, logged) => {
  const cause = scene.now;
  const cross = (resource: string, threshold: number) =>
    scene.with(({ log }) => {
      log.warn(logged, { resource, threshold, percent: threshold + 1, used: threshold + 1, limit: 100, note: CANARY });
      return Promise.resolve();
    });
  scene.printed.length = 0;
  await cross("main", 80);
  await cross("main", 80);
  await cross("main", 95);
  await cross("search", 50);
  // The canary is a field that the alarm must not pass on.
  scene.printed.length = 0;
  await scene.pass(MINUTE);
  seenInTime(event, cause);
  expect(scene.seen(event)).toEqual(["raised main 80 %", "raised main 95 %", "raised search 50 %"]);
  expect(scene.received[0]?.text).toContain("main has reached 80 %");
});

const broken = (): Promise<never> => Promise.reject(new Error("D1 is down"));
const DOWN = { prepare: () => ({ bind: () => ({ all: broken }), all: broken }), batch: broken };

test("error_rate: the database is down, for the object as well; reported once, and resolved", async () => {
  scene.variables = {
    ...scene.variables,
    DB: DOWN,
    MONITORING: "1",
    RATE_LIMIT_SCALE: "100000",
    ADMIN_EMAILS: "ann@example.com",
  };
  await scene.restart();
  const cause = scene.now;
  const request = (variables: object) =>
    callWith(variables, requestTo("/api/drives", { headers: { Authorization: `Bearer ${w.session("vera")}` } }));
  for (let i = 0; i < 30; i += 1) {
    expect((await request(scene.variables)).status).toBe(503);
    await scene.pass(2_000);
  }
  seenInTime("error_rate", cause);
  expect(scene.seen("error_rate")).toEqual(["raised"]);
  // Without the database, the administrators in the configuration are known.
  expect(scene.mails.map(({ to }) => to)).toEqual(["ann@example.com"]);
  for (let i = 0; i < 12; i += 1) {
    await request({ ...scene.variables, DB: env.DB });
    await scene.pass(MINUTE);
  }
  expect(scene.seen("error_rate")).toEqual(["raised", "resolved"]);
});

test("mail: it fails repeatedly; reported by the webhook only, once, and resolved", async () => {
  const email = freshEmail();
  const send = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ email }) };
  const variables = { ...scene.variables, RATE_LIMIT_SCALE: "100000" };
  expect((await callWith(variables, requestTo("/api/auth/magic-link/send", send))).status).toBe(200);
  const { id } = await newestLink(email);
  const cause = scene.now;
  scene.isMailDown = true;
  for (let attempts = 1; attempts <= 5; attempts += 1) {
    await consume([mailJob(id)], { attempts, variables });
    await scene.pass(5_000);
  }
  seenInTime("mail", cause);
  scene.isMailDown = false;
  await scene.pass(MINUTE);
  await consume([mailJob(id)], { attempts: 6, variables });
  await scene.sweepFor(20);
  expect(scene.seen("mail")).toEqual(["raised", "resolved"]);
  expect(scene.mails.map(({ to }) => to)).toEqual([email]);
});

test("provider: a model provider fails; reported once, and resolved", async () => {
  const url = `http://127.0.0.1:${inject("modelPort")}`;
  const cause = scene.now;
  const callModel = (script: string) =>
    scene.with((deps) => {
      const model = modelAt(url, "openai", script);
      const call = {
        userId: w.ids.olivia,
        driveId: w.drive,
        pageId: "",
        runId: "",
        model,
        used: 1,
        maxOutputTokens: 10,
        questions: 0,
      } as const;
      return payForCall(
        () => deps,
        call,
        () => eventsOf(model, requestOf([ask("Hello")])),
      ).catch(() => null);
    });
  for (let i = 0; i < 5; i += 1) {
    // Each script spoils one answer only, for all tests together: no other test has these.
    await callModel(`overloaded!words=2@${i + 3}`);
    await scene.pass(10_000);
  }
  seenInTime("provider", cause);
  expect(scene.seen("provider")).toEqual(["raised model provider openai"]);
  await scene.pass(MINUTE);
  await callModel("words=6@0");
  await scene.sweepFor(10);
  expect(scene.seen("provider")).toEqual(["raised model provider openai", "resolved model provider openai"]);
});
