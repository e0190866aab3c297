/** Messages in channels and AI chats: permissions, authorship, and read positions. */
import { expect, test } from "vitest";
import { upload } from "../files/client.ts";
import { entriesOf } from "../security/audit.ts";
import { READING_TOOLS } from "../../src/features/mcp/contract.ts";
import { makePage, world, type Client, type Person, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const channel = (w: World, type = "CHANNEL"): Promise<string> => makePage(w, { title: "General", type });

const say = (client: Client, pageId: string, content: string, parentMessageId?: string) =>
  client.post(`/api/pages/${pageId}/messages`, { content, parentMessageId });

const read = async (client: Client, pageId: string, query = "") =>
  (await client.get(`/api/pages/${pageId}/messages${query}`)).body;

/** Without the answers of agents. */
const texts = (messages: { role: string; content: string }[]): string[] =>
  messages.flatMap(({ role, content }) => (role === "user" ? [content] : []));

test("lists messages oldest first for channels and chats, and returns them with the page", async () => {
  const w = await world();
  for (const type of ["CHANNEL", "AI_CHAT"]) {
    const id = await channel(w, type);
    for (const content of ["one", "two"]) expect((await say(w.as("edna"), id, content)).status).toBe(201);
    const { messages } = await read(w.as("vera"), id);
    expect(texts(messages)).toEqual(["one", "two"]);
    expect(messages[0]).toMatchObject({ role: "user", user: { id: w.ids.edna, name: "edna" }, editedAt: null });
    expect(texts((await w.as("vera").get(`/api/pages/${id}`)).body.messages)).toEqual(["one", "two"]);
  }
});

test("pages through 120 messages in order, each once", async () => {
  const w = await world();
  const id = await channel(w);
  const said = Array.from({ length: 120 }, (_, i) => `message ${i}`);
  for (const content of said) await say(w.as("edna"), id, content);
  const first = await w.as("vera").get(`/api/pages/${id}`);
  const seen: string[] = texts(first.body.messages);
  expect(seen).toHaveLength(50);
  for (let cursor = first.body.nextMessageCursor; cursor !== null;) {
    const page = await read(w.as("vera"), id, `?cursor=${cursor}&limit=30`);
    seen.unshift(...texts(page.messages));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(said);
});

test("accepts messages only from users who can edit, and only on pages with messages", async () => {
  const w = await world();
  const id = await channel(w);
  expect((await say(w.as("vera"), id, "hello")).status).toBe(403);
  expect((await say(w.as("oscar"), id, "hello")).status).toBe(404);
  const document = await makePage(w, { title: "T" });
  expect((await say(w.as("edna"), document, "hello")).status).toBe(400);
  expect((await w.as("edna").get(`/api/pages/${document}/messages`)).status).toBe(400);
  await w.as("olivia").delete(`/api/pages/${id}`);
  expect((await say(w.as("edna"), id, "hello")).status).toBe(409);
});

test.each([[""], ["   \n"], ["x".repeat(20_001)], [null], [7]])("rejects the content %j", async (content) => {
  const w = await world();
  const id = await channel(w);
  expect((await w.as("edna").post(`/api/pages/${id}/messages`, { content })).status).toBe(400);
});

test("lets authors edit and delete their own messages, and users who can delete the page delete any", async () => {
  const w = await world();
  const id = await channel(w);
  const { body: mine } = await say(w.as("edna"), id, "helo");
  const at = `/api/pages/${id}/messages/${mine.id}`;
  const edited = await w.as("edna").patch(at, { content: "hello" });
  expect([edited.status, edited.body.content, edited.body.editedAt === null]).toEqual([200, "hello", false]);
  for (const person of ["olivia", "dora"] as const) {
    expect((await w.as(person).patch(at, { content: "mine now" })).status).toBe(403);
  }
  expect((await w.as("vera").delete(at)).status).toBe(403);
  expect((await w.as("dora").delete(at)).status).toBe(200);
  expect((await w.as("edna").patch(at, { content: "again" })).status).toBe(404);
  expect((await read(w.as("edna"), id)).messages).toEqual([]);
});

test("edits, deletes and replies to a message only under its own page", async () => {
  const w = await world();
  const [mine, other] = [await channel(w), await channel(w)];
  const { body } = await say(w.as("edna"), mine, "hello");
  expect((await w.as("edna").patch(`/api/pages/${other}/messages/${body.id}`, { content: "x" })).status).toBe(404);
  expect((await w.as("edna").delete(`/api/pages/${other}/messages/${body.id}`)).status).toBe(404);
  expect((await say(w.as("edna"), other, "reply", body.id)).status).toBe(404);
});

test("keeps replies in one level, and keeps the place of a deleted first message without its content", async () => {
  const w = await world();
  const id = await channel(w);
  const { body: first } = await say(w.as("edna"), id, "secret plan");
  const { body: reply } = await say(w.as("dora"), id, "nice", first.id);
  await say(w.as("dora"), id, "elsewhere");
  expect((await say(w.as("dora"), id, "deeper", reply.id)).status).toBe(400);
  expect(texts((await read(w.as("vera"), id, `?parentMessageId=${first.id}`)).messages)).toEqual(["nice"]);
  await w.as("edna").delete(`/api/pages/${id}/messages/${first.id}`);
  const { messages } = await read(w.as("vera"), id);
  expect(texts(messages)).toEqual(["", "nice", "elsewhere"]);
  expect(messages[0].deletedAt).not.toBeNull();
  expect((await say(w.as("dora"), id, "late", first.id)).status).toBe(404);
  const kept = await d1`select group_concat(content) as t from messages`.first("t");
  expect(String(kept)).not.toContain("secret plan");
});

const react = (client: Client, pageId: string, messageId: string, emoji: string, isOn = true) => {
  const path = `/api/pages/${pageId}/messages/${messageId}/reactions/${encodeURIComponent(emoji)}`;
  return isOn ? client.put(path) : client.delete(path);
};

test("stores each reaction once per user, and lets users remove only their own", async () => {
  const w = await world();
  const id = await channel(w);
  const { body: message } = await say(w.as("edna"), id, "done");
  expect(message.reactions).toEqual([]);
  await react(w.as("dora"), id, message.id, "🎉");
  await react(w.as("edna"), id, message.id, "👍🏽");
  await react(w.as("edna"), id, message.id, "🎉");
  const again = await react(w.as("edna"), id, message.id, "🎉");
  const [dora, edna] = (["dora", "edna"] as const).map((name) => ({ id: w.ids[name], name }));
  const both = [
    { emoji: "🎉", users: [dora, edna] },
    { emoji: "👍🏽", users: [edna] },
  ];
  expect([again.status, again.body.reactions]).toEqual([200, both]);
  expect((await read(w.as("vera"), id)).messages[0].reactions).toEqual(both);
  expect((await react(w.as("edna"), id, message.id, "🎉", false)).body.reactions).toEqual([
    { emoji: "🎉", users: [dora] },
    { emoji: "👍🏽", users: [edna] },
  ]);
  // A user with read access only cannot react.
  expect((await react(w.as("vera"), id, message.id, "🎉")).status).toBe(403);
  expect((await react(w.as("edna"), id, "unknown", "🎉")).status).toBe(404);
});

test.each(["x", "1", "🎉🎉", "", " 🎉", "🎉x"])("rejects %j as a reaction", async (emoji) => {
  const w = await world();
  const id = await channel(w);
  const { body: message } = await say(w.as("edna"), id, "done");
  // Same answer as for any impossible address.
  expect((await react(w.as("edna"), id, message.id, emoji)).status).toBe(404);
});

test("deletes reactions with their message, also when its placeholder stays, and with a deleted user", async () => {
  const w = await world();
  const id = await channel(w);
  const { body: message } = await say(w.as("edna"), id, "done");
  await say(w.as("dora"), id, "good", message.id);
  await react(w.as("dora"), id, message.id, "🎉");
  await d1`update users set deleted_at = 1 where id = ${w.ids.dora}`.run();
  expect((await read(w.as("vera"), id)).messages[0].reactions).toEqual([]);
  await w.as("edna").delete(`/api/pages/${id}/messages/${message.id}`);
  const left = await d1`select count(*) as n from message_reactions where message_id = ${message.id}`.first("n");
  expect(left).toBe(0);
});

test("counts unread messages of other users, and never moves the read position back", async () => {
  const w = await world();
  const id = await channel(w);
  const ids: string[] = [];
  for (const person of ["edna", "dora", "edna"] as const) ids.push((await say(w.as(person), id, "hi")).body.id);
  const unread = async (person: Person): Promise<number> => (await read(w.as(person), id)).unreadCount;
  const mark = (messageId: string | undefined) => w.as("vera").post(`/api/pages/${id}/messages/read`, { messageId });
  expect([await unread("vera"), await unread("dora"), await unread("edna")]).toEqual([3, 1, 0]);
  expect((await mark(ids[1])).status).toBe(200);
  expect(await unread("vera")).toBe(1);
  await mark(ids[0]);
  expect(await unread("vera")).toBe(1);
  await mark(ids[2]);
  expect(await unread("vera")).toBe(0);
  expect((await mark("unknown")).status).toBe(404);
});

test("posts a message as the tool's user, and rejects a read-only tool", async () => {
  const w = await world();
  const id = await channel(w);
  const writer = await w.token("edna");
  expect((await say(writer.client, id, "from a tool")).body.user.id).toBe(w.ids.edna);
  const reader = await w.token("edna", { readOnly: true });
  expect(texts((await read(reader.client, id)).messages)).toEqual(["from a tool"]);
  expect((await say(reader.client, id, "no")).status).toBe(403);
});

test("stores an agent's configuration, lists the MCP tools, and rejects an unknown tool", async () => {
  const w = await world();
  const id = await channel(w, "AI_CHAT");
  const at = `/api/pages/${id}/agent-config`;
  const fresh = (await w.as("vera").get(at)).body;
  expect(fresh).toMatchObject({ systemPrompt: "", enabledTools: READING_TOOLS, aiProvider: "", aiModel: "" });
  expect(fresh.availableTools).toContain("fetch");
  const set = { systemPrompt: "Be brief.", enabledTools: ["fetch", "fetch"], aiModel: "m-1" };
  expect((await w.as("edna").patch(at, set)).body).toMatchObject({ ...set, enabledTools: ["fetch"] });
  expect((await w.as("edna").patch(at, { aiProvider: "p" })).body).toMatchObject({ aiProvider: "p", aiModel: "m-1" });
  const refused = await w.as("edna").patch(at, { enabledTools: ["format_disk"] });
  expect([refused.status, refused.body.code]).toEqual([400, "unknown_tool"]);
  expect((await w.as("vera").get(at)).body).toMatchObject({ aiProvider: "p", enabledTools: ["fetch"] });
  const elsewhere = await w.as("vera").get(`/api/pages/${await channel(w)}/agent-config`);
  expect([elsewhere.status, elsewhere.body.code]).toEqual([400, "not_ai_chat"]);
});

test("lets users who can write attach a picture, and deletes it with the last message that shows it", async () => {
  const w = await world();
  const id = await channel(w);
  const [edna, vera] = [w.session("edna"), w.session("vera")];
  expect((await upload(vera, { content: "nope", fields: { pageId: id } })).status).toBe(403);
  const send = async (content: string) =>
    (await upload(edna, { content, filename: "p.txt", fields: { pageId: id } })).body["id"];
  const [first, second, loose] = [await send("one"), await send("two"), await send("three")];
  const shows = (...files: unknown[]) => files.map((file) => `![a|10x10](/api/files/${String(file)}/view)`).join("\n");
  const a = (await say(w.as("edna"), id, shows(first, second))).body.id;
  const b = (await say(w.as("edna"), id, `again ${shows(second)}`)).body.id;
  const attached = async (): Promise<string[]> =>
    (await w.as("vera").get(`/api/pages/${id}/files`)).body.files.map((file: { id: string }) => file.id);
  expect(new Set(await attached())).toEqual(new Set([first, second, loose]));
  // Attachments shown in another message stay, and so do those never shown in a message.
  expect((await w.as("edna").delete(`/api/pages/${id}/messages/${a}`)).status).toBe(200);
  expect(new Set(await attached())).toEqual(new Set([second, loose]));
  expect((await w.as("edna").patch(`/api/pages/${id}/messages/${b}`, { content: "no picture" })).status).toBe(200);
  expect(await attached()).toEqual([loose]);
  expect((await entriesOf("file.delete")).length).toBe(2);
});

test("keeps a picture that the page's text shows or that belongs to another page when a message is deleted", async () => {
  const w = await world();
  const [id, elsewhere] = [await channel(w), await channel(w)];
  const send = async (pageId: string) =>
    (await upload(w.session("edna"), { content: `for ${pageId}`, filename: "p.txt", fields: { pageId } })).body["id"];
  const [shown, foreign] = [await send(id), await send(elsewhere)];
  await w.as("olivia").patch(`/api/pages/${id}`, { content: `![](/api/files/${shown}/view)` });
  const said = (await say(w.as("edna"), id, `[a](/api/files/${shown}/view) [b](/api/files/${foreign}/download)`)).body
    .id;
  await w.as("edna").delete(`/api/pages/${id}/messages/${said}`);
  for (const [pageId, file] of [
    [id, shown],
    [elsewhere, foreign],
  ])
    expect((await w.as("vera").get(`/api/pages/${pageId}/files`)).body.files).toMatchObject([{ id: file }]);
});
