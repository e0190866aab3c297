/** Tools enforce their declared bounds: exceeding any of them is refused, and nothing is written. */
import { beforeAll, expect, test } from "vitest";
import { makePage, freshId, world, type World } from "../support/world.ts";
import { callTool, modern } from "./clients.ts";
import { d1 } from "../support/d1.ts";

/** Untyped: each test reads the fields it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;
type Schema = Loose;

let w: World;
let token: string;
let page: string;
let channel: string;
let sheet: string;
let tools: Map<string, { inputSchema: Schema }>;

beforeAll(async () => {
  w = await world();
  token = (await w.token("olivia")).raw;
  const make = (type: string, content: string): Promise<string> => makePage(w, { title: type, type, content });
  [page, channel, sheet] = [
    await make("DOCUMENT", "- [ ] one\ntwo"),
    await make("CHANNEL", ""),
    await make("SHEET", "a,b"),
  ];
  const listed = (await modern(token, "tools/list")).body.result.tools;
  tools = new Map(listed.map((tool: Loose) => [tool.name, tool]));
});

/** Valid arguments for each tool, with every listed field. */
const valid = (): Record<string, Loose> => ({
  list_drives: { cursor: "x" },
  list_pages: {
    driveId: w.drive,
    parentId: page,
    depth: 1,
    type: "DOCUMENT",
    trashed: false,
    query: "x is empty",
    cursor: "x",
    limit: 5,
  },
  search: { query: "one", driveId: w.drive, type: "DOCUMENT", cursor: "x", limit: 5 },
  fetch: { id: page, startLine: 1, endLine: 1, startColumn: 1, cursor: "x", comments: "open" },
  list_members: { page, driveId: w.drive, query: "x", cursor: "x", limit: 5 },
  edit_page: {
    page,
    baseRevision: 1,
    edits: [{ op: "replace", startLine: 1, endLine: 1, content: "x", oldText: "one", newText: "x", all: true }],
    title: "Renamed",
    icon: "🎯",
    cover: "sea",
    expectedRevision: 1,
    dryRun: false,
    suggest: false,
    diffFrom: 0,
  },
  edit_cells: {
    page: sheet,
    baseRevision: 1,
    cells: [{ cell: "A1", value: "x" }],
    expectedRevision: 1,
    dryRun: false,
    suggest: false,
    diffFrom: 0,
  },
  update_tasks: {
    page,
    baseRevision: 1,
    set: [{ line: 1, text: "one", done: true, newTitle: "x" }],
    add: [{ title: "x", done: false, beforeLine: 1 }],
    dryRun: false,
    suggest: false,
    diffFrom: 0,
  },
  replace_text: { pages: [page], oldText: "one", newText: "x", dryRun: false, suggest: false },
  create_pages: {
    driveId: w.drive,
    parentId: page,
    pages: [{ title: "x" }, { title: "x", icon: "🎯", type: "DOCUMENT", content: "x", parent: 0 }],
  },
  move_pages: { pageIds: [page], driveId: w.drive, parentId: channel },
  trash_pages: { pageIds: [page] },
  restore_pages: { pageIds: [page] },
  post_message: {
    page: channel,
    content: "x",
    replyTo: "x",
    quote: "one",
    line: 1,
    baseRevision: 1,
    replacement: "x",
    resolved: true,
  },
  history: { page, version: 1, from: 0, cursor: "1", limit: 5 },
  revert: { page, version: 1, minutes: 5, dryRun: false, cursor: "x" },
});

type Wrong = { readonly where: string; readonly args: Loose };

/** A copy of the arguments with one value replaced. */
function put(args: Loose, path: readonly (string | number)[], value: unknown): Loose {
  const copy = structuredClone(args);
  const last = path.at(-1) ?? "";
  path.slice(0, -1).reduce((at: Loose, key) => at[key], copy)[last] = value;
  return copy;
}

const longer = (text: string, length: number): string => text.padEnd(length, "x").slice(0, length);

