/** Suspension by an administrator: no sign-in method works, and ended sessions stay ended afterwards. */
import { beforeAll, expect, test } from "vitest";
import { act, grow, mailsOf, statusOf } from "../flows/account.ts";
import { askForLink, consume, mailJob, mailedLink, mailsDuring, openBound, signIn } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { type World, bearer, freshId, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

const suspend = (id: string, body?: unknown) =>
  act(w.session("rupert"), `/api/admin/users/${id}/suspend`, { method: "POST", body });
const unsuspend = (id: string, body?: unknown) =>
  act(w.session("rupert"), `/api/admin/users/${id}/unsuspend`, { method: "POST", body });

test("rejects sessions, devices, tool tokens and links while the account is suspended", async () => {
  const { token, email, id } = await signIn();
  const made = await act(token, "/api/auth/mcp-tokens", { method: "POST", body: { name: "tool" } });
  const tool = bearer(String(made.body["token"]));
  const registered = await act(token, "/api/auth/device/register", {
    method: "POST",
    body: { deviceId: freshId("phone"), platform: "ios" },
  });
  const { deviceToken, device } = registered.body as { deviceToken: string; device: { deviceId: string } };
  const refresh = () =>
    act(null, "/api/auth/device/refresh", { method: "POST", body: { deviceToken, deviceId: device.deviceId } });
  const before = await mailedLink(email);

  const { status, jobs } = await suspend(id, { reason: "Spam" });
  expect(status).toBe(200);
  expect(await mailsOf(jobs)).toEqual([`mail to=${email} subject="Your Octavo account is suspended"`]);
  expect([await statusOf(token), (await tool.get("/api/mcp/drives")).status, (await refresh()).status]).toEqual([
    401, 401, 401,
  ]);
  expect((await openBound(before.url, before.binding)).headers.get("Location")).toMatch(/^\/signin\?error=/);
  const asked = await askForLink(email);
  expect(asked.response.status).toBe(200);
  expect(await mailsDuring(() => consume([mailJob(asked.linkId)]))).toEqual([]);

  expect((await unsuspend(id)).status).toBe(200);
  // The tool token was never revoked; earlier sessions and links remain invalid.
  expect([await statusOf(token), (await tool.get("/api/mcp/drives")).status, (await refresh()).status]).toEqual([
    401, 200, 401,
  ]);
  expect((await openBound(before.url, before.binding)).headers.get("Location")).toMatch(/^\/signin\?error=/);
  expect((await signIn(email)).id).toBe(id);
  const of = (kind: string) => entriesOf(kind, (entry) => entry.entry.subj === id);
  expect(await of("account.suspend")).toMatchObject([{ entry: { d: { reason: "Spam" } }, userId: w.ids.rupert }]);
  expect(await of("account.unsuspend")).toHaveLength(1);
  expect(await of("session.invalidate_all")).toHaveLength(1);
});

test("suspends once and sends one notice, also when repeated or requested concurrently", async () => {
  const { id } = await signIn();
  const answers = await Promise.all(Array.from({ length: 10 }, () => suspend(id)));
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(answers.flatMap(({ jobs }) => jobs)).toHaveLength(1);
  const row = () => d1`select suspended_at, epoch from users where id = ${id}`.first();
  const once = await row();
  expect([once?.["epoch"], (await suspend(id)).jobs]).toEqual([1, []]);
  expect(await row()).toEqual(once);
  expect([(await unsuspend(id)).status, (await unsuspend(id)).status]).toEqual([200, 200]);
  expect(await row()).toEqual({ suspended_at: null, epoch: 1 });
});

test("allows suspension only by a recently signed-in administrator, of another existing user", async () => {
  const { id } = await signIn();
  const path = `/api/admin/users/${id}/suspend`;
  expect((await w.as("olivia").post(path)).body.code).toBe("forbidden");
  expect((await suspend(w.ids.rupert)).body["code"]).toBe("invalid_request");
  expect((await suspend("nobody")).body["code"]).toBe("not_found");
  const other = await world();
  await grow(other.session("rupert"));
  const stale = await act(other.session("rupert"), path, { method: "POST" });
  expect(stale.body["code"]).toBe("step_up_required");
  // The role is read on every request, so revoking it takes effect with the next one.
  await d1`update users set role = 'user' where id = ${other.ids.rupert}`.run();
  expect((await other.as("rupert").post(path)).body.code).toBe("forbidden");
  expect(await d1`select suspended_at from users where id = ${id}`.first("suspended_at")).toBe(null);
});
