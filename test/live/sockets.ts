/** WebSockets opened as browsers and tools do, over the real Worker. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, expect } from "vitest";
import type { HubMessage } from "../../src/kernel/live.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { ORIGIN, type Person, type World } from "../support/world.ts";

type Ask = { readonly query?: string; readonly headers?: Record<string, string> };

/** The response to an upgrade request. */
export const upgrade = ({ query = "", headers = {} }: Ask): Promise<Response> =>
  exports.default.fetch(
    new Request(`${ORIGIN}/api/realtime${query}`, {
      headers: { "CF-Connecting-IP": "192.0.2.1", Upgrade: "websocket", ...headers },
    }),
  );

export async function socketToken(w: World, person: Person, pageId?: string): Promise<string> {
  const { body } = await w.as(person).get(`/api/auth/socket-token${pageId === undefined ? "" : `?pageId=${pageId}`}`);
  return body.token;
}

/** An upgrade request as sent by our page in a browser. */
export const upgradeWith = (token: string, headers: Record<string, string> = {}, query = ""): Promise<Response> =>
  upgrade({ query, headers: { Origin: ORIGIN, "Sec-WebSocket-Protocol": `octavo.v1, ${token}`, ...headers } });

/** The client's end of a socket, and the messages it received. */
export type Listener = {
  readonly ws: WebSocket;
  readonly messages: HubMessage[];
  /** Null while it is open. */
  closedWith: number | null;
  /** The messages since the last call, once everything sent before this call has arrived. */
  news(): Promise<HubMessage[]>;
};

const opened = new Map<string, WebSocket[]>();

export const hubOf = (userId: string) => env.HUB.getByName(userId);

/** Number of sockets that are open from the object's point of view. */
export const openSockets = (userId: string): Promise<number> =>
  runInDurableObject(hubOf(userId), (_, state) => state.getWebSockets().filter((ws) => ws.readyState === 1).length);

// The alarm half a minute later would run after the file's tests have ended.
afterEach(async () => {
  for (const [userId, sockets] of opened) {
    for (const ws of sockets) ws.close(1000, "the test is over");
    await runInDurableObject(hubOf(userId), (_, state) => {
      for (const ws of state.getWebSockets()) ws.close(1000);
      return state.storage.deleteAlarm();
    });
  }
  opened.clear();
});

/** Runs the alarm that is due half a minute later. */
export const runLinger = (userId: string): Promise<boolean> => runDurableObjectAlarm(hubOf(userId));

export function listenTo(answer: Response, userId: string): Listener {
  const ws = answer.webSocket;
  if (!ws) throw new Error(`No socket was opened: ${answer.status}`);
  opened.set(userId, [...(opened.get(userId) ?? []), ws]);
  let seen = 0;
  const listener: Listener = {
    ws,
    messages: [],
    closedWith: null,
    async news() {
      const asked = listener.messages.filter(({ type }) => type === "missed").length;
      ws.send(JSON.stringify({ type: "since", cursor: "" }));
      await expect.poll(() => listener.messages.filter(({ type }) => type === "missed").length).toBe(asked + 1);
      const fresh = listener.messages.slice(seen).filter(({ type }) => type !== "missed");
      seen = listener.messages.length;
      return fresh;
    },
  };
  ws.addEventListener("message", ({ data }) => {
    if (data !== "pong") listener.messages.push(JSON.parse(String(data)) as HubMessage);
  });
  ws.addEventListener("close", ({ code }) => {
    listener.closedWith = code;
  });
  ws.accept();
  return listener;
}

/** Connects to the person's hub and waits for its first message. */
export async function openHub(w: World, person: Person): Promise<Listener> {
  const listener = listenTo(await upgradeWith(await socketToken(w, person)), w.ids[person]);
  await expect.poll(() => listener.messages.length).toBeGreaterThan(0);
  await listener.news();
  return listener;
}

type Sent = { readonly status: number; readonly body: Record<string, unknown> };

/** A person's request; resolves when its deferred work is done. */
export async function act(w: World, person: Person, method: string, path: string, body?: unknown): Promise<Sent> {
  const answer = await callWith(
    {},
    requestTo(path, {
      method,
      headers: {
        Authorization: `Bearer ${w.session(person)}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const sent = { status: answer.status, body: await answer.json<Record<string, unknown>>() };
  if (sent.status >= 300) throw new Error(`${method} ${path} returned ${sent.status} ${JSON.stringify(sent.body)}`);
  return sent;
}
