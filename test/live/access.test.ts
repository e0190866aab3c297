/** A request that ends or changes access has the affected connections checked again before it responds. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { calls, type CallEvent } from "../../src/platform/durable-objects.ts";
import { call, callWith, requestTo } from "../flows/sign-in.ts";
import { makePage, freshId, world, type Person, type World, makeSession } from "../support/world.ts";
import { connect, connectTool } from "./peer.ts";
import { listenTo, openHub, openSockets, upgrade } from "./sockets.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

const send = (w: World, person: Person, method: string, path: string, body?: unknown): Promise<Response> =>
  call(path, {
    method,
    headers: {
      Authorization: `Bearer ${w.session(person)}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** What ends Vera's session, and how many of her sockets (of two sessions and a token) stay open. */
const ENDINGS: readonly [string, (w: World, second: { id: string }, token: string) => Promise<Response>, number][] = [
  ["she signs out", (w) => send(w, "vera", "POST", "/api/auth/logout", {}), 2],
  ["she signs out everywhere", (w) => send(w, "vera", "POST", "/api/auth/logout-all"), 1],
  ["she ends another session", (w, second) => send(w, "vera", "DELETE", `/api/account/sessions/${second.id}`), 2],
  ["she revokes a tool token", (w, _, token) => send(w, "vera", "DELETE", `/api/auth/mcp-tokens/${token}`), 2],
  ["she resets her credentials", (w) => send(w, "vera", "POST", "/api/account/reset-credentials"), 0],
  ["an administrator suspends her", (w) => send(w, "rupert", "POST", `/api/admin/users/${w.ids.vera}/suspend`, {}), 0],
];

test.each(ENDINGS)("when %s, closes the affected sockets before the response", async (_, end, left) => {
  const w = await world();
  const second = await makeSession(w.ids.vera);
  const token = await w.token("vera");
  const one = await openHub(w, "vera");
  const answer = await call("/api/auth/socket-token", { headers: { Authorization: `Bearer ${second.token}` } });
  const { token: raw } = await answer.json<{ token: string }>();
  const headers = { Origin: "http://localhost:8787", "Sec-WebSocket-Protocol": `octavo.v1, ${raw}` };
  const two = listenTo(await upgrade({ headers }), w.ids.vera);
  const three = listenTo(await upgrade({ headers: { Authorization: `Bearer ${token.raw}` } }), w.ids.vera);
  for (const each of [two, three]) await expect.poll(() => each.messages.length).toBe(1);
  expect(await openSockets(w.ids.vera)).toBe(3);
  const ended = await end(w, second, token.id);
  expect([ended.status, await openSockets(w.ids.vera)]).toEqual([200, left]);
  await expect
    .poll(() => [one, two, three].map(({ closedWith }) => closedWith).filter((code) => code !== null))
    .toEqual(Array.from({ length: 3 - left }, () => 4401));
});

type Scene = {
  readonly w: World;
  readonly page: string;
  readonly below: string;
  readonly beside: string;
  readonly trashed: string;
};

/** Vera has `below` and `beside` open, Dora only `below`, and Oscar a page of the other drive. */
async function openedScene(): Promise<Scene> {
  const w = await world();
  const [page, below, beside, trashed, far] = ["page", "page", "page", "page", "page"].map(freshId) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const insert = (id: string, driveId: string, parentId: string | null, trashedAt: number | null) =>
    d1`insert into pages (id, drive_id, parent_id, title, type, position, trashed_at, created_by, created_at, updated_at)
        values (${id}, ${driveId}, ${parentId}, 'T', 'DOCUMENT', 1, ${trashedAt}, ${w.ids.olivia}, 1, 1)`;
  const opened = (pageId: string, person: Person) =>
    d1`insert into open_pages (page_id, user_id, opened_at) values (${pageId}, ${w.ids[person]}, 1)`;
  await env.DB.batch([
    insert(page, w.drive, null, null),
    insert(below, w.drive, page, null),
    insert(beside, w.drive, null, null),
    insert(trashed, w.drive, null, 1),
    insert(far, w.otherDrive, null, null),
    opened(below, "vera"),
    opened(below, "dora"),
    opened(beside, "vera"),
    opened(far, "oscar"),
  ]);
  return { w, page, below, beside, trashed };
}

