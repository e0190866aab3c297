/**
 * Task tools, used by a client without prior knowledge: ids, lines and revisions come from answers, and arguments from the
 * listed schemas.
 */
import { beforeAll, expect, test } from "vitest";
import { indexNow } from "../search/fixtures.ts";
import { world, type World } from "../support/world.ts";
import { callTool, modern } from "./clients.ts";

/** Untyped: each test reads the fields it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

let w: World;
let token: string;
let drive: string;
let tools: Map<string, Loose>;

/** Calls a listed tool after checking the arguments against its schema. */
async function use(name: string, args: Record<string, unknown>): Promise<Loose> {
  const { properties, required = [] } = tools.get(name).inputSchema;
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(args)));
  expect(Object.keys(args)).toEqual(expect.arrayContaining(required));
  const { isError, text, data } = await callTool(token, name, args);
  expect(isError, `${name}: ${text}`).toBe(false);
  return data;
}

/** The number of a line in a numbered answer. */
function lineOf(numbered: string, wanted: string): number {
  const found = numbered.split("\n").find((line) => line.split(" | ").slice(1).join(" | ") === wanted);
  if (found === undefined) throw new Error(`No line reads ${JSON.stringify(wanted)} in\n${numbered}`);
  return Number(found.split(" | ")[0]);
}

const make = async (content: string, rest: Record<string, unknown> = {}): Promise<string> =>
  (await use("create_pages", { driveId: drive, pages: [{ title: "Launch", content, ...rest }] })).pages[0].id;
