/** Devices that stay signed in, their tokens and trust scores; and tokens for realtime connections. */
import { CHROME, signInAgain, type Setup } from "./people-setup.ts";
import { ApiClient, checkFields } from "./api-client.ts";
import { at, holds, itemWith, listAt, numberAt, same, textAt } from "./values.ts";

const REFRESH = "/api/auth/device/refresh";
const WEEK_MS = 7 * 86_400_000;

export async function checkDevices(setup: Setup): Promise<void> {
  const { rows, owner, client } = setup;
  rows.section("Devices");
  // A device is bound to the session that registers it, so each gets its own session.
  const home = await signInAgain(setup, owner);
  const deviceId = `desktop-${setup.mark}`;
  const device = await rows.check("POST /api/auth/device/register: 201 with a token and the device", () =>
    home.post("/api/auth/device/register", { deviceId, deviceName: "Desk", platform: "desktop" }, 201),
  );
  await checkFields(rows, "device", device, {
    deviceToken: "string",
    "device.trustScore": "integer",
    "device.suspiciousCount": "integer",
  });
  const first = String(at(device, "deviceToken"));
  // The same browser without its cookie.
  const program = new ApiClient(client, undefined, { "User-Agent": owner.api.agent });
  const asked = Date.now();
  const refreshed = await rows.check(
    "POST /api/auth/device/refresh: 200 with a session and another token",
    async () => {
      const answer = await program.post(REFRESH, { deviceToken: first, deviceId });
      holds("another token", textAt(answer, "deviceToken") !== first);
      const session = new ApiClient(client, { kind: "bearer", token: textAt(answer, "sessionToken") });
      same("whose session it is", at(await session.get("/api/auth/me"), "id"), owner.id);
      return answer;
    },
  );
  await checkSessionOf(setup, refreshed, asked);
  await rows.check(
    "tokens 11: the replaced token stays good for a moment, and leads to the same successor",
    async () => {
      const again = await program.post(REFRESH, { deviceToken: first, deviceId });
      same("the successor", at(again, "deviceToken"), at(refreshed, "deviceToken"));
    },
  );
  await rows.byTests(
    "tokens 11: after the grace of thirty seconds it ends the family",
    "test/flows/devices.test.ts",
    "revokes the token family, its sessions and tokens when a token is reused after the grace period",
  );
  await rows.check("tokens 11: the successor is valid, and is replaced in turn", async () => {
    const next = await program.post(REFRESH, { deviceToken: at(refreshed, "deviceToken"), deviceId });
    holds("a third token", textAt(next, "deviceToken") !== at(refreshed, "deviceToken"));
  });
  await rows.check("a device token is valid only on its own device: otherwise 401", () =>
    program.refused("POST", REFRESH, 401, "device_mismatch", {
      json: { deviceToken: at(refreshed, "deviceToken"), deviceId: "another" },
    }),
  );
  await checkTrust(setup);
  await checkPhone(setup, program);
  await checkSockets(setup);
}

/** The session that a device token was exchanged for. */
async function checkSessionOf({ rows }: Setup, refreshed: unknown, asked: number): Promise<void> {
  await checkFields(rows, "refreshed", refreshed, {
    sessionToken: "string",
    deviceToken: "string",
    trustScore: "integer",
    expiresAt: "time",
  });
  await rows.check("a device's session lasts seven days", () => {
    const lasts = Date.parse(textAt(refreshed, "expiresAt")) - asked;
    holds("a week", Math.abs(lasts - WEEK_MS) < 60_000, lasts);
  });
}

async function checkPhone(setup: Setup, program: ApiClient): Promise<void> {
  const { rows, owner, anonymous } = setup;
  await rows.check("POST /api/auth/mobile/refresh: 200 for a phone, 401 for any other device", async () => {
    const phone = `phone-${setup.mark}`;
    const made = await (
      await signInAgain(setup, owner)
    ).post("/api/auth/device/register", { deviceId: phone, platform: "ios" }, 201);
    const json = { deviceToken: textAt(made, "deviceToken"), deviceId: phone, platform: "ios" };
    textAt(await program.post("/api/auth/mobile/refresh", json), "sessionToken");
    await anonymous.refused("POST", "/api/auth/mobile/refresh", 401, "device_invalid", {
      json: { ...json, deviceToken: "dev_none" },
    });
  });
}