/** The acts, and how many rooms are called before the response. */
const ACTS: readonly [string, (scene: Scene) => Promise<Response>, number][] = [
  ["a page with an open descendant is trashed", ({ w, page }) => send(w, "olivia", "DELETE", `/api/pages/${page}`), 1],
  [
    "a page without open descendants is trashed",
    ({ w, beside }) => send(w, "olivia", "DELETE", `/api/pages/${beside}`),
    1,
  ],
  [
    "a page is moved",
    ({ w, page, beside }) =>
      send(w, "olivia", "POST", "/api/pages/reorder", { pageId: page, parentId: beside, position: 1 }),
    1,
  ],
  [
    "several pages are trashed",
    ({ w, page, beside }) => send(w, "olivia", "POST", "/api/pages/bulk/delete", { pageIds: [page, beside] }),
    2,
  ],
  [
    "a page that nobody has open is restored",
    ({ w, trashed }) => send(w, "olivia", "POST", `/api/pages/${trashed}/restore`),
    0,
  ],
  ["a drive is trashed", ({ w }) => send(w, "olivia", "DELETE", `/api/drives/${w.drive}`), 2],
  [
    "a grant is given",
    ({ w, page }) => send(w, "olivia", "POST", `/api/pages/${page}/permissions`, { userId: w.ids.dora, canView: true }),
    1,
  ],
  ["a member is removed", ({ w }) => send(w, "olivia", "DELETE", `/api/drives/${w.drive}/members/${w.ids.vera}`), 2],
  [
    "a member's rights are changed",
    ({ w }) => send(w, "olivia", "PATCH", `/api/drives/${w.drive}/members/${w.ids.dora}`, { canEdit: false }),
    1,
  ],
  ["a member leaves", ({ w }) => send(w, "dora", "DELETE", `/api/drives/${w.drive}/members/${w.ids.dora}`), 1],
  ["a user signs out everywhere", ({ w }) => send(w, "vera", "POST", "/api/auth/logout-all"), 2],
  ["a user without open pages signs out everywhere", ({ w }) => send(w, "edna", "POST", "/api/auth/logout-all"), 0],
  ["an account is deleted", ({ w }) => send(w, "vera", "DELETE", "/api/account", {}), 2],
  ["a page is renamed", ({ w, below }) => send(w, "olivia", "PATCH", `/api/pages/${below}`, { title: "X" }), 0],
  [
    "a page is created",
    ({ w, page }) =>
      send(w, "olivia", "POST", "/api/pages", { driveId: w.drive, parentId: page, title: "X", type: "DOCUMENT" }),
    0,
  ],
  ["a drive is renamed", ({ w }) => send(w, "olivia", "PATCH", `/api/drives/${w.drive}`, { name: "X" }), 0],
];

test.each(ACTS)("rechecks the affected page rooms when %s", async (_, perform, rooms) => {
  const scene = await openedScene();
  const called: string[] = [];
  const note = (message: unknown): void => {
    const { phase, object, method } = message as CallEvent; // the type of this channel's messages
    if (phase === "end" && method === "recheck") called.push(object);
  };
  calls.subscribe(note);
  try {
    const answer = await perform(scene);
    expect([answer.status < 300, await answer.text()]).toEqual([true, expect.any(String)]);
    expect(called).toEqual(Array.from({ length: rooms }, () => "PageRoom"));
  } finally {
    calls.unsubscribe(note);
  }
});

const socketsOf = (pageId: string): Promise<number> =>
  runInDurableObject(
    env.PAGE_ROOM.getByName(pageId),
    (_, state) => state.getWebSockets().filter((ws) => ws.readyState === 1).length,
  );

