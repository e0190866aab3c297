/** Devices as clients use them: register one, refresh it from any place and at any time, inspect its state. */
import { exports } from "cloudflare:workers";
import { vi } from "vitest";
import { hashToken } from "../../src/platform/tokens.ts";
import { ORIGIN, bearer, freshId, world, type Person, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

export const LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";
export const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

export const VIENNA = { country: "AT", regionCode: "9", latitude: "48.2", longitude: "16.4" };
export const TOKYO = { country: "JP", regionCode: "13", latitude: "35.7", longitude: "139.7" };

export type Origin = { readonly userAgent?: string; readonly cf?: RequestInitCfProperties; readonly cookie?: string };

export type Device = {
  readonly world: World;
  readonly person: Person;
  readonly id: string;
  readonly deviceId: string;
  readonly deviceToken: string;
};

export type Refreshed = {
  status: number;
  cookie: string;
  body: {
    sessionToken: string;
    csrfToken: string;
    deviceToken: string;
    trustScore: number;
    expiresAt: string;
    code?: string;
  };
};

async function post(path: string, body: unknown, from: Origin, token?: string): Promise<Response> {
  const headers = new Headers({
    "CF-Connecting-IP": "192.0.2.7",
    "Content-Type": "application/json",
    "User-Agent": from.userAgent ?? LINUX,
  });
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  if (from.cookie !== undefined) headers.set("Cookie", from.cookie);
  const cf: RequestInit<RequestInitCfProperties> = { cf: from.cf ?? VIENNA };
  return exports.default.fetch(
    new Request(ORIGIN + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      ...cf,
    }),
  );
}

type RegisteredDevice = { platform?: string; deviceId?: string; person?: Person; world?: World };

/** A device of a person in a new world, registered from Vienna with Firefox on Linux. */
export async function registered(options: RegisteredDevice = {}): Promise<Device> {
  const { platform = "desktop", deviceId = freshId("device"), person = "olivia" } = options;
  const w = options.world ?? (await world());
  const response = await post("/api/auth/device/register", { deviceId, platform }, {}, w.session(person));
  if (response.status !== 201) throw new Error(`Not enrolled: ${response.status} ${await response.text()}`);
  const { deviceToken, device } = await response.json<{ deviceToken: string; device: { id: string } }>();
  return { world: w, person, id: device.id, deviceId, deviceToken };
}

/** Presents a token of the device, by default its first one. */
export async function refresh(device: Device, deviceToken = device.deviceToken, from: Origin = {}): Promise<Refreshed> {
  const response = await post("/api/auth/device/refresh", { deviceToken, deviceId: device.deviceId }, from);
  return { status: response.status, cookie: response.headers.get("Set-Cookie") ?? "", body: await response.json() };
}

/** Runs `work` with the clock set ahead by `ms`. */
export async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + ms);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

export type Row = {
  trust_score: number;
  suspicious_count: number;
  revoked_at: number | null;
  browser: string;
  os: string;
  country: string;
};

export async function rowOf(device: Pick<Device, "id">): Promise<Row> {
  const row = await d1`select * from devices where id = ${device.id}`.first<Row>();
  if (!row) throw new Error("The device does not exist.");
  return row;
}

export async function tokensOf(
  device: Pick<Device, "id">,
): Promise<{ generation: number; replaced_at: number | null }[]> {
  const { results } =
    await d1`select generation, replaced_at from device_tokens where device = ${device.id} order by generation`.all<{
      generation: number;
      replaced_at: number | null;
    }>();
  return results;
}

/** The status of a request with this session. */
export const statusWith = async (sessionToken: string): Promise<number> =>
  (await bearer(sessionToken).get("/api/auth/me")).status;

export async function sessionRow(
  token: string,
): Promise<{ method: string; auth_time: number; device_id: string | null } | null> {
  return d1`select method, auth_time, device_id from sessions where token_hash = ${hashToken("session", token)}`.first();
}
