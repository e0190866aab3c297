/** Answers: at most 25,000 tokens, with the rest available through further calls, and with warnings about likely mistakes. */
import { beforeAll, expect, test } from "vitest";
import { MAX_TOKENS } from "../../src/features/mcp/tools/answer-size.ts";
import { estimateTokens } from "../../src/kernel/token-estimate.ts";
import { indexNow } from "../search/fixtures.ts";
import { makePage, world, type World } from "../support/world.ts";
import { callTool, type Called } from "./clients.ts";

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = (await w.token("olivia")).raw;
});

const make = (content: string, type = "DOCUMENT", title = "Long"): Promise<string> =>
  makePage(w, { title, type, content });
const textOf = async (id: string): Promise<string> => (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

async function call(name: string, args: Record<string, unknown>): Promise<Called> {
  const called = await callTool(token, name, args);
  expect(estimateTokens(called.text), name).toBeLessThanOrEqual(MAX_TOKENS);
  return called;
}

test.each(["x", "漢", "😀", '"', "1"])(
  "returns one long line of %s in parts that combine to the whole",
  async (character) => {
    const line = character.repeat(60_000);
    const id = await make(`before\n${line}\nafter`);
    let read = "";
    let next: { startLine: number; startColumn?: number } | null = { startLine: 2 };
    while (next !== null) {
      const { data } = await call("fetch", { id, endLine: 2, ...next });
      read += data.text.slice("   2 | ".length);
      next = data.nextLine === 2 ? { startLine: 2, startColumn: data.nextColumn } : null;
    }
    expect(read).toBe(line);
  },
);

test("pages through the diff of a dry run and of a version", async () => {
  const id = await make("");
  const content = Array.from({ length: 9_000 }, (_, n) => `line ${n} 漢字`).join("\n");
  const edit = { page: id, edits: [{ op: "append", content }] };
  let diff = "";
  for (let diffFrom: number | null = 0; diffFrom !== null;) {
    const { data } = await call("edit_page", { ...edit, dryRun: true, diffFrom });
    diff += data.diff;
    diffFrom = data.nextDiff;
  }
  expect(diff).toContain("+line 8999 漢字");
  expect(diff.split("\n")).toHaveLength(9_002);
  await call("edit_page", edit);
  let history = "";
  for (let cursor: string | null = "0"; cursor !== null;) {
    const { data }: Called = await call("history", { page: id, version: 2, cursor });
    history += data.diff.text;
    cursor = data.nextCursor;
  }
  expect(history).toBe(diff);
});

test("lists a channel of long messages from newest to oldest, each complete", async () => {
  const id = await make("", "CHANNEL");
  const sent = ["漢".repeat(20_000), "short", "x".repeat(20_000), "y".repeat(20_000), "漢".repeat(19_000)];
  for (const content of sent) await callTool(token, "post_message", { page: id, content });
  const read = new Map<string, string>();
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const { data }: Called = await call("fetch", { id, cursor });
    for (const message of data.messages) read.set(message.id, (read.get(message.id) ?? "") + message.content);
    cursor = data.nextCursor;
  }
  expect(new Set(read.values())).toEqual(new Set(sent));
});

test("returns shorter lists for long titles, without gaps", async () => {
  const pages = Array.from({ length: 150 }, (_, n) => ({ title: `漢字${n} `.padEnd(250, "漢") }));
  const { data: made } = await call("create_pages", { driveId: w.drive, pages });
  expect(made.pages).toHaveLength(150);
  const ids: string[] = made.pages.map(({ id }: { id: string }) => id);
  const listed: string[] = [];
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const { data }: Called = await call("list_pages", { driveId: w.drive, limit: 100, cursor });
    listed.push(...data.pages.map(({ id }: { id: string }) => id));
    cursor = data.nextCursor;
  }
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids);
  expect((await call("trash_pages", { pageIds: ids })).data.trashed).toHaveLength(150);
  await call("list_pages", { driveId: w.drive, trashed: true, limit: 100 });
});

