/** Editors on open pages against the real room, with tools and stale requests in between. */
import { expect, test } from "vitest";
import { StateEffect } from "@codemirror/state";
import { type Tool, type ToolEdit, ToolEdits } from "../../src/web/client/editor/collaboration/tool-edits.ts";
import { makePage, type Client, type World, world } from "../support/world.ts";
import { HeadlessEditor } from "./headless-editor.ts";
import { environment, openAs, openAsTool } from "./live-pages.ts";

const read = async (client: Client, pageId: string): Promise<string> =>
  (await client.get(`/api/pages/${pageId}`)).body.content;

const open = (w: World, person: "olivia" | "edna", pageId: string, printed: string) => {
  const opened = openAs(w, person, pageId);
  const editor = new HeadlessEditor(printed);
  const found: Tool[] = [];
  const watcher = new ToolEdits({
    people: () => opened.page.people,
    askWhoWroteLast: async () => {
      const [last] = (await w.as(person).get(`/api/pages/${pageId}/versions?limit=1`)).body.versions;
      return last.token;
    },
    undo: () => binding.undo,
    mark: (edit) => marked.of(edit),
    found: (_, tool) => found.push(tool),
    dropped: () => undefined,
  });
  const binding = editor.bind(opened.page, environment, watcher);
  return { ...opened, editor, binding, watcher, found };
};

const marked = StateEffect.define<ToolEdit>();

test("merges concurrent edits of two users, a tool and a stale request for everyone", async () => {
  const w = await world();
  const text = "# Title\n\nFirst line.\nSecond line.\nThird line.\n";
  const pageId = await makePage(w, { content: text });
  const { client: tool } = await w.token("edna");
  await tool.post("/api/mcp/documents", { pageId, operation: "read" });
  const ann = open(w, "olivia", pageId, text);
  const bob = open(w, "edna", pageId, text);
  for (const { page } of [ann, bob]) await expect.poll(() => page.people.length).toBe(2);
  ann.hold();
  ann.editor.type(" by Ann", text.indexOf(".\nSecond"));
  bob.editor.startComposing();
  bob.editor.type("日", text.indexOf("Second"));
  const edits = [
    tool.post("/api/mcp/documents", { pageId, operation: "replace", startLine: 5, content: "The third line." }),
    w.as("olivia").patch(`/api/pages/${pageId}`, { content: `${text}Fourth line.\n`, baseRevision: 1 }),
  ];
  bob.editor.type("本");
  for (const { status } of await Promise.all(edits)) expect(status).toBe(200);
  ann.editor.type(" and more");
  ann.release();
  await expect.poll(() => ann.editor.text).toContain("Fourth");
  expect(bob.editor.text).not.toContain("Fourth");
  bob.editor.endComposing();
  const all = "# Title\n\nFirst line by Ann and more.\n日本Second line.\nThe third line.\nFourth line.\n";
  for (const { editor } of [ann, bob]) await expect.poll(() => editor.text).toBe(all);
  await expect.poll(() => read(w.as("edna"), pageId)).toBe(all);
  for (const { editor, page } of [ann, bob]) {
    expect(page.text.toJSON()).toBe(all);
    expect(editor.defects).toEqual([]);
    await page.close();
  }
});

test("attributes a tool's text to the tool, and reverts it without later text of users", async () => {
  const w = await world();
  const text = "one\ntwo\nthree\n";
  const pageId = await makePage(w, { content: text });
  const { client: tool, id } = await w.token("edna");
  const ann = open(w, "olivia", pageId, text);
  await expect.poll(() => ann.page.status.state).toBe("connected");
  await tool.post("/api/mcp/documents", { pageId, operation: "replace", startLine: 2, content: "a tool's line" });
  await expect.poll(() => ann.found).toMatchObject([{ id, name: "test" }]);
  expect(ann.editor.text).toBe("one\na tool's line\nthree\n");
  await tool.post("/api/mcp/documents", { pageId, operation: "insert", startLine: 4, content: "four" });
  await expect.poll(() => ann.found).toHaveLength(2);
  ann.editor.type("!", ann.editor.text.indexOf("\nthree"));
  ann.editor.type("?", ann.editor.text.length);
  ann.watcher.undoAll({ id, name: "test" });
  expect(ann.editor.text).toBe("one\ntwo!\nthree\n?");
  expect(ann.watcher.edits).toEqual([]);
  await expect.poll(() => read(w.as("edna"), pageId)).toBe(ann.editor.text);
  ann.binding.revert("undo");
  expect(ann.editor.text).toContain("four");
  await ann.page.close();
});

test("attributes a user's edits by request and deletions to no tool", async () => {
  const w = await world();
  const text = "one\ntwo\nthis line is long enough to be asked about\n";
  const pageId = await makePage(w, { content: text });
  const [ann, bob] = [open(w, "olivia", pageId, text), open(w, "edna", pageId, text)];
  for (const { page } of [ann, bob]) await expect.poll(() => page.people.length).toBe(2);
  await w.as("edna").patch(`/api/pages/${pageId}`, { content: `zero\n${text}`, baseRevision: 1 });
  await expect.poll(() => bob.editor.text).toContain("zero");
  bob.editor.erase(13, bob.editor.text.length);
  await expect.poll(() => ann.editor.text).toBe("zero\none\ntwo\n");
  await expect.poll(() => read(w.as("edna"), pageId)).toBe("zero\none\ntwo\n");
  expect(ann.found).toEqual([]);
  expect(ann.watcher.edits).toEqual([]);
  for (const { page } of [ann, bob]) await page.close();
});

test("attributes text that a tool types over its own socket to the tool", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "one\n" });
  const { raw } = await w.token("edna");
  const ann = open(w, "olivia", pageId, "one\n");
  const tool = openAsTool(raw, pageId);
  for (const { page } of [ann, tool]) await expect.poll(() => page.people.length).toBe(2);
  tool.page.text.insert(4, "two\n");
  await expect.poll(() => ann.found).toMatchObject([{ name: "test" }]);
  await expect.poll(() => ann.editor.text).toBe("one\ntwo\n");
  for (const { page } of [ann, tool]) await page.close();
});

test("keeps unsaved text aside when the user loses the right to edit", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "text" });
  const [ann, edna] = [open(w, "olivia", pageId, "text"), open(w, "edna", pageId, "text")];
  for (const { page } of [ann, edna]) await expect.poll(() => page.people.length).toBe(2);
  edna.hold();
  edna.editor.type(" unsaved", 4);
  expect((await w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.edna}`)).status).toBeLessThan(300);
  await expect.poll(() => edna.page.status.state).toBe("lost");
  expect(edna.page.unsaved()).toMatchObject([{ text: " unsaved" }]);
  expect(edna.editor.text).toBe("text unsaved");
  expect(ann.editor.text).toBe("text");
  for (const { page } of [ann, edna]) await page.close();
});