const textOf = async (id: string): Promise<string> => (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

beforeAll(async () => {
  w = await world();
  token = (await w.token("olivia", { drives: [w.drive] })).raw;
  const listed = (await modern(token, "tools/list")).body.result.tools;
  tools = new Map(listed.map((tool: Loose) => [tool.name, tool]));
  drive = (await use("list_drives", {})).drives[0].id;
});

test("finds a page by its words, and changes the date in it", async () => {
  const made = await make("# Regatta\nDate: open\nOwner: Ann");
  await indexNow();
  const [hit] = (await use("search", { query: "regatta" })).results;
  const page = await use("fetch", { id: hit.id });
  const startLine = lineOf(page.text, "Date: open");
  await use("edit_page", {
    page: page.id,
    baseRevision: page.revision,
    edits: [{ op: "replace", startLine, content: "Date: 1 May" }],
  });
  expect(await textOf(made)).toBe("# Regatta\nDate: 1 May\nOwner: Ann");
});

test("continues editing from the response of an edit", async () => {
  const id = await make("one\ntwo\nthree");
  const first = await use("fetch", { id });
  const edited = await use("edit_page", {
    page: id,
    baseRevision: first.revision,
    edits: [{ op: "insert", startLine: 1, content: "zero" }],
  });
  const startLine = lineOf(edited.text, "two");
  await use("edit_page", { page: id, baseRevision: edited.revision, edits: [{ op: "delete", startLine }] });
  expect(await textOf(id)).toBe("zero\none\nthree");
});

test("reads a long page to its end in parts", async () => {
  const id = await make(Array.from({ length: 2_300 }, (_, n) => `line ${n}`).join("\n"));
  const parts: string[] = [];
  for (let startLine: number | null = 1; startLine !== null;) {
    const part: Loose = await use("fetch", { id, startLine });
    parts.push(part.text);
    startLine = part.nextLine;
  }
  const lines = parts.join("\n").split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([2_300, "2300 | line 2299"]);
});

test("completes one task and adds another", async () => {
  const id = await make("- [ ] Write\n- [ ] Send", { type: "TASK_LIST" });
  const { revision } = await use("fetch", { id });
  await use("update_tasks", {
    page: id,
    baseRevision: revision,
    set: [{ text: "Write", done: true }],
    add: [{ title: "Rest" }],
  });
  expect(await textOf(id)).toBe("- [x] Write\n- [ ] Send\n- [ ] Rest");
});

test("fills cells of a sheet", async () => {
  const id = await make("item,price\nmast,10", { type: "SHEET" });
  const { revision } = await use("fetch", { id });
  const cells = [
    { cell: "A3", value: "sail" },
    { cell: "B3", value: "20" },
  ];
  await use("edit_cells", { page: id, baseRevision: revision, cells });
  expect(await textOf(id)).toBe("item,price\nmast,10\nsail,20");
});

test("creates a tree of pages, and lists it", async () => {
  const pages = [{ title: "Plan" }, { title: "Week 1", parent: 0 }, { title: "Week 2", parent: 0 }];
  const made = (await use("create_pages", { driveId: drive, pages })).pages;
  const { pages: below } = await use("list_pages", { driveId: drive, parentId: made[0].id });
  expect(below.map(({ title }: Loose) => title)).toEqual(["Week 1", "Week 2"]);
});

test("moves, trashes and restores a page", async () => {
  const [id, folder] = [await make("text"), await make("", { type: "FOLDER", title: "Archive" })];
  await use("move_pages", { pageIds: [id], driveId: drive, parentId: folder });
  await use("trash_pages", { pageIds: [id] });
  const { pages: trash } = await use("list_pages", { driveId: drive, trashed: true });
  expect(trash.map((page: Loose) => page.id)).toContain(id);
  await use("restore_pages", { pageIds: [id] });
  expect((await use("list_pages", { driveId: drive, parentId: folder })).pages).toMatchObject([{ id }]);
});

test("replies to a message", async () => {
  const channel = await make("", { type: "CHANNEL", title: "General" });
  await w.as("edna").post(`/api/pages/${channel}/messages`, { content: "When do we sail?" });
  const { messages } = await use("fetch", { id: channel });
  await use("post_message", { page: channel, content: "In May.", replyTo: messages[0].id });
  expect((await use("fetch", { id: channel })).messages.map(({ content }: Loose) => content)).toContain("In May.");
});

test("reverts a page to the version before its own edit", async () => {
  const id = await make("kept");
  const { revision } = await use("fetch", { id });
  await use("edit_page", { page: id, baseRevision: revision, edits: [{ op: "delete", startLine: 1 }] });
  const { versions } = await use("history", { page: id });
  await use("revert", { page: id, version: versions.at(-1).version });
  expect(await textOf(id)).toBe("kept");
});

test("corrects a rejected edit from the error message", async () => {
  const id = await make("one\ntwo\nthree");
  const { revision } = await use("fetch", { id });
  await w.as("edna").patch(`/api/pages/${id}`, { content: "two\nthree" });
  const stale = { page: id, baseRevision: revision, expectedRevision: revision };
  const refused = await callTool(token, "edit_page", {
    ...stale,
    edits: [{ op: "replace", startLine: 2, content: "2" }],
  });
  expect(refused.isError).toBe(true);
  const { now = "", lines = "" } =
    /Revision is now (?<now>\d+); lines 1–\d+ of \d+ are:\n(?<lines>[^]*)$/.exec(refused.text)?.groups ?? {};
  await use("edit_page", {
    page: id,
    baseRevision: Number(now),
    expectedRevision: Number(now),
    edits: [{ op: "replace", startLine: lineOf(lines, "two"), content: "2" }],
  });
  expect(await textOf(id)).toBe("2\nthree");
});

test("sets declared statuses, and moves a recurring task on when it is done", async () => {
  const head = "---\nstatuses:\n  todo: To do\n  review: In review, blue\n  done: Done, done\n---\n";
  const id = await make(`${head}- [ ] Book the hall due:2026-12-01\n  - [x] Ask for the price\n- [ ] Water the plants due:2020-01-01 every:1y\n- [ ] Feed the fish due:2020-01-01 every:1y status:review\n- [x] Pay the rent every:1y`, { type: "TASK_LIST" }); // oxfmt-ignore
  const page = await use("fetch", { id });
  const result = await use("update_tasks", {
    page: id,
    baseRevision: page.revision,
    set: [
      { text: "Book the hall", status: "in REVIEW" },
      { text: "Ask for the price", status: "review", newTitle: "Ask for two prices" },
      { text: "Water the plants", done: true },
      { text: "Feed the fish", status: "done" },
      { text: "Pay the rent", status: "done" },
    ],
  });
  const next = `due:${new Date().getUTCFullYear() + 1}-01-01 every:1y last:${new Date().toISOString().slice(0, 10)}`;
  expect(await textOf(id)).toBe(
    `${head}- [ ] Book the hall due:2026-12-01 status:review\n  - [ ] Ask for two prices status:review\n` +
      `- [ ] Water the plants ${next}\n- [ ] Feed the fish ${next}\n- [x] Pay the rent every:1y status:done`,
  );
  const refused = await callTool(token, "update_tasks", {
    page: id,
    baseRevision: result.revision,
    set: [{ text: "Book the hall", status: "doign" }],
  });
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain("the statuses of the list are todo, review, done");
});
