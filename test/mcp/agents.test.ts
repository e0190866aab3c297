/** Agents' actions are shown with the agent's name and the person they acted for. */
import { expect, test } from "vitest";
import { makePage, world } from "../support/world.ts";
import { openAs, openAsTool } from "../live/live-pages.ts";
import { entriesOf, type Entry } from "../security/audit.ts";
import { legacy, modern, post } from "./clients.ts";
import { d1 } from "../support/d1.ts";

const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

const introduce = (token: string, clientInfo: object) =>
  post(token, {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { version: "1", ...clientInfo } },
  });

const clientNameOf = (tokenId: string) =>
  d1`select client_name from mcp_tokens where id = ${tokenId}`.first("client_name");

test.each(["2026-07-28", "2025-06-18"])(
  "names a client of revision %s in history and notifications",
  async (revision) => {
    const w = await world();
    const { raw, id: tokenId } = await w.token("edna");
    const clientInfo = { name: "claude-ai", title: "Claude", version: "1" };
    if (revision === "2025-06-18") await introduce(raw, clientInfo);
    else await modern(raw, "tools/list", {}, { [CLIENT_INFO]: clientInfo });
    await expect.poll(() => clientNameOf(tokenId)).toBe("Claude");
    const call = revision === "2025-06-18" ? legacy : modern;
    const page = await makePage(w, { title: "Launch" });
    const edits = [{ op: "append", content: `Ask @[vera](user:${w.ids.vera})` }];
    const meta = revision === "2025-06-18" ? [] : [{ [CLIENT_INFO]: clientInfo }];
    await call(raw, "tools/call", { name: "edit_page", arguments: { page, baseRevision: 1, edits } }, ...meta);
    const { versions } = (await w.as("olivia").get(`/api/pages/${page}/versions`)).body;
    expect(versions[0]).toMatchObject({ author: { name: "edna" }, token: { id: tokenId, name: "Claude (test)" } });
    const { notifications } = (await w.as("vera").get("/api/notifications")).body;
    expect(notifications[0]).toMatchObject({
      type: "MENTION",
      message: "Claude (test), for edna mentioned you in “Launch”.",
    });
  },
);

test("names a client once when its name equals the token's, and falls back to the token's name", async () => {
  const w = await world();
  const { raw } = await w.token("edna");
  await modern(raw, "tools/list");
  const page = await makePage(w, { title: "x" });
  await w.as("olivia").patch(`/api/pages/${page}`, { content: "one" });
  const bearer = (await w.token("edna")).client;
  await bearer.patch(`/api/pages/${page}`, { content: "two" });
  const { versions } = (await w.as("olivia").get(`/api/pages/${page}/versions`)).body;
  expect(versions[0].token.name).toBe("test");
});

test.each([
  ["\u202e\u0000\n  ", null],
  ["  Claude\n\u0007Code  ", "Claude Code"],
  ["x".repeat(200), "x".repeat(60)],
  ["\ud800", null],
])("cleans or drops the client name %j", async (name, expected) => {
  const w = await world();
  const { raw, id } = await w.token("edna");
  const { status } = await introduce(raw, { name });
  expect(status).toBe(200);
  await expect.poll(() => clientNameOf(id)).toBe(expected);
});

test("shows an agent that has a page open under the same name to other users", async () => {
  const w = await world();
  const { raw, id } = await w.token("edna");
  await introduce(raw, { name: "Claude" });
  await expect.poll(() => clientNameOf(id)).toBe("Claude");
  const page = await makePage(w, { title: "x" });
  const [olivia, agent] = [openAs(w, "olivia", page), openAsTool(raw, page)];
  const seen = () => olivia.page.people.map(({ name, tool }) => [name, tool]);
  await expect.poll(seen).toContainEqual(["edna", "Claude (test)"]);
  for (const each of [olivia, agent]) await each.page.close();
});

test("signs an agent's messages with its name and its user", async () => {
  const w = await world();
  const { raw } = await w.token("edna");
  await introduce(raw, { name: "claude-ai", title: "Claude" });
  const channel = { driveId: w.drive, title: "Talk", type: "CHANNEL" };
  const page = await makePage(w, channel);
  const edna = w.as("edna");
  const own = (await edna.post(`/api/pages/${page}/messages`, { content: "By hand" })).body;
  const posted = await w
    .token("edna")
    .then(({ client }) => client.post(`/api/pages/${page}/messages`, { content: "x" }));
  await legacy(raw, "tools/call", { name: "post_message", arguments: { page, content: "By a tool" } });
  expect([own.agent, posted.body.agent]).toEqual([null, "test"]);
  const { messages } = (await w.as("olivia").get(`/api/pages/${page}/messages`)).body;
  const signed = messages.map(({ user, agent }: { user: { name: string }; agent: string | null }) => [
    user.name,
    agent,
  ]);
  expect(signed).toEqual([
    ["edna", null],
    ["edna", "test"],
    ["edna", "Claude (test)"],
  ]);
  const { result } = (await legacy(raw, "tools/call", { name: "fetch", arguments: { id: page } })).body;
  expect(result.structuredContent.messages.map(({ author }: { author: string }) => author)).toEqual([
    "edna",
    "test, for edna",
    "Claude (test), for edna",
  ]);
});

test("records the agent, its token and its user in the audit log", async () => {
  const w = await world();
  const { raw, id } = await w.token("edna", { readOnly: true });
  await introduce(raw, { name: "claude-ai", title: "Claude" });
  await expect.poll(() => clientNameOf(id)).toBe("Claude");
  const args = { driveId: w.drive, pages: [{ title: "No" }] };
  await legacy(raw, "tools/call", { name: "create_pages", arguments: args });
  const isOwn = ({ userId }: Entry) => userId === w.ids.edna;
  await expect.poll(async () => (await entriesOf("perm.denied", isOwn)).length).toBe(1);
  const [told] = await entriesOf("perm.denied", isOwn);
  expect(told?.entry).toMatchObject({ actor: { t: "mcp", id }, d: { agent: "Claude (test)" } });
});
