/** What `npm run doctor` asks of the instance: its state, the last errors, and a test message. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SupportErrors, SupportState } from "../../src/features/operator/contract.ts";
import { AlarmScene, CANARY, MINUTE } from "../alarms/harness.ts";
import { callWith } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { d1 } from "../support/d1.ts";
import { freshId, world } from "../support/world.ts";
import { answerTo, operate, restore, signedRequest } from "./operator.ts";

const SUPPORT = "/api/operator/support";

const readState = (): Promise<SupportState> => answerTo<SupportState>(SUPPORT, { ask: "state" });

afterEach(() => vi.restoreAllMocks());

test("tells when the latest checkpoint was stored, and what entries wait for the next one", async () => {
  const log = env.AUDIT_LOG.getByName("0");
  // The first request is recorded.
  expect((await readState()).checkpoint.publishedAt).toBeNull();
  const { checkpoint: published } = await log.publish();
  const { checkpoint } = await readState();
  const latest = await env.FILES.head("audit/0/latest");
  expect(published).not.toBeNull();
  expect(checkpoint).toEqual({ publishedAt: latest?.uploaded.toISOString(), waiting: 0, since: null });

  const before = Date.now();
  await operate(SUPPORT, { ask: "state" }, { ip: "192.0.2.31" });
  await log.drain();
  const { checkpoint: behind } = await readState();
  expect(behind).toMatchObject({ publishedAt: checkpoint.publishedAt, waiting: 1 });
  expect(Date.parse(behind.since ?? "")).toBeGreaterThanOrEqual(before);
});

test("tells whether a restore has begun and not ended, and which ways alarms have", async () => {
  expect(await readState()).toMatchObject({ restoring: false, mail: true, webhook: false });
  await restore({ step: "begin", backup: "a test", run: "a-run" });
  expect((await readState()).restoring).toBe(true);
  await restore({ step: "end", summary: {} });
  expect((await readState()).restoring).toBe(false);
});

test("returns the last fifty errors, newest first", async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `zz-support-${String(at).padStart(3, "0")}`);
  for (const id of ids)
    await d1`insert into error_log (id, at, route, message, stack, request_id, count)
      values (${id}, 1000, 'GET /', ${id}, 'stack', 'request', 1)`.run();
  const errors = await answerTo<SupportErrors>(SUPPORT, { ask: "errors" });
  await d1`delete from error_log where id like 'zz-support-%'`.run();
  expect(errors.map(({ message }) => message)).toEqual(ids.toReversed().slice(0, 50));
  expect(errors[0]).toMatchObject({ at: "1970-01-01T00:00:01.000Z", route: "GET /", count: 1 });
});

test("records its use under a kind of its own", async () => {
  const ip = "192.0.2.32";
  await operate(SUPPORT, { ask: "state" }, { ip });
  await expect
    .poll(async () => (await entriesOf("operator.support", (entry) => entry.ip === ip)).map(({ entry }) => entry.d))
    .toEqual([{ used: true }]);
});

test("rejects a command that it does not know", async () => {
  expect((await operate(SUPPORT, { ask: "everything" })).status).toBe(400);
});

let scene: AlarmScene;
beforeEach(() => {
  scene = new AlarmScene(Date.now() + 60 * MINUTE);
});

test("sends a test message by webhook and mail, at most five in ten minutes, and audits each", async () => {
  await world();
  await scene.start();
  const ip = "192.0.2.33";
  const origin = "https://octavo.example";
  const secret = String(scene.variables.ROOT_SECRET);
  const COMMAND = JSON.stringify({ ask: "test message" });
  const send = async (): Promise<[number, string]> => {
    const request = signedRequest(SUPPORT, COMMAND, { at: scene.now, origin, secret, ip });
    request.headers.set("Content-Length", String(COMMAND.length));
    const answer = await callWith(
      { ...scene.variables, RATE_LIMIT_SCALE: "1", ADMIN_EMAILS: `${freshId("ann")}@example.com` },
      request,
    );
    return [answer.status, await answer.text()];
  };
  const [status, text] = await send();
  expect(status).toBe(200);
  const { webhook, mail } = JSON.parse(text) as { webhook: unknown; mail: { reached: number; failed: number } };
  expect([webhook, mail.failed]).toEqual([{ outcome: "sent", status: 200 }, 0]);
  expect(mail.reached).toBe(scene.mails.length);
  expect(mail.reached).toBeGreaterThan(0);
  expect(text).not.toContain(CANARY);
  expect(scene.received).toMatchObject([{ alarms: [], text: expect.stringContaining("This is a test") }]);
  const statuses: number[] = [];
  for (let again = 0; again < 5; again += 1) statuses.push((await send())[0]);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(scene.received).toHaveLength(5);
  expect(await entriesOf("alarm.test", (entry) => entry.ip === ip)).toHaveLength(5);
});
