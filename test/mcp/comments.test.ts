/** Comments and suggestions by tools: reading them, opening and answering threads, and suggesting edits instead of making them. */
import { exports } from "cloudflare:workers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, expect, test } from "vitest";
import { comment, list, threadsOf } from "../comments/requests.ts";
import { makePage, ORIGIN, world, type World } from "../support/world.ts";
import { callTool } from "./clients.ts";

let w: World;
let edna: string;
let vera: string;
beforeAll(async () => {
  w = await world();
  edna = (await w.token("edna")).raw;
  vera = (await w.token("vera")).raw;
});

const TEXT = "# Plan\n\nSow in March.\n\nWater in March.\n";

const textOf = async (id: string): Promise<string> => (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

/** The protocol's own client library, which checks every answer against the tool's schema. */
async function connect(token: string): Promise<Client> {
  const client = new Client({ name: "helper", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", ORIGIN), {
    requestInit: { headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1" } },
    fetch: (url, init) => exports.default.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  return client;
}

test("reads, opens, answers, resolves and suggests with the protocol's client library", async () => {
  const page = await makePage(w, { content: TEXT });
  const client = await connect(edna);
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
    expect(isError, JSON.stringify(content)).toBeFalsy();
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers field by field
    return structuredContent as any;
  };
  const opened = await call("post_message", { page, quote: "Sow in March", content: "Too early?", baseRevision: 1 });
  await call("post_message", { page, replyTo: opened.id, content: "Asking again." });
  const { threads, revision, text } = await call("fetch", { id: page, comments: "open" });
  expect([revision, text]).toEqual([1, undefined]);
  expect(threads).toMatchObject([
    {
      id: opened.id,
      startLine: 3,
      endLine: 3,
      quote: "Sow in March",
      comments: [
        { author: "helper (test), for edna", content: "Too early?" },
        { author: "helper (test), for edna", content: "Asking again." },
      ],
    },
  ]);
  expect((await call("fetch", { id: page })).openThreads).toBe(1);
  await call("post_message", { page, replyTo: opened.id, resolved: true });
  expect((await call("fetch", { id: page, comments: "open" })).threads).toEqual([]);
  expect((await call("fetch", { id: page })).openThreads).toBeUndefined();
  expect((await call("fetch", { id: page, comments: "resolved" })).threads).toMatchObject([{ closed: "resolved" }]);
  await call("post_message", { page, replyTo: opened.id, resolved: false, content: "Still open." });
  expect((await call("fetch", { id: page, comments: "open" })).threads[0].comments).toHaveLength(3);

  const edits = [{ op: "replace", startLine: 3, content: "Sow in April." }];
  const suggested = await call("edit_page", { page, baseRevision: 1, edits, suggest: true });
  expect(suggested).toMatchObject({ changed: false, revision: 1 });
  expect(suggested.suggestions).toHaveLength(1);
  expect(await textOf(page)).toBe(TEXT);
  await client.close();
});

test("shows present lines, and the place of what is not on lines", async () => {
  const page = await makePage(w, { content: TEXT });
  const sheet = await makePage(w, { type: "SHEET", content: "a,b\nc,d" });
  await comment(w.as("olivia"), page, "Which?", { kind: "quote", quote: "Water in March" });
  await comment(w.as("olivia"), page, "All of it");
  await comment(w.as("olivia"), sheet, "These", { kind: "cells", row: 0, column: 1, endRow: 1, endColumn: 1 });
  await w.as("olivia").patch(`/api/pages/${page}`, { content: `> Draft\n\n${TEXT.replace("Water", "Wasser")}` });
  const { data } = await callTool(vera, "fetch", { id: page, comments: "all" });
  const [whole, onText] = data.threads;
  expect(onText).toMatchObject({ startLine: 7, state: "changed", quote: "Water in March", now: "Wasser in March" });
  expect([whole.startLine, whole.comments[0].author]).toEqual([undefined, "olivia"]);
  const cells = await callTool(vera, "fetch", { id: sheet, comments: "open" });
  expect(cells.data.threads).toMatchObject([{ cells: "B1:B2" }]);
});

test("continues a long list of threads at its cursor", async () => {
  const page = await makePage(w, { content: TEXT });
  const long = "word ".repeat(1_500);
  for (let i = 0; i < 14; i += 1) await comment(w.as("olivia"), page, `${i} ${long}`);
  const first = await callTool(edna, "fetch", { id: page, comments: "open" });
  const count = first.data.threads.length;
  expect([count > 0, count < 14]).toEqual([true, true]);
  const rest = await callTool(edna, "fetch", { id: page, comments: "open", cursor: first.data.nextCursor });
  const ids = [...first.data.threads, ...rest.data.threads].map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("tells equal quotes apart by line, and says on which lines they are", async () => {
  const page = await makePage(w, { content: TEXT });
  const ambiguous = await callTool(edna, "post_message", { page, quote: "in March", content: "x" });
  expect([ambiguous.isError, ambiguous.text]).toEqual([true, expect.stringMatching(/^conflict: .*lines 3, 5.*line/)]);
  const there = await callTool(edna, "post_message", { page, quote: "in March", line: 5, replacement: "in May" });
  expect(there.data, there.text).toMatchObject({ pageId: page, threadId: there.data.id });
  const [thread] = (await list(w.as("olivia"), page)).threads;
  expect(thread).toMatchObject({
    kind: "suggestion",
    replacement: "in May",
    target: { startLine: 5 },
    agent: expect.any(String),
  });
});

test("explains each comment that cannot be made by what to send instead", async () => {
  const page = await makePage(w, { content: TEXT });
  const channel = await makePage(w, { type: "CHANNEL", content: "" });
  const refusals: [object, RegExp][] = [
    [{ page, quote: "never there", content: "x" }, /^conflict: The page does not contain this quote\./],
    [{ page, quote: "Sow" }, /^invalid_request: .*For example \{/],
    [{ page, line: 3, content: "x" }, /^invalid_request: Quote the words.*For example \{/],
    [{ page, replacement: "x" }, /^invalid_request: Quote the words/],
    [{ page, resolved: true }, /^invalid_request: Send the id of the thread/],
    [{ page, replyTo: "nothing" }, /^invalid_request/],
    [{ page, replyTo: "nothing", content: "x" }, /^not_found/],
    [{ page, replyTo: "nothing", quote: "Sow", content: "x" }, /^invalid_request: A reply has no quote/],
    [{ page: channel, quote: "Sow", content: "x" }, /^invalid_request/],
    [{ page, content: "y".repeat(10_001) }, /^invalid_request/],
    [{ page }, /^invalid_request/],
  ];
  for (const [args, expected] of refusals) {
    const { isError, text } = await callTool(edna, "post_message", args as Record<string, unknown>);
    expect([isError, text], JSON.stringify(args)).toEqual([true, expect.stringMatching(expected)]);
  }
  expect((await list(w.as("olivia"), page)).threads).toEqual([]);
});

test("comments on the whole page, and with a right to comment alone", async () => {
  const page = await makePage(w, { content: TEXT });
  const refused = await callTool(vera, "post_message", { page, content: "All good." });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringMatching(/^forbidden/)]);
  await w.as("olivia").post(`/api/pages/${page}/permissions`, { userId: w.ids.vera, canView: true, canComment: true });
  const whole = await callTool(vera, "post_message", { page, content: "All good." });
  expect(whole.isError, whole.text).toBe(false);
  expect((await list(w.as("olivia"), page)).threads).toMatchObject([
    { target: { kind: "page" }, user: { name: "vera" } },
  ]);
  const edits = [{ op: "replace_text", oldText: "Sow", newText: "Plant" }];
  expect((await callTool(vera, "edit_page", { page, edits })).text).toMatch(/^forbidden/);
  expect((await callTool(vera, "edit_page", { page, edits, suggest: true })).data.suggestions).toHaveLength(1);
});

test.each([
  ["edit_page", { baseRevision: 1, edits: [{ op: "delete", startLine: 3, endLine: 4 }] }],
  ["edit_page", { baseRevision: 1, edits: [{ op: "insert", startLine: 4, content: "Rake." }] }],
  ["edit_page", { edits: [{ op: "append", content: "Harvest." }] }],
  ["replace_text", { oldText: "March", newText: "April" }],
])("suggests what %s would change, and changes it when people accept", async (name, args) => {
  const [page, twin] = [await makePage(w, { content: TEXT }), await makePage(w, { content: TEXT })];
  const on = (id: string) => (name === "replace_text" ? { pages: [id] } : { page: id });
  const { isError, text } = await callTool(edna, name, { ...on(page), ...args, suggest: true });
  expect(isError, text).toBe(false);
  expect(await textOf(page)).toBe(TEXT);
  const { status, body } = await w.as("olivia").post(`/api/pages/${page}/suggestions/accept`, { threadIds: "all" });
  expect(status, JSON.stringify(body)).toBe(200);
  await callTool(edna, name, { ...on(twin), ...args });
  expect(await textOf(page)).toBe(await textOf(twin));
  expect(await textOf(page)).not.toBe(TEXT);
});

test("suggests changes of cells and tasks", async () => {
  const sheet = await makePage(w, { type: "SHEET", content: "a,b\nc,d" });
  const tasks = await makePage(w, { type: "TASK_LIST", content: "- [ ] one\n- [ ] two" });
  const cell = { page: sheet, baseRevision: 1, cells: [{ cell: "B2", value: "D" }], suggest: true };
  const task = { page: tasks, baseRevision: 1, set: [{ line: 1, done: true }], suggest: true };
  for (const [name, args] of [
    ["edit_cells", cell],
    ["update_tasks", task],
  ] as const)
    expect((await callTool(edna, name, args)).data.suggestions, name).toHaveLength(1);
  expect([await textOf(sheet), await textOf(tasks)]).toEqual(["a,b\nc,d", "- [ ] one\n- [ ] two"]);
  for (const page of [sheet, tasks])
    await w.as("olivia").post(`/api/pages/${page}/suggestions/accept`, { threadIds: "all" });
  expect([await textOf(sheet), await textOf(tasks)]).toEqual(["a,b\nc,D", "- [x] one\n- [ ] two"]);
});

test("suggests on a stale revision what is still there, and nothing but text", async () => {
  const page = await makePage(w, { content: TEXT });
  await w.as("olivia").patch(`/api/pages/${page}`, { content: `> Draft\n\n${TEXT}` });
  const edits = [{ op: "replace", startLine: 3, content: "Sow in April." }];
  const { data } = await callTool(edna, "edit_page", { page, baseRevision: 1, edits, suggest: true });
  expect(data.suggestions).toHaveLength(1);
  expect((await list(w.as("olivia"), page)).threads).toMatchObject([
    { quote: "March", replacement: "April", target: { startLine: 5 } },
  ]);
  const renamed = await callTool(edna, "edit_page", { page, title: "New", suggest: true });
  expect(renamed.text).toMatch(/^invalid_request: Only edits of the text can be suggested/);
  const none = await callTool(edna, "edit_page", {
    page,
    edits: [{ op: "replace_text", oldText: "Sow", newText: "Sow" }],
    suggest: true,
  });
  expect([none.data.suggestions, none.data.warnings[0]]).toEqual([[], expect.stringContaining("nothing to suggest")]);
  expect((await w.as("olivia").get(threadsOf(page))).body.counts.open).toBe(1);
});
