/** Device trust: what lowers the score, what a low score still allows, and who is let in when a token was copied. */
import { expect, test } from "vitest";
import { entriesOf } from "../security/audit.ts";
import { bearer } from "../support/world.ts";
import {
  LINUX,
  TOKYO,
  VIENNA,
  WINDOWS,
  registered,
  later,
  refresh,
  rowOf,
  sessionRow,
  statusWith,
  tokensOf,
  type Device,
} from "./devices.ts";
import { d1 } from "../support/d1.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const factorsTold = async ({ id }: Device) =>
  (await entriesOf("device.anomaly", ({ entry }) => entry.res?.id === id)).map(({ entry }) => entry.d);

test("lowers the trust of a device that moves, remembers its location, and restores trust daily", async () => {
  const device = await registered();
  const germany = { country: "DE", regionCode: "BY", latitude: "48.1", longitude: "11.6" };
  const moved = await later(60 * MINUTE, () => refresh(device, device.deviceToken, { cf: germany }));
  expect(moved.body.trustScore).toBe(85);
  expect(await factorsTold(device)).toEqual([{ factors: ["country"], trust: 85 }]);
  expect(await rowOf(device)).toMatchObject({ trust_score: 85, suspicious_count: 1, country: "DE" });
  const stayed = await later(120 * MINUTE, () => refresh(device, moved.body.deviceToken, { cf: germany }));
  expect(stayed.body.trustScore).toBe(85);
  const nextDay = await later(2 * DAY, () => refresh(device, stayed.body.deviceToken, { cf: germany }));
  expect(nextDay.body.trustScore).toBe(90);
  const { body } = await device.world.as("olivia").get("/api/account/devices");
  expect(body.devices).toMatchObject([{ trustScore: 90, suspiciousCount: 1 }]);
});

test("lowers trust for refreshes in quick succession, but not for the first one", async () => {
  const device = await registered();
  const first = await refresh(device);
  const second = await refresh(device, first.body.deviceToken);
  expect([first.body.trustScore, second.body.trustScore]).toEqual([100, 85]);
  expect(await factorsTold(device)).toEqual([{ factors: ["hurry"], trust: 85 }]);
});

test("gives a low-trust device a session that requires a new sign-in for sensitive actions", async () => {
  const device = await registered();
  const { body } = await later(60 * MINUTE, () =>
    refresh(device, device.deviceToken, { userAgent: WINDOWS.replace("Chrome/126", "Edg/126") }),
  );
  expect(body.trustScore).toBe(40);
  expect(await sessionRow(body.sessionToken)).toMatchObject({ method: "device_low", auth_time: 0 });
  expect(await statusWith(body.sessionToken)).toBe(200);
  const anew = await bearer(body.sessionToken).post("/api/auth/device/register", { deviceId: "x", platform: "web" });
  expect(anew.body["code"]).toBe("step_up_required");
  // The next refresh ends this session, like any session created by a refresh.
  const next = await later(61 * MINUTE, () =>
    refresh(device, body.deviceToken, { userAgent: WINDOWS.replace("Chrome/126", "Edg/126") }),
  );
  expect([await statusWith(body.sessionToken), next.body.trustScore]).toEqual([401, 40]);
});

test("rejects a token replayed from another system and country, and revokes the token family", async () => {
  const device = await registered();
  const owner = await refresh(device);
  const thief = await later(5 * MINUTE, () =>
    refresh(device, owner.body.deviceToken, { userAgent: WINDOWS, cf: TOKYO }),
  );
  expect([thief.status, thief.body.code]).toEqual([401, "reauth_required"]);
  expect(await rowOf(device)).toMatchObject({ trust_score: 0, suspicious_count: 4, os: "Linux", country: "AT" });
  expect(await tokensOf(device)).toHaveLength(2);
  expect(await statusWith(owner.body.sessionToken)).toBe(401);
  expect((await later(6 * MINUTE, () => refresh(device, owner.body.deviceToken))).body.code).toBe("device_invalid");
  expect(await factorsTold(device)).toEqual([{ factors: ["os", "browser", "country", "travel"], trust: 0 }]);
  const ended = await entriesOf("device.revoke", ({ entry }) => entry.res?.id === device.id);
  expect(ended.map(({ entry }) => entry.d)).toEqual([{ reason: "trust" }]);
});

test("checks trust within the grace period too, and revokes a token replayed from another system", async () => {
  const device = await registered();
  await refresh(device);
  const thief = await refresh(device, device.deviceToken, { userAgent: WINDOWS, cf: TOKYO });
  expect(thief.body.code).toBe("reauth_required");
  expect((await rowOf(device)).revoked_at).not.toBe(null);
});

test("issues a session for a replay from a new location, and leaves stored trust, count and location unchanged", async () => {
  const device = await registered();
  await refresh(device);
  const replay = await refresh(device, device.deviceToken, { cf: { ...VIENNA, regionCode: "1" } });
  expect([replay.status, replay.body.trustScore]).toEqual([200, 95]);
  expect(await rowOf(device)).toMatchObject({ trust_score: 100, suspicious_count: 0 });
});

test("stores no device characteristics in the audit log", async () => {
  const device = await registered();
  await later(60 * MINUTE, () => refresh(device, device.deviceToken, { userAgent: WINDOWS, cf: TOKYO }));
  const details = JSON.stringify(await factorsTold(device));
  for (const part of ["Windows", "Linux", "Chrome", "Firefox", "JP", "AT", "35.7", "48.2"]) {
    expect(details).not.toContain(part);
  }
  expect(details).toContain("travel");
});

test("keeps the last known location of a device whose request has none", async () => {
  const device = await registered();
  await later(60 * MINUTE, () => refresh(device, device.deviceToken, { userAgent: LINUX, cf: {} }));
  const row = await d1`select country, region, latitude from devices where id = ${device.id}`.first();
  expect(row).toEqual({ country: "AT", region: "9", latitude: 48.2 });
});