/** What ends Vera's connection to a page, and the close code that her client receives. */
const CLOSINGS: readonly [string, (w: World, page: string) => Promise<Response>, number][] = [
  [
    "the page is hidden from her",
    (w, page) => send(w, "olivia", "POST", `/api/pages/${page}/permissions`, { userId: w.ids.vera }),
    4403,
  ],
  [
    "she is removed from the drive",
    (w) => send(w, "olivia", "DELETE", `/api/drives/${w.drive}/members/${w.ids.vera}`),
    4403,
  ],
  ["she leaves the drive", (w) => send(w, "vera", "DELETE", `/api/drives/${w.drive}/members/${w.ids.vera}`), 4403],
  ["the page is trashed", (w, page) => send(w, "olivia", "DELETE", `/api/pages/${page}`), 4404],
  ["the drive is trashed", (w) => send(w, "olivia", "DELETE", `/api/drives/${w.drive}`), 4404],
  ["she signs out", (w) => send(w, "vera", "POST", "/api/auth/logout", {}), 4401],
  ["she signs out everywhere", (w) => send(w, "vera", "POST", "/api/auth/logout-all"), 4401],
  [
    "an administrator suspends her",
    (w) => send(w, "rupert", "POST", `/api/admin/users/${w.ids.vera}/suspend`, {}),
    4401,
  ],
  ["her account is deleted", (w) => send(w, "vera", "DELETE", "/api/account", {}), 4401],
];

test.each(CLOSINGS)("when %s, closes her connection to the page before the response", async (_, end, code) => {
  const w = await world();
  const page = await makePage(w, { title: "T", content: "x" });
  const [vera, olivia] = [await connect(w, "vera", page), await connect(w, "olivia", page)];
  expect(await socketsOf(page)).toBe(2);
  const answer = await end(w, page);
  expect([answer.status < 300, await socketsOf(page)]).toEqual([true, code === 4404 ? 0 : 1]);
  await vera.isClosedWith(code);
  olivia.leave();
});

test("applies changed rights to an open page with the request that changes them", async () => {
  const w = await world();
  const pageId = await makePage(w, { title: "T", content: "x" });
  const edna = await connect(w, "edna", pageId);
  const tool = await connectTool((await w.token("edna")).raw, pageId);
  const member = `/api/drives/${w.drive}/members/${w.ids.edna}`;
  for (const canEdit of [false, true]) {
    expect((await send(w, "olivia", "PATCH", member, { canEdit })).status).toBe(200);
    await expect.poll(() => [edna.state.canEdit, tool.state.canEdit]).toEqual([canEdit, canEdit]);
  }
  edna.leave();
  tool.leave();
});

test("applies the rights of the new place to a moved page that users have open", async () => {
  const w = await world();
  const make = (title: string): Promise<string> => makePage(w, { title });
  const [page, hidden] = [await make("page"), await make("hidden")];
  await w.as("olivia").post(`/api/pages/${hidden}/permissions`, { userId: w.ids.vera });
  const vera = await connect(w, "vera", page);
  const move = { pageId: page, parentId: hidden, position: 1 };
  expect((await send(w, "olivia", "POST", "/api/pages/reorder", move)).status).toBe(200);
  expect(await socketsOf(page)).toBe(0);
  await vera.isClosedWith(4403);
});

test("completes a request when a page room does not respond", async () => {
  const { w, below } = await openedScene();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = {
    PAGE_ROOM: { getByName: () => ({ recheck: () => Promise.reject(new Error("Durable Object reset")) }) },
  };
  const headers = { Authorization: `Bearer ${w.session("olivia")}` };
  const answer = await callWith(broken, requestTo(`/api/pages/${below}`, { method: "DELETE", headers }));
  expect(answer.status).toBe(200);
  expect(logged.mock.calls.map(([line]) => String(line)).some((line) => line.includes("access.recheck_failed"))).toBe(
    true,
  );
  logged.mockRestore();
});
