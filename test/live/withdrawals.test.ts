/**
 * A request that withdraws the right to a page, or ends a credential, closes the affected connections before it responds:
 * they receive no later edits, and edits from them are not accepted. The other connections stay open.
 */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { stream } from "../mcp/clients.ts";
import { connect as allowApp, post, refresh, type Connected } from "../oauth/app.ts";
import { world, type World, makeSession, bearer } from "../support/world.ts";
import { connect, connectTool, type Peer } from "./peer.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Dora has the page open in a browser and with a token, and her app listens to it; Edna has it open in a browser. */
type Scene = {
  readonly w: World;
  readonly folder: string;
  readonly page: string;
  readonly tokenId: string;
  readonly app: Connected;
};
type Connection = "dora" | "tool" | "app" | "edna";
type Act = (scene: Scene) => Promise<{ status: number }>;

const DORAS: readonly Connection[] = ["dora", "tool", "app"];
const ALL: readonly Connection[] = [...DORAS, "edna"];
const SEEN = ["dora", "tool", "edna"] as const;

const grantNothing = (w: World, pageId: string) =>
  w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.dora, canView: false, canEdit: false });

const removeDora = ({ w }: Scene, by: "olivia" | "dora") =>
  w.as(by).delete(`/api/drives/${w.drive}/members/${w.ids.dora}`);

/** Id of the app's grant in Dora's list of tokens. */
async function idOfApp({ w, tokenId }: Scene): Promise<string> {
  const { body } = await w.as("dora").get("/api/auth/mcp-tokens");
  const tokens = body as { id: string }[];
  return tokens.find(({ id }) => id !== tokenId)?.id ?? "";
}

const WITHDRAWALS: readonly [string, number, readonly Connection[], Act][] = [
  ["the page is hidden from her", 4403, DORAS, ({ w, page }) => grantNothing(w, page)],
  ["an ancestor of the page is hidden from her", 4403, DORAS, ({ w, folder }) => grantNothing(w, folder)],
  ["she is removed from the drive", 4403, DORAS, (scene) => removeDora(scene, "olivia")],
  ["she leaves the drive", 4403, DORAS, (scene) => removeDora(scene, "dora")],
  ["the page is trashed", 4404, ALL, ({ w, page }) => w.as("olivia").delete(`/api/pages/${page}`)],
  ["an ancestor of the page is trashed", 4404, ALL, ({ w, folder }) => w.as("olivia").delete(`/api/pages/${folder}`)],
  ["the drive is trashed", 4404, ALL, ({ w }) => w.as("olivia").delete(`/api/drives/${w.drive}`)],
  [
    "the drive is purged with its owner's account",
    4403,
    ALL,
    async ({ w }) => {
      const { body } = await w.as("olivia").get("/api/account/deletion");
      const drives = (body as { drives: { id: string }[] }).drives;
      const choices = drives.map(({ id }) => ({ driveId: id, action: "delete" }));
      return w.as("rupert").delete(`/api/admin/users/${w.ids.olivia}`, { drives: choices });
    },
  ],
  ["she is suspended", 4401, DORAS, ({ w }) => w.as("rupert").post(`/api/admin/users/${w.ids.dora}/suspend`, {})],
  ["her account is deleted", 4401, DORAS, ({ w }) => w.as("rupert").delete(`/api/admin/users/${w.ids.dora}`, {})],
  ["she resets her credentials", 4401, DORAS, ({ w }) => w.as("dora").post("/api/account/reset-credentials")],
  ["she signs out", 4401, ["dora"], ({ w }) => w.as("dora").post("/api/auth/logout", {})],
  ["she signs out everywhere", 4401, ["dora"], ({ w }) => w.as("dora").post("/api/auth/logout-all")],
  [
    "her session is ended from another",
    4401,
    ["dora"],
    async ({ w }) => bearer((await makeSession(w.ids.dora)).token).delete(`/api/account/sessions/s-${w.ids.dora}`),
  ],
  ["her token is revoked", 4401, ["tool"], ({ w, tokenId }) => w.as("dora").delete(`/api/auth/mcp-tokens/${tokenId}`)],
  [
    "she revokes the app's access",
    4401,
    ["app"],
    async (scene) => scene.w.as("dora").delete(`/api/auth/mcp-tokens/${await idOfApp(scene)}`),
  ],
  [
    "the app revokes its token",
    4401,
    ["app"],
    ({ app }) => post("/oauth/revoke", { token: app.access, client_id: app.clientId }),
  ],
  [
    "the app's refresh token is reused",
    4401,
    ["app"],
    async ({ app }) => {
      await d1`update oauth_refresh_tokens set replaced_at = 1`.run();
      const { status } = await refresh(app.clientId, app.refresh);
      return { status: status === 400 ? 200 : status };
    },
  ],
];