async function checkTrust(setup: Setup): Promise<void> {
  const { rows, owner, client } = setup;
  const deviceId = `trusted-${setup.mark}`;
  const made = await rows.check("new devices are trusted", async () => {
    const answer = await (
      await signInAgain(setup, owner)
    ).post("/api/auth/device/register", { deviceId, platform: "desktop" }, 201);
    same("trustScore", at(answer, "device.trustScore"), 100);
    return answer;
  });
  const elsewhere = new ApiClient(client, undefined, { "User-Agent": CHROME });
  const moved = await rows.check("tokens 12: a different browser lowers the trust score", async () => {
    const answer = await elsewhere.post(REFRESH, { deviceToken: at(made, "deviceToken"), deviceId });
    holds("a lower score", numberAt(answer, "trustScore") < 100, at(answer, "trustScore"));
    return answer;
  });
  const hurried = await rows.check("tokens 12: rapid refreshes lower the trust score", async () => {
    const answer = await elsewhere.post(REFRESH, { deviceToken: at(moved, "deviceToken"), deviceId });
    holds("a lower score", numberAt(answer, "trustScore") < numberAt(moved, "trustScore"), at(answer, "trustScore"));
    return answer;
  });
  await rows.byTests(
    "tokens 12: another region, another system, and what they end",
    "test/flows/device-trust.test.ts",
    "lowers the trust of a device that moves",
  );
  await rows.byTests(
    "tokens 12: sensitive acts are refused to what is trusted little",
    "test/flows/device-trust.test.ts",
    "gives a low-trust device a session that requires a new sign-in for sensitive actions",
  );
  await rows.check("a device shows its score and how often it was suspicious", async () => {
    const devices = listAt(await owner.api.get("/api/account/devices"), "devices");
    const shown = itemWith(devices, "deviceId", deviceId);
    same("trustScore", at(shown, "trustScore"), at(hurried, "trustScore"));
    holds("two suspicions", numberAt(shown, "suspiciousCount") === 2, at(shown, "suspiciousCount"));
  });
  await rows.check("tokens 12: a revoked device has to sign in again, and its sessions end", async () => {
    await owner.api.delete(`/api/account/devices/${textAt(made, "device.id")}`);
    const json = { deviceToken: at(hurried, "deviceToken"), deviceId };
    await elsewhere.refused("POST", REFRESH, 401, "device_invalid", { json });
    const session = new ApiClient(client, { kind: "bearer", token: textAt(hurried, "sessionToken") });
    await session.refused("GET", "/api/auth/me", 401, "unauthenticated");
  });
}

async function checkSockets({ rows, owner, anonymous }: Setup): Promise<void> {
  await rows.check(
    "GET /api/auth/socket-token: a token for a minute, and where to connect; 401 without a session",
    async () => {
      await anonymous.refused("GET", "/api/auth/socket-token", 401, "unauthenticated");
      const made = await owner.api.get("/api/auth/socket-token");
      textAt(made, "token");
      const lasts = Date.parse(textAt(made, "expiresAt")) - Date.now();
      holds("at most a minute", lasts > 0 && lasts <= 65_000, lasts);
      holds("a ws address", /^wss?:\/\//.test(textAt(made, "url")), at(made, "url"));
    },
  );
  await rows.byTests(
    "a socket token opens one connection",
    "test/flows/sockets.test.ts",
    "accepts one of 100 concurrent connections with the same token",
  );
  await rows.byTests(
    "service tokens: for one call and one resource, sixty seconds",
    "test/flows/service-tokens.test.ts",
    "accepts a token once for its intended call",
  );
}
