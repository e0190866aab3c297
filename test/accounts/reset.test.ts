/** Credential reset: invalidates everything that could sign in as the user at once; a mailed link restores access. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { act, grow, mailsOf, statusOf } from "../flows/account.ts";
import { freshEmail, mailedLink, openBound, signIn } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { bearer, freshId } from "../support/world.ts";

const count = async (sql: string, id: string): Promise<number> =>
  Number(await env.DB.prepare(`select count(*) as n ${sql}`).bind(id).first("n"));

test("revokes every session, device, passkey, token, link and pending email change of one user only", async () => {
  const [one, other] = [await signIn(), await signIn()];
  const elsewhere = await signIn(one.email);
  const tokens: string[] = [];
  for (const { token } of [one, other]) {
    const made = await act(token, "/api/auth/mcp-tokens", { method: "POST", body: { name: "tool" } });
    tokens.push(String(made.body["token"]));
  }
  const device = await act(elsewhere.token, "/api/auth/device/register", {
    method: "POST",
    body: { deviceId: freshId("phone"), platform: "ios" },
  });
  const registered = device.body as { deviceToken: string; device: { deviceId: string } };
  await env.DB.prepare(
    "insert into passkeys (credential_id, id, user_id, public_key, user_handle, counter, device_type, backed_up, name, created_at) values (?1, ?1, ?2, '', '', 0, 'singleDevice', 0, 'key', 1)",
  )
    .bind(freshId("passkey"), one.id)
    .run();
  await act(one.token, "/api/account", { method: "PATCH", body: { email: freshEmail("new") } });
  const link = await mailedLink(one.email);

  const { status, jobs, headers } = await act(one.token, "/api/account/reset-credentials", { method: "POST" });
  expect([status, headers.get("Set-Cookie")?.includes("Max-Age=0")]).toEqual([200, true]);
  expect(await mailsOf(jobs)).toEqual([`mail to=${one.email} subject="Your Octavo credentials were reset"`]);
  expect([await statusOf(one.token), await statusOf(elsewhere.token), await statusOf(other.token)]).toEqual([
    401, 401, 200,
  ]);
  const drives = await Promise.all(tokens.map(async (token) => (await bearer(token).get("/api/mcp/drives")).status));
  expect(drives).toEqual([401, 200]);
  const refreshed = await act(null, "/api/auth/device/refresh", {
    method: "POST",
    body: { deviceToken: registered.deviceToken, deviceId: registered.device.deviceId },
  });
  expect(refreshed.status).toBe(401);
  expect(await count("from passkeys where user_id = ?", one.id)).toBe(0);
  expect(await count("from devices where user_id = ? and revoked_at is null", one.id)).toBe(0);
  expect(await count("from email_changes where user_id = ? and used_at is null", one.id)).toBe(0);
  expect((await openBound(link.url, link.binding)).headers.get("Location")).toBe("/signin?error=link_invalid");
  const back = await signIn(one.email);
  expect(back.id).toBe(one.id);
  expect((await act(back.token, "/api/account")).body["email"]).toBe(one.email);
  expect(await entriesOf("account.reset", (entry) => entry.userId === one.id)).toMatchObject([
    { entry: { outcome: "ok", d: { passkeys: 1, tokens: 1 } } },
  ]);
});

test("requires a recent sign-in, and returns 401 for an ended session", async () => {
  const { token } = await signIn();
  const reset = () => act(token, "/api/account/reset-credentials", { method: "POST" });
  await grow(token);
  const refused = await reset();
  expect([refused.status, refused.body["code"], refused.jobs]).toEqual([403, "step_up_required", []]);
  expect(await statusOf(token)).toBe(200);
  await act(token, "/api/auth/logout", { method: "POST" });
  expect((await reset()).status).toBe(401);
});