async function makePage(w: World, parentId: string | null, content: string): Promise<string> {
  const page = { driveId: w.drive, parentId, title: "t", type: "DOCUMENT", content };
  const made = await w.as("olivia").post("/api/pages", page);
  expect(made.status).toBe(201);
  return made.body.id;
}

const openSockets = (pageId: string): Promise<number> =>
  runInDurableObject(
    env.PAGE_ROOM.getByName(pageId),
    (_, state) => state.getWebSockets().filter((ws) => ws.readyState === WebSocket.OPEN).length,
  );

/** All text updates that a connection received, in Latin-1. */
const textHeardBy = ({ heard }: Peer): string =>
  heard.map((message) => ("update" in message ? Buffer.from(message.update).toString("latin1") : "")).join(" ");

test.each(WITHDRAWALS)("when %s, closes the connections with %d", async (_, code, ended, withdraw) => {
  const w = await world();
  const folder = await makePage(w, null, "");
  const page = await makePage(w, folder, "text");
  const { raw, id: tokenId } = await w.token("dora");
  const app = await allowApp(w, "dora");
  const peers = {
    dora: await connect(w, "dora", page),
    tool: await connectTool(raw, page),
    edna: await connect(w, "edna", page),
  };
  const listening = stream(app.access, "subscriptions/listen", {
    notifications: { resourceSubscriptions: [`page://${page}`] },
  });
  await listening.next();
  peers.dora.type(4, " of hers");
  for (const peer of Object.values(peers)) await peer.shows("text of hers");
  expect((await withdraw({ w, folder, page, tokenId, app })).status).toBeLessThan(300);
  // The app's socket is opened by the Worker itself, so only this count includes it.
  expect(await openSockets(page)).toBe(ALL.length - ended.length);
  await listening.return();
  const closed = SEEN.filter((name) => ended.includes(name));
  for (const name of closed) peers[name].type(0, "too late ");
  const others = SEEN.filter((name) => !ended.includes(name));
  if (others.includes("edna")) {
    peers.edna.type(0, "secret ");
    await peers.edna.saved();
  }
  for (const name of others) await peers[name].shows("secret text of hers");
  for (const name of closed) {
    await peers[name].isClosedWith(code);
    expect(textHeardBy(peers[name])).not.toContain("secret");
  }
});

/** Changes that withdraw Dora's right to edit the page, but not to view it. */
const NARROWINGS: readonly [string, (scene: Pick<Scene, "w" | "folder" | "page">) => Promise<{ status: number }>][] = [
  [
    "a grant on the page",
    ({ w, page }) => w.as("olivia").post(`/api/pages/${page}/permissions`, { userId: w.ids.dora, canView: true }),
  ],
  [
    "a grant on an ancestor",
    ({ w, folder }) => w.as("olivia").post(`/api/pages/${folder}/permissions`, { userId: w.ids.dora, canView: true }),
  ],
  [
    "a change of her membership",
    ({ w }) => w.as("olivia").patch(`/api/drives/${w.drive}/members/${w.ids.dora}`, { canEdit: false }),
  ],
  [
    "a move of the page to where she can only view",
    async ({ w, page }) => {
      const place = await makePage(w, null, "");
      await w.as("olivia").post(`/api/pages/${place}/permissions`, { userId: w.ids.dora, canView: true });
      return w.as("olivia").post("/api/pages/reorder", { pageId: page, parentId: place, position: 1 });
    },
  ],
];

test.each(NARROWINGS)("rejects edits by her and her tool after %s limits her to viewing", async (_, narrow) => {
  const w = await world();
  const folder = await makePage(w, null, "");
  const page = await makePage(w, folder, "text");
  const dora = await connect(w, "dora", page);
  const tool = await connectTool((await w.token("dora")).raw, page);
  expect((await narrow({ w, folder, page })).status).toBeLessThan(300);
  for (const peer of [dora, tool]) {
    peer.type(0, "too late ");
    await vi.waitFor(() => expect(peer.heard.some(({ kind }) => kind === "refused")).toBe(true), 10_000);
    expect([peer.state.canEdit, peer.state.closed]).toEqual([false, null]);
  }
  expect((await w.as("olivia").get(`/api/pages/${page}`)).body.content).toBe("text");
  dora.leave();
  tool.leave();
});