/** Every violation of a single bound in the schema. */
function* breaks(schema: Schema, args: Loose, path: readonly (string | number)[]): Generator<Wrong> {
  const at = path.reduce((value: Loose, key) => value?.[key], args);
  const wrong = (what: string, value: unknown): Wrong => ({
    where: `${path.join(".")} ${what}`,
    args: put(args, path, value),
  });
  if (path.length > 0) {
    if (schema.type === "string") yield wrong("type", 7);
    if (schema.type === "integer") yield* ["5", 1.5].map((value) => wrong("type", value));
    if (schema.type === "boolean") yield wrong("type", "true");
    if (schema.type === "array") yield wrong("type", "[not json");
    if (schema.type === "object") yield wrong("type", "{not json");
    if (schema.enum) yield wrong("enum", "SOMETHING_ELSE");
    if (schema.maxLength !== undefined) yield wrong("maxLength", longer(String(at), schema.maxLength + 1));
    if (schema.minLength > 0) yield wrong("minLength", longer("", schema.minLength - 1));
    if (schema.maximum !== undefined) yield wrong("maximum", schema.maximum + 1);
    if (schema.minimum !== undefined) yield wrong("minimum", schema.minimum - 1);
    if (schema.maxItems !== undefined)
      yield wrong(
        "maxItems",
        Array.from({ length: schema.maxItems + 1 }, () => at[0]),
      );
    if (schema.minItems > 0) yield wrong("minItems", at.slice(0, schema.minItems - 1));
  }
  if (schema.type === "object") {
    yield { where: `${path.join(".")} unknown`, args: put(args, [...path, "unheardOf"], 1) };
    for (const name of schema.required ?? []) {
      yield { where: `${path.join(".")}.${name} required`, args: put(args, [...path, name], undefined) };
      yield { where: `${path.join(".")}.${name} null`, args: put(args, [...path, name], null) };
    }
    for (const [name, field] of Object.entries(schema.properties ?? {})) yield* breaks(field, args, [...path, name]);
  }
  if (schema.type === "array" && at?.length > 0) yield* breaks(schema.items, args, [...path, at.length - 1]);
}

/** A snapshot of everything that a tool could have written. */
async function written(): Promise<string> {
  const counts =
    await d1`select (select count(*) from pages) as pages, (select group_concat(revision || title || coalesce(trashed_at, '')) from pages) as state,
      (select count(*) from messages) as messages, (select count(*) from comment_threads) as threads, (select count(*) from tool_calls) as calls`.all();
  return JSON.stringify(counts.results);
}

test("every tool lists exactly the expected arguments", () => {
  expect(Object.keys(valid())).toEqual([...tools.keys()]);
  for (const [name, args] of Object.entries(valid())) {
    const known = Object.keys(tools.get(name)?.inputSchema.properties).filter((key) => key !== "idempotencyKey");
    expect(Object.keys(args), name).toEqual(known);
  }
});

test("rejects arguments beyond each declared bound, of another type or unknown, and writes nothing", async () => {
  const before = await written();
  let count = 0;
  for (const [name, args] of Object.entries(valid())) {
    const { inputSchema } = tools.get(name) ?? {};
    const sent = inputSchema.properties.idempotencyKey ? { ...args, idempotencyKey: freshId("key") } : args;
    for (const { where, args: wrong } of breaks(inputSchema, sent, [])) {
      const { isError, text } = await callTool(token, name, wrong);
      expect([isError, text], `${name}: ${where}`).toEqual([true, expect.stringMatching(/^invalid_request: /)]);
      expect(text.length, `${name}: ${where}`).toBeLessThan(3_000);
      count += 1;
    }
  }
  expect(await written()).toBe(before);
  expect(count).toBeGreaterThan(150);
});

test("every writing tool accepts an idempotency key up to its declared length, and stores its hash", async () => {
  for (const [name, { inputSchema }] of tools) {
    const isRead = ["list_drives", "list_pages", "search", "fetch", "list_members", "history"].includes(name);
    expect(inputSchema.properties.idempotencyKey, name).toEqual(
      isRead ? undefined : { type: "string", maxLength: 100 },
    );
  }
  const idempotencyKey = "k".repeat(100);
  const own = (await w.token("olivia")).raw;
  const call = { driveId: w.drive, pages: [{ title: "Keyed" }], idempotencyKey };
  expect((await callTool(own, "create_pages", call)).isError).toBe(false);
  const { results } = await d1`select key from tool_calls`.all<{ key: string }>();
  for (const { key } of results) {
    expect(key).not.toContain("kkk");
    expect(key.length).toBeLessThan(100);
  }
});

test("treats null as an omitted argument, and parses JSON text as a list or object", async () => {
  const made = await callTool(token, "create_pages", {
    driveId: w.drive,
    parentId: null,
    idempotencyKey: null,
    pages: JSON.stringify([{ title: "From text", content: null, parent: null }]),
  });
  const [{ id }] = made.data.pages;
  const edited = await callTool(token, "edit_page", {
    page: id,
    baseRevision: 1,
    title: null,
    dryRun: null,
    edits: [JSON.stringify({ op: "append", content: "[1]", startLine: null })],
  });
  expect(edited.text).toContain("1 | [1]");
  expect((await callTool(token, "list_pages", { driveId: w.drive, cursor: null, limit: null })).isError).toBe(false);
});
