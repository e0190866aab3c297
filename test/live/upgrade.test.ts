/** Who may open a WebSocket, and to which pages and hubs. */
import { expect, test, vi } from "vitest";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { ORIGIN, freshId, world, type World } from "../support/world.ts";
import { listenTo, socketToken, upgrade, upgradeWith } from "./sockets.ts";
import { finishJobs } from "../search/held-indexing.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

async function makePage(w: World, driveId = w.drive): Promise<string> {
  const id = freshId("page");
  await d1`insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at) values (${id}, ${driveId}, 'T', 'DOCUMENT', 1, ${w.ids.olivia}, 1, 1)`.run();
  return id;
}

const openedBy = async (pageId: string): Promise<string[]> => {
  const { results } = await d1`select user_id from open_pages where page_id = ${pageId}`.all<{ user_id: string }>();
  return results.map(({ user_id: id }) => id);
};

const codeOf = async (answer: Response): Promise<[number, string]> => {
  const { code } = await answer.json<{ code: string }>();
  return [answer.status, code];
};

const asTool = (raw: string, query = "", headers: Record<string, string> = {}): Promise<Response> =>
  upgrade({ query, headers: { Authorization: `Bearer ${raw}`, ...headers } });

test("opens one connection per token, with the protocol and the standard response headers", async () => {
  const w = await world();
  const token = await socketToken(w, "vera");
  const answers = await Promise.all([upgradeWith(token), upgradeWith(token), upgradeWith(token)]);
  const [made, ...none] = answers.toSorted((a, b) => a.status - b.status);
  if (!made) throw new Error("No response arrived.");
  listenTo(made, w.ids.vera);
  expect([made.status, made.headers.get("Sec-WebSocket-Protocol")]).toEqual([101, "octavo.v1"]);
  expect(made.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(made.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(none.map(({ status }) => status)).toEqual([401, 401]);
  expect((await upgradeWith(token)).status).toBe(401);
});

test.each<[string, (token: string) => Promise<Response>, number, string]>([
  ["a request without an upgrade", (token) => upgradeWith(token, { Upgrade: "" }), 426, "upgrade_required"],
  ["an upgrade to another protocol", (token) => upgradeWith(token, { Upgrade: "h2c" }), 426, "upgrade_required"],
  ["another origin", (token) => upgradeWith(token, { Origin: "https://evil.example" }), 403, "cross_site"],
  ["an opaque origin", (token) => upgradeWith(token, { Origin: "null" }), 403, "cross_site"],
  [
    "a socket token without an origin",
    (token) => upgrade({ headers: { "Sec-WebSocket-Protocol": `octavo.v1, ${token}` } }),
    403,
    "cross_site",
  ],
  [
    "an unknown subprotocol",
    (token) => upgradeWith(token, { "Sec-WebSocket-Protocol": `octavo.v2, ${token}` }),
    400,
    "invalid_request",
  ],
  ["no token", () => upgradeWith("x"), 401, "unauthenticated"],
  ["no subprotocol", () => upgrade({ headers: { Origin: ORIGIN } }), 401, "unauthenticated"],
  ["an unknown token of the right shape", () => upgradeWith(`sok_${"x".repeat(43)}`), 401, "unauthenticated"],
  [
    "a token in the URL",
    (token) =>
      upgrade({ query: `?token=${token}`, headers: { Origin: ORIGIN, "Sec-WebSocket-Protocol": "octavo.v1" } }),
    401,
    "unauthenticated",
  ],
  [
    "an invalid bearer beside a valid token",
    (token) => upgradeWith(token, { Authorization: "Bearer nothing" }),
    401,
    "unauthenticated",
  ],
])("rejects %s, and leaves the token valid", async (_, ask, status, code) => {
  const w = await world();
  const token = await socketToken(w, "vera");
  expect(await codeOf(await ask(token))).toEqual([status, code]);
  const answer = await upgradeWith(token);
  listenTo(answer, w.ids.vera);
  expect(answer.status).toBe(101);
});

test("rejects a session cookie or session token", async () => {
  const w = await world();
  const session = w.session("vera");
  const cookie = { Origin: ORIGIN, "Sec-WebSocket-Protocol": "octavo.v1", Cookie: `session=${session}` };
  expect(await codeOf(await upgrade({ headers: cookie }))).toEqual([401, "unauthenticated"]);
  expect(await codeOf(await asTool(session))).toEqual([401, "unauthenticated"]);
});

const ENDED: readonly [string, (w: World, token: string) => Promise<unknown>][] = [
  [
    "it is over a minute old",
    (_, token) => d1`update socket_tokens set expires_at = 1 where token_hash = ${hashToken("socket", token)}`.run(),
  ],
  ["its session is signed out", (w) => w.as("vera").post("/api/auth/logout")],
  ["its user signs out everywhere", (w) => w.as("vera").post("/api/auth/logout-all")],
  ["its user is suspended", (w) => w.as("rupert").post(`/api/admin/users/${w.ids.vera}/suspend`, {})],
];

test.each(ENDED)("rejects a socket token once %s", async (_, endIt) => {
  const w = await world();
  const page = await makePage(w);
  const [hub, room] = [await socketToken(w, "vera"), await socketToken(w, "vera", page)];
  for (const token of [hub, room]) await endIt(w, token);
  for (const token of [hub, room]) expect(await codeOf(await upgradeWith(token))).toEqual([401, "unauthenticated"]);
  expect(await openedBy(page)).toEqual([]);
});

test.each<[string, (w: World, page: string) => Promise<unknown>]>([
  [
    "hidden from its reader",
    (w, page) => w.as("olivia").post(`/api/pages/${page}/permissions`, { userId: w.ids.vera }),
  ],
  ["trashed", (w, page) => w.as("olivia").delete(`/api/pages/${page}`)],
  ["in a drive that was trashed", (w) => w.as("olivia").delete(`/api/drives/${w.drive}`)],
  [
    "in a drive that its reader was removed from",
    (w) => w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.vera}`),
  ],
])("returns 404 for a page that was %s after the token was issued, and writes no record", async (_, takeAway) => {
  const w = await world();
  const page = await makePage(w);
  const token = await socketToken(w, "vera", page);
  expect((await takeAway(w, page)) as { status: number }).toMatchObject({
    status: expect.toSatisfy((n: number) => n < 300),
  });
  expect(await codeOf(await upgradeWith(token))).toEqual([404, "not_found"]);
  expect(await openedBy(page)).toEqual([]);
});

test("connects a tool with its own token, limited to its drives", async () => {
  const w = await world();
  const page = await makePage(w);
  const far = await makePage(w, w.otherDrive);
  const { raw } = await w.token("vera");
  const hub = await asTool(raw);
  expect([hub.status, hub.headers.get("Sec-WebSocket-Protocol")]).toEqual([101, null]);
  listenTo(hub, w.ids.vera);
  const ask = async (token: string, pageId: string) => (await codeOf(await asTool(token, `?pageId=${pageId}`)))[0];
  const scoped = await w.token("olivia", { drives: [w.otherDrive] });
  expect([await ask(raw, far), await ask(raw, "none"), await ask(scoped.raw, page)]).toEqual([404, 404, 404]);
  expect([await ask(raw, "no id!"), await ask(`mcp_${"x".repeat(43)}`, page)]).toEqual([400, 401]);
  expect(await codeOf(await asTool(raw, "", { Origin: "https://evil.example" }))).toEqual([403, "cross_site"]);
});

test("opens a page in two D1 round trips, and records the viewer", async () => {
  const w = await world();
  const page = await makePage(w);
  const token = await socketToken(w, "vera", page);
  // The jobs that follow the creation of the page query D1 as well.
  await finishJobs();
  let begun = 0;
  const count = (message: unknown): void => {
    if ((message as RoundTripEvent).phase === "start") begun += 1; // the type of this channel's messages
  };
  trips.subscribe(count);
  const answer = await callWith(
    { PAGE_ROOM: { getByName: () => ({ fetch: () => Promise.resolve(new Response(null, { status: 503 })) }) } },
    requestTo("/api/realtime", {
      headers: { Upgrade: "websocket", Origin: ORIGIN, "Sec-WebSocket-Protocol": `octavo.v1, ${token}` },
    }),
  ).finally(() => trips.unsubscribe(count));
  // A full room rejects the connection.
  expect(await codeOf(answer)).toEqual([503, "unavailable"]);
  expect(await openedBy(page)).toEqual([w.ids.vera]);
  // Storing the session's last use happens after the response.
  expect(begun).toBeLessThanOrEqual(3);
});
