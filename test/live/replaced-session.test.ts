/** Signing in again ends the replaced session and its sockets. */
import { expect, test } from "vitest";
import { refresh, registered } from "../flows/devices.ts";
import { call, signIn } from "../flows/sign-in.ts";
import { ORIGIN } from "../support/world.ts";
import { listenTo, openSockets, upgradeWith } from "./sockets.ts";

async function hubWith(session: string, userId: string) {
  const answer = await call("/api/auth/socket-token", { headers: { Authorization: `Bearer ${session}` } });
  const { token } = await answer.json<{ token: string }>();
  const hub = listenTo(await upgradeWith(token, { Origin: ORIGIN }), userId);
  await expect.poll(() => hub.messages.length).toBe(1);
  return hub;
}

test("closes the previous session's sockets before the response when a device refreshes its session", async () => {
  const device = await registered();
  const userId = device.world.ids.olivia;
  const first = await refresh(device);
  const old = await hubWith(first.body.sessionToken, userId);
  const other = await hubWith(device.world.session("olivia"), userId);
  const second = await refresh(device, first.body.deviceToken);
  expect([second.status, await openSockets(userId)]).toEqual([200, 1]);
  await expect.poll(() => old.closedWith).toBe(4401);
  expect(other.closedWith).toBe(null);
});

test("closes the previous session's sockets before the response when a user signs in again", async () => {
  const { email, token, cookie, id } = await signIn();
  const old = await hubWith(token, id);
  await signIn(email, { cookie });
  expect(await openSockets(id)).toBe(0);
  await expect.poll(() => old.closedWith).toBe(4401);
});
