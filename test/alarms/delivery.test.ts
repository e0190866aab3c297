/** How messages about alarms are delivered: retried, grouped, limited, and never with the receiver's address. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { world, type World } from "../support/world.ts";
import { AlarmScene, CANARY, MINUTE } from "./harness.ts";
import { d1 } from "../support/d1.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let w: World;
let scene: AlarmScene;
let day = Math.ceil(Date.now() / DAY) * DAY + 10 * DAY;

beforeEach(async () => {
  w ??= await world();
  day += 10 * DAY;
  scene = new AlarmScene(day);
  await scene.start();
});

afterEach(() => {
  const seen = [...scene.printed, ...scene.bodies, ...scene.mails.map(({ text, subject }) => subject + text)];
  for (const text of seen) expect(text).not.toContain(CANARY);
  vi.restoreAllMocks();
});

const report = (subject: string) =>
  scene.with((deps) => deps.objects.metricsWriter().report([{ event: "dead_letter", subject, detail: {} }]));

test("retries the webhook with growing waits until it is reached; mail does not wait for it", async () => {
  for (const [answer, passes] of [
    [null, MINUTE],
    [500, 10 * MINUTE],
    // Redirects are not followed, because the address was chosen by the operator.
    [302, 10 * MINUTE],
  ] as const) {
    scene.answer = answer;
    await report(`none ${String(answer)}`);
    await scene.pass(passes);
    expect(scene.received).toEqual([]);
  }
  expect(scene.mails.map(({ to }) => to)).toEqual([0, 1, 2].map(() => `${w.ids.rupert}@example.com`));
  const tries = scene.printed.filter((line) => line.includes("alarm.undelivered"));
  expect(tries.length).toBeGreaterThan(5);
  expect(tries.length).toBeLessThan(15);
  scene.answer = 200;
  await scene.pass(15 * MINUTE);
  // All in one message.
  expect(scene.received.map(({ alarms }) => alarms.map(({ subject }) => subject))).toEqual([
    ["none null", "none 500", "none 302"],
  ]);
});

test("retries mail until each administrator has it once, while the webhook is unaffected", async () => {
  scene.isMailDown = true;
  await report("a");
  await scene.pass(MINUTE);
  expect([scene.seen("dead_letter"), scene.mails]).toEqual([["raised a"], []]);
  scene.isMailDown = false;
  await scene.pass(30 * MINUTE);
  const about = scene.mails.filter(({ text }) => text.includes("failed for good: a"));
  expect(about.map(({ to }) => to)).toEqual([`${w.ids.rupert}@example.com`]);
});

test("keeps waiting messages when the object ends", async () => {
  scene.answer = null;
  await report("a");
  await scene.pass(MINUTE);
  await scene.restart();
  scene.answer = 200;
  await scene.pass(15 * MINUTE);
  expect(scene.seen("dead_letter")).toEqual(["raised a"]);
});

test("reminds once a day while an alarm is open", async () => {
  const step = "create trigger broken before delete on spent_id_tokens begin select raise(abort, 'no'); end";
  await d1([step] as unknown as TemplateStringsArray).run();
  await scene.sweepFor(2);
  const failing = () =>
    scene.with((deps) =>
      deps.objects
        .metricsWriter()
        .swept({ failedSteps: ["old rows"], auditProblems: [] }, null)
        .then(() => undefined),
    );
  await d1`drop trigger broken`.run();
  for (let minute = 0; minute < 50 * 60; minute += 2) {
    await failing();
    scene.now += 2 * MINUTE;
  }
  await scene.pass(MINUTE);
  expect(scene.seen("sweep").filter((seen) => seen.includes("old rows"))).toEqual([
    "raised old rows",
    "continues old rows",
    "continues old rows",
  ]);
});

test("sends at most twenty messages an hour; the others are sent together later", async () => {
  for (let i = 0; i < 40; i += 1) {
    await report(`kind ${i}`);
    await scene.pass(1_000);
  }
  expect(scene.received).toHaveLength(20);
  await scene.pass(2 * HOUR);
  expect(scene.received).toHaveLength(21);
  expect(scene.seen("dead_letter")).toEqual(Array.from({ length: 40 }, (_, i) => `raised kind ${i}`));
});

test("sends JSON that chat services show, with the fields for programs", async () => {
  await report("search.index");
  await scene.pass(MINUTE);
  const body = JSON.parse(scene.bodies[0] ?? "");
  expect(body.text).toContain("Alarm: A background job failed for good: search.index");
  expect(body.content).toBe(body.text);
  expect(body).toMatchObject({
    allowed_mentions: { parse: [] },
    source: "octavo",
    origin: "https://octavo.example",
    alarms: [{ event: "dead_letter", subject: "search.index", change: "raised", id: expect.any(String) }],
  });
});

test("calls the heartbeat after each successful sweep, and not after a failed one", async () => {
  await scene.sweepFor(3);
  expect(scene.beats).toBe(3);
  // A second run within the minute.
  await scene.sweep();
  await scene.sweep();
  expect(scene.beats).toBe(4);
  await scene.pass(MINUTE);
  const AUDIT_LOG = {
    getByName: () => ({ publish: () => Promise.reject(new Error("gone")), drain: () => Promise.resolve() }),
  };
  await scene.sweepFor(1, { AUDIT_LOG });
  expect(scene.beats).toBe(5);
  await d1`create trigger broken before delete on spent_id_tokens begin select raise(abort, 'no'); end`.run();
  await scene.sweepFor(1);
  await d1`drop trigger broken`.run();
  expect(scene.beats).toBe(5);
  scene.answer = null;
  await scene.sweepFor(1);
  expect(scene.printed.filter((line) => line.includes("heartbeat.unsent"))).toHaveLength(1);
});

test("sends a message once when another problem is reported while it is being sent", async () => {
  let release = (): void => undefined;
  scene.held = new Promise((resolve) => (release = () => resolve(undefined)));
  await report("a");
  const passing = scene.pass(MINUTE);
  await vi.waitUntil(() => scene.waitingAtReceiver > 0);
  await report("b");
  release();
  await passing;
  await scene.pass(5 * MINUTE);
  expect(scene.seen("dead_letter")).toEqual(["raised a", "raised b"]);
});
