/** Alarms in the administration: the list, and the test of webhook and mail. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { world, type Person, type World } from "../support/world.ts";
import { AlarmScene, CANARY, MINUTE } from "./harness.ts";

let w: World;
let scene: AlarmScene;

beforeEach(async () => {
  w ??= await world();
  scene = new AlarmScene(Date.now() + 60 * MINUTE);
  await scene.start();
});

afterEach(() => vi.restoreAllMocks());

const ask = (method: string, path: string, person: Person = "rupert", variables: object = {}) =>
  callWith(
    { ...scene.variables, RATE_LIMIT_SCALE: "100000", ...variables },
    requestTo(path, { method, headers: { Authorization: `Bearer ${w.session(person)}` } }),
  );

test("the test button reports the outcome on each way, without the address, and is audited", async () => {
  const sent = await ask("POST", "/api/admin/alarms/test");
  expect([sent.status, await sent.json()]).toEqual([
    200,
    { webhook: { outcome: "sent", status: 200 }, mail: { reached: 1, failed: 0 } },
  ]);
  expect(scene.received).toMatchObject([{ alarms: [], text: expect.stringContaining("This is a test") }]);
  expect(scene.mails).toMatchObject([{ subject: "Octavo: test of the alarms" }]);

  scene.isMailDown = true;
  for (const [answer, webhook] of [
    [500, { outcome: "status", status: 500 }],
    [302, { outcome: "redirect", status: 302 }],
    [null, { outcome: "network", status: null }],
  ] as const) {
    scene.answer = answer;
    const text = await (await ask("POST", "/api/admin/alarms/test")).text();
    expect(JSON.parse(text)).toEqual({ webhook, mail: { reached: 0, failed: 1 } });
    expect(text).not.toContain(CANARY);
  }
  const none = await ask("POST", "/api/admin/alarms/test", "rupert", { ALERT_WEBHOOK: "" });
  expect(await none.json()).toMatchObject({ webhook: { outcome: "none", status: null } });
  expect(scene.printed.join("\n")).not.toContain(CANARY);
  expect(await entriesOf("alarm.test")).toHaveLength(5);
});

test("nobody else may test or list alarms", async () => {
  for (const [method, path] of [
    ["POST", "/api/admin/alarms/test"],
    ["GET", "/api/admin/alarms"],
  ] as const)
    expect((await ask(method, path, "olivia")).status).toBe(403);
  expect([scene.received, scene.mails]).toEqual([[], []]);
});

test("lists open alarms, and shows them and the objectives on the page, in the reader's language", async () => {
  await scene.with((deps) =>
    deps.objects.metricsWriter().report([{ event: "dead_letter", subject: "search.index", detail: {} }]),
  );
  await scene.pass(MINUTE);
  const list = await (await ask("GET", "/api/admin/alarms")).json();
  expect(list).toMatchObject({
    alarms: [{ event: "dead_letter", subject: "search.index", endedAt: null }],
    channels: { webhook: { isConfigured: true, waiting: 0, failures: 0 }, mail: { waiting: 0 } },
    sweptAt: null,
  });
  const page = await (await ask("GET", "/admin")).text();
  expect(page).toContain("A background job failed for good: search.index");
  expect(page).toContain("Confirmed words lost");
  expect(page).toContain("99.9 %");
  expect(page).not.toContain(CANARY);
});

test("shows the page while the object that keeps the alarms is unreachable", async () => {
  const METRICS_WRITER = { getByName: () => ({ alarms: () => Promise.reject(new Error("gone")) }) };
  const page = await ask("GET", "/admin", "rupert", { METRICS_WRITER });
  expect([page.status, (await page.text()).includes("The alarms can't be read right now.")]).toEqual([200, true]);
  expect((await ask("GET", "/api/admin/alarms", "rupert", { METRICS_WRITER })).status).toBe(503);
});
