/** Devices: registration, token rotation with its grace period, reuse, and every way of ending a device. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { tokenFrom } from "../../src/platform/tokens.ts";
import { entriesOf } from "../security/audit.ts";
import { ORIGIN, bearer, freshId, anonymous, world } from "../support/world.ts";
import { callWith, csrfOf, requestTo } from "./sign-in.ts";
import { LINUX, registered, later, refresh, rowOf, sessionRow, statusWith, tokensOf, type Device } from "./devices.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

const HEADERS = { "Content-Type": "application/json", "User-Agent": LINUX };
const SECOND = 1_000;
const DAY = 86_400_000;

const told = async (kind: string, device: Pick<Device, "id">) =>
  (await entriesOf(kind, ({ entry }) => entry.res?.id === device.id)).map(({ entry }) => entry);

test("registers a device once, lists it for its owner, and stores only the hash of its token", async () => {
  const w = await world();
  const answer = await w.as("vera").post("/api/auth/device/register", {
    deviceId: "My phone",
    deviceName: "Vera's phone",
    platform: "ios",
  });
  expect(answer.status).toBe(201);
  const { deviceToken, device } = answer.body;
  expect(deviceToken).toMatch(/^dev_[\w-]{43}$/);
  expect(device).toMatchObject({
    deviceId: "My phone",
    name: "Vera's phone",
    platform: "ios",
    trustScore: 100,
    suspiciousCount: 0,
  });
  const list = await w.as("vera").get("/api/account/devices");
  expect(list.body).toEqual({ devices: [device], nextCursor: null });
  expect((await w.as("edna").get("/api/account/devices")).body.devices).toEqual([]);
  const { results } = await d1`select * from device_tokens where device = ${device.id}`.all();
  expect(JSON.stringify(results)).not.toContain(deviceToken.slice(4));
  expect((await told("device.register", device)).map(({ actor, d }) => [actor.id, d])).toEqual([
    [w.ids.vera, { platform: "ios" }],
  ]);
});

test("rejects an invalid registration", async () => {
  const client = (await world()).as("vera");
  for (const body of [
    {},
    { deviceId: "", platform: "web" },
    { deviceId: "x".repeat(129), platform: "web" },
    { deviceId: "x", platform: "tv" },
    { deviceId: "x" },
    { deviceId: "x", platform: "web", deviceName: "x".repeat(101) },
  ]) {
    expect((await client.post("/api/auth/device/register", body)).body["code"]).toBe("invalid_request");
  }
});

test("creates a session on refresh, rotates the token and ends the session of the previous refresh", async () => {
  const device = await registered();
  const before = Date.now();
  const first = await refresh(device);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ trustScore: 100, deviceToken: expect.stringMatching(/^dev_/) });
  expect(Date.parse(first.body.expiresAt) - before - 7 * DAY).toBeLessThan(10 * SECOND);
  expect(first.cookie).toBe("");
  expect(await sessionRow(first.body.sessionToken)).toEqual({ method: "device", auth_time: 0, device_id: device.id });

  const cookie = `session=${first.body.sessionToken}`;
  const headers = { Cookie: cookie, "X-CSRF-Token": first.body.csrfToken, "Content-Type": "application/json" };
  const byCookie = await callWith(
    {},
    requestTo("/api/account/devices/none", { method: "DELETE", headers: { ...headers, Origin: ORIGIN } }),
  );
  expect(byCookie.status).toBe(404);

  const second = await later(60 * SECOND, () => refresh(device, first.body.deviceToken));
  expect(second.body.deviceToken).not.toBe(first.body.deviceToken);
  expect([await statusWith(first.body.sessionToken), await statusWith(second.body.sessionToken)]).toEqual([401, 200]);
  // The session that registered the device stays, since it is from a sign-in and not from a refresh.
  expect(await statusWith(device.world.session("olivia"))).toBe(200);
  expect((await tokensOf(device)).map(({ generation, replaced_at }) => [generation, replaced_at !== null])).toEqual([
    [0, true],
    [1, true],
    [2, false],
  ]);
  expect(await told("token.rotate", device)).toHaveLength(2);
});

test("rejects device registration with a session created from a device token", async () => {
  const { body } = await refresh(await registered());
  const answer = await bearer(body.sessionToken).post("/api/auth/device/register", { deviceId: "x", platform: "web" });
  expect([answer.status, answer.body["code"]]).toEqual([403, "step_up_required"]);
});

nightly("gives 100 concurrent refreshes of one token the same single successor", async () => {
  const device = await registered();
  const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(device)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.deviceToken)).size).toBe(1);
  expect(new Set(answers.map(({ body }) => body.sessionToken)).size).toBe(100);
  expect(await tokensOf(device)).toHaveLength(2);
  expect(await rowOf(device)).toMatchObject({ trust_score: 100, suspicious_count: 0, revoked_at: null });
  expect(await told("token.rotate", device)).toHaveLength(1);
  const last = answers.at(-1)?.body;
  expect(await statusWith(last?.sessionToken ?? "")).toBe(200);
  const next = await later(60 * SECOND, () => refresh(device, last?.deviceToken));
  expect(next.status).toBe(200);
  const sessions =
    await d1`select count(*) as n from sessions where device_id = ${device.id} and method = 'device'`.first("n");
  expect(sessions).toBe(1);
});

test("returns the same successor within the grace period, without lowering trust", async () => {
  const device = await registered();
  const first = await refresh(device);
  const again = await later(29 * SECOND, () => refresh(device));
  expect(again.body).toMatchObject({ deviceToken: first.body.deviceToken, trustScore: 100 });
  expect([await statusWith(first.body.sessionToken), await statusWith(again.body.sessionToken)]).toEqual([200, 200]);
  // The successor is still valid after its parent was presented again, and is replaced by the next refresh.
  const next = await later(31 * SECOND, () => refresh(device, first.body.deviceToken));
  expect([next.status, next.body.trustScore]).toEqual([200, 100]);
  expect(await tokensOf(device)).toHaveLength(3);
});

test("revokes the token family, its sessions and tokens when a token is reused after the grace period, and notifies the user once", async () => {
  const device = await registered();
  const first = await refresh(device);
  const second = await later(60 * SECOND, () => refresh(device, first.body.deviceToken));
  const late = await later(31 * SECOND, () => Promise.all(Array.from({ length: 20 }, () => refresh(device))));
  expect(new Set(late.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(["401 device_invalid"]));
  expect(await statusWith(second.body.sessionToken)).toBe(401);
  // The session that registered the device also belongs to it.
  expect(await statusWith(device.world.session("olivia"))).toBe(401);
  expect((await later(60 * SECOND, () => refresh(device, second.body.deviceToken))).body.code).toBe("device_invalid");
  expect((await told("token.reuse", device)).map(({ risk, outcome }) => [risk, outcome])).toEqual([[90, "refused"]]);
  expect((await told("device.revoke", device)).map(({ d }) => d)).toEqual([{ reason: "reuse" }]);
});

test("sends the reuse notice by a job that contains only IDs", async () => {
  const device = await registered();
  await refresh(device);
  const sent: unknown[] = [];
  const JOBS = {
    sendBatch: async (messages: { body: unknown }[]) => void sent.push(...messages.map(({ body }) => body)),
  };
  const { deviceId, deviceToken } = device;
  const body = JSON.stringify({ deviceId, deviceToken });
  await later(31 * SECOND, () =>
    callWith({ JOBS }, requestTo("/api/auth/device/refresh", { method: "POST", headers: HEADERS, body })),
  );
  expect(sent).toEqual([
    { id: expect.any(String), kind: "mail.notice", userId: device.world.ids.olivia, notice: "device_reuse" },
  ]);
});

test("completes a refresh in the same request when the database reply is lost after the commit", async () => {
  const device = await registered();
  let batches = 0;
  const DB = {
    prepare: (text: string) => env.DB.prepare(text),
    async batch(statements: D1PreparedStatement[]) {
      const results = await env.DB.batch(statements);
      if ((batches += 1) === 1) throw new Error("D1_ERROR: Network connection lost.");
      return results;
    },
  };
  const body = JSON.stringify({ deviceToken: device.deviceToken, deviceId: device.deviceId });
  const answer = await callWith(
    { DB },
    requestTo("/api/auth/device/refresh", { method: "POST", headers: HEADERS, body }),
  );
  expect(answer.status).toBe(200);
  const made = await answer.json<{ deviceToken: string; sessionToken: string }>();
  expect(await statusWith(made.sessionToken)).toBe(200);
  expect((await refresh(device)).body.deviceToken).toBe(made.deviceToken);
});

test("returns the same successor to a client that retries after losing the response", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const device = await registered();
  const broken = { on: false };
  const DB = {
    prepare: (text: string) => {
      if (broken.on) throw new Error("D1_ERROR: Network connection lost.");
      return env.DB.prepare(text);
    },
    async batch(statements: D1PreparedStatement[]) {
      await env.DB.batch(statements);
      broken.on = true;
      throw new Error("D1_ERROR: Network connection lost.");
    },
  };
  const body = JSON.stringify({ deviceToken: device.deviceToken, deviceId: device.deviceId });
  const lost = await callWith(
    { DB },
    requestTo("/api/auth/device/refresh", { method: "POST", headers: HEADERS, body }),
  );
  expect(lost.status).toBe(503);
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
  expect((await tokensOf(device)).map(({ generation }) => generation)).toEqual([0, 1]);
  const [one, other] = [await refresh(device), await refresh(device)];
  expect([one.status, other.body.deviceToken]).toEqual([200, one.body.deviceToken]);
  expect(await tokensOf(device)).toHaveLength(2);
});

test("accepts a token only from its own device, and audits attempts from others", async () => {
  const device = await registered({ platform: "ios" });
  const wrong = { ...device, deviceId: "another" };
  expect((await refresh(wrong)).body.code).toBe("device_mismatch");
  const mobile = (platform: string) =>
    anonymous().post("/api/auth/mobile/refresh", {
      deviceToken: device.deviceToken,
      deviceId: device.deviceId,
      platform,
    });
  expect((await mobile("android")).body["code"]).toBe("device_mismatch");
  expect((await mobile("desktop")).body["code"]).toBe("invalid_request");
  expect(await told("device.anomaly", device)).toHaveLength(2);
  expect(await tokensOf(device)).toHaveLength(1);
  const good = await mobile("ios");
  expect([good.status, await statusWith(good.body["sessionToken"])]).toEqual([200, 200]);
});

test("sets the cookie for a browser, and ends the session that it sent", async () => {
  const device = await registered({ platform: "web" });
  const old = device.world.session("olivia");
  const { cookie, body } = await refresh(device, device.deviceToken, { cookie: `session=${old}` });
  expect(cookie).toContain(`session=${body.sessionToken};`);
  expect(cookie).toContain("HttpOnly");
  expect(cookie).toContain("SameSite=Strict");
  expect([await statusWith(old), await statusWith(body.sessionToken)]).toEqual([401, 200]);
});

test.each<[string, (device: Device) => Promise<unknown>]>([
  ["revoked", ({ world: w, id }) => w.as("olivia").delete(`/api/account/devices/${id}`)],
  ["whose user signed out everywhere", ({ world: w }) => w.as("olivia").post("/api/auth/logout-all")],
  ["suspended", ({ world: w }) => d1`update users set suspended_at = 1 where id = ${w.ids.olivia}`.run()],
  ["that registered again", ({ world: w, deviceId }) => registered({ world: w, deviceId })],
  [
    "that signed out with a session and its token",
    ({ world: w, deviceToken }) => w.as("olivia").post("/api/auth/logout", { deviceToken }),
  ],
  ["that signed out with only its token", ({ deviceToken }) => anonymous().post("/api/auth/logout", { deviceToken })],
  ["that signed out without sending its token", ({ world: w }) => w.as("olivia").post("/api/auth/logout")],
])("rejects the next refresh of a device %s, and its sessions", async (_, endIt) => {
  const device = await registered();
  const { body } = await refresh(device);
  expect(await statusWith(body.sessionToken)).toBe(200);
  await endIt(device);
  expect(await statusWith(body.sessionToken)).toBe(401);
  const refused = await refresh(device, body.deviceToken);
  expect([refused.status, refused.body.code]).toEqual([401, "device_invalid"]);
  expect(await tokensOf(device)).toHaveLength(2);
});

test("expires a device 90 days after its last refresh and a year after registration", async () => {
  const idle = await registered();
  expect((await later(90 * DAY, () => refresh(idle))).body.code).toBe("device_invalid");
  const busy = await registered();
  let { deviceToken } = busy;
  for (const days of [80, 160, 240, 320, 364]) {
    // oxlint-disable-next-line no-await-in-loop -- each token comes of the one before
    const { body } = await later(days * DAY, () => refresh(busy, deviceToken));
    ({ deviceToken } = body);
  }
  // Repeated attempts are recorded once an hour.
  await later(365 * DAY, async () => {
    for (let i = 0; i < 3; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as a client that does not give up
      expect((await refresh(busy, deviceToken)).body.code).toBe("device_invalid");
    }
  });
  expect(await told("token.use_revoked", busy)).toHaveLength(1);
});

test("rejects an unknown or malformed token without side effects", async () => {
  const device = await registered();
  const unknown = tokenFrom("device", new Uint8Array(32));
  for (const token of [
    unknown,
    "",
    "dev_",
    `${device.deviceToken}x`,
    device.deviceToken.slice(0, -1),
    "x".repeat(200),
  ]) {
    expect((await refresh(device, token)).body.code).toBe("device_invalid");
  }
  expect(await tokensOf(device)).toHaveLength(1);
});

test("returns 404 for another user's device and for a revoked device", async () => {
  const device = await registered();
  const { world: w, id } = device;
  const owner = (await registered({ world: w, person: "edna" })).world.as("edna");
  expect((await owner.delete(`/api/account/devices/${id}`)).status).toBe(404);
  expect((await rowOf(device)).revoked_at).toBe(null);
  // Revoking the device would end the session that registered it, so that session is detached first.
  await d1`update sessions set device_id = null where user_id = ${w.ids.olivia}`.run();
  expect((await w.as("olivia").delete(`/api/account/devices/${id}`)).status).toBe(200);
  expect((await w.as("olivia").delete(`/api/account/devices/${id}`)).status).toBe(404);
  expect((await w.as("olivia").get("/api/account/devices")).body.devices).toEqual([]);
});

test("replaces the least recently used device when a user registers a fifty-first", async () => {
  const first = await registered();
  const second = await registered({ world: first.world });
  await later(SECOND, () => refresh(first));
  const insert = env.DB.prepare(
    "insert into devices (id, user_id, device_id, name, platform, epoch, browser, os, country, region, created_at, last_used_at, expires_at) values (?1, ?2, ?1, 'x', 'ios', 0, '', '', '', '', ?3, ?3, ?4)",
  );
  const soon = Date.now() + 5 * SECOND;
  await env.DB.batch(
    Array.from({ length: 48 }, () => insert.bind(freshId("device"), first.world.ids.olivia, soon, soon + DAY)),
  );
  const third = await later(10 * SECOND, () => registered({ world: first.world }));
  const { body } = await first.world.as("olivia").get("/api/account/devices");
  const ids = body.devices.map(({ id }: { id: string }) => id);
  expect([ids.length, ids[0], ids.includes(first.id), ids.includes(second.id)]).toEqual([50, third.id, true, false]);
  expect((await refresh(second)).body.code).toBe("device_invalid");
});

test("limits refreshes per token family, from whatever network", async () => {
  const device = await registered();
  const { deviceId, deviceToken } = device;
  const statuses: number[] = [];
  for (let i = 0; i < 12; i += 1) {
    const headers = { ...HEADERS, "CF-Connecting-IP": `198.51.100.${i}` };
    const body = JSON.stringify({ deviceId, deviceToken });
    // oxlint-disable-next-line no-await-in-loop -- one after the other, to see where they are stopped
    const { status } = await callWith(
      { RATE_LIMIT_SCALE: "1" },
      requestTo("/api/auth/device/refresh", { method: "POST", headers, body }),
    );
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
});

test("requires a CSRF token for a browser to sign out, and keeps the device without one", async () => {
  const device = await registered({ platform: "web" });
  const cookie = `session=${device.world.session("olivia")}`;
  const signOut = (headers: Record<string, string>) =>
    callWith(
      {},
      requestTo("/api/auth/logout", {
        method: "POST",
        headers: { Cookie: cookie, Origin: ORIGIN, "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ deviceToken: device.deviceToken }),
      }),
    );
  expect((await signOut({})).status).toBe(403);
  expect((await rowOf(device)).revoked_at).toBe(null);
  expect((await signOut({ "X-CSRF-Token": await csrfOf(cookie) })).status).toBe(200);
  expect((await rowOf(device)).revoked_at).not.toBe(null);
  expect((await told("device.revoke", device)).map(({ d }) => d)).toEqual([{ reason: "logout" }]);
});