test("lists pages by type with their URLs", async () => {
  const id = await make("a,b", "SHEET", "Only sheet");
  const { data } = await call("list_pages", { driveId: w.drive, type: "SHEET", limit: 100 });
  expect(data.pages).toMatchObject([{ id, type: "SHEET", url: expect.stringContaining(`/pages/${id}`) }]);
});

test("finds a typo on many pages with revisions, and replaces it in one call that reports each page", async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => make(`A recieve here, recieve there ${n}`)));
  const other = await make("nothing of it");
  await indexNow();
  const { data: found } = await call("search", { query: "recieve" });
  expect(found.results).toHaveLength(6);
  for (const hit of found.results) expect(hit.revision).toBe(1);
  const wanted = { oldText: "recieve", newText: "receive" };
  const dry = await call("replace_text", { pages: ids, ...wanted, dryRun: true });
  expect(dry.data.pages.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(6).fill("would_change"));
  expect(await textOf(ids[0] ?? "")).toContain("recieve");
  const { data } = await call("replace_text", { pages: [...ids, other, "not-there"], ...wanted });
  expect(data.pages.slice(0, 6)).toMatchObject(ids.map((id) => ({ id, outcome: "changed", revision: 2 })));
  expect(data.pages.slice(6)).toMatchObject([{ id: other }, { id: "not-there" }]);
  for (const { outcome } of data.pages.slice(6)) expect(outcome).toMatch(/^(invalid_request|not_found): /);
  for (const [n, id] of ids.entries()) expect(await textOf(id)).toBe(`A receive here, receive there ${n}`);
});

test("applies replace_text and append to the current page without a revision, and requires one for edits by line", async () => {
  const id = await make("one\ntwo");
  await callTool(token, "fetch", { id });
  await w.as("olivia").patch(`/api/pages/${id}`, { baseRevision: 1, content: "one\ntwo\nthree" });
  const edits = [
    { op: "replace_text", oldText: "three", newText: "3" },
    { op: "append", content: "four" },
  ];
  expect((await call("edit_page", { page: id, edits })).isError).toBe(false);
  expect(await textOf(id)).toBe("one\ntwo\n3\nfour");
  const byLine = await call("edit_page", { page: id, edits: [{ op: "delete", startLine: 1 }] });
  expect(byLine.text).toMatch(/^invalid_request: delete requires baseRevision/);
});

test("lists mentionable users without their emails, only to callers who can view the page", async () => {
  const id = await make("text");
  const ofPage = await call("list_members", { page: id, query: "ed" });
  expect(ofPage.data.people).toEqual([{ id: w.ids.edna, name: "edna", relation: "member" }]);
  const ofDrive = await call("list_members", { driveId: w.drive });
  expect(ofDrive.data.people[0]).toEqual({ id: w.ids.olivia, name: "olivia", relation: "owner" });
  expect(ofDrive.data.people).toHaveLength(7);
  expect(ofPage.text + ofDrive.text).not.toContain("@");
  const oscar = (await w.token("oscar")).raw;
  for (const args of [{ page: id }, { driveId: w.drive }])
    expect((await callTool(oscar, "list_members", args)).text).toMatch(/^not_found: /);
  expect((await call("list_members", {})).isError).toBe(true);
});

test("keeps lines that start with line numbers, and returns a warning", async () => {
  const id = await make("one");
  const content = "   1 | one\n   2 | two";
  const { data } = await call("edit_page", { page: id, edits: [{ op: "append", content }] });
  expect(data.warnings).toEqual([expect.stringContaining("line numbers")]);
  expect(await textOf(id)).toBe(`one\n${content}`);
  const made = await call("create_pages", { driveId: w.drive, pages: [{ title: "x", content: "| 1 | 2 |\n1 | 2" }] });
  expect(made.data.warnings).toEqual([]);
});
