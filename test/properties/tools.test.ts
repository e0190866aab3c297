/** Tools list pages by their properties. */
import { expect, test } from "vitest";
import { callTool } from "../mcp/clients.ts";
import { grant, makePage, world } from "../support/world.ts";

test("list_pages filters by a query, shows properties, and continues with a cursor", async () => {
  const w = await world();
  const folder = await makePage(w, {
    type: "FOLDER",
    content: "---\nproperties:\n  Status:\n    - To do\n    - Done\n  Due: date\n---\n",
  });
  const add = (title: string, lines: string) =>
    makePage(w, { title, parentId: folder, content: `---\n${lines}\n---\n` });
  await add("A", "Status: done\nDue: 2026-12-01");
  const hidden = await add("B", "Status: Done");
  await add("C", "Status: To do");
  await add("D", "Status: Done");
  await grant(hidden, w.ids.edna, 0);
  const { raw } = await w.token("edna");
  const list = (args: object) => callTool(raw, "list_pages", { driveId: w.drive, parentId: folder, ...args });
  const done = await list({ query: "Status = Done" });
  expect(done.data).toMatchObject({
    pages: [
      { title: "A", parentId: folder, values: { Status: "Done", Due: "2026-12-01" } },
      { title: "D", values: { Status: "Done" } },
    ],
    nextCursor: null,
  });
  const first = await list({ query: "", limit: 2 });
  expect(first.data.pages.map(({ title }: { title: string }) => title)).toEqual(["A", "C"]);
  const rest = await list({ query: "", limit: 2, cursor: first.data.nextCursor });
  expect(rest.data.pages.map(({ title }: { title: string }) => title)).toEqual(["D"]);
  expect((await list({ query: "Stauts = Done" })).text).toContain("Did you mean “Status”?");
  expect((await callTool(raw, "list_pages", { driveId: w.drive, query: "" })).text).toContain("parentId");
});

test("list_pages shows no roll-up, and no formula over one", async () => {
  const w = await world();
  const folder = await makePage(w, {
    type: "FOLDER",
    content:
      "---\nproperties:\n  Budget: number\n  Words: max of Note over Project\n  Double: =Budget * 2\n  Said: =Words\n  Twice: =Said & 1\n---\n",
  });
  const page = await makePage(w, { title: "A", parentId: folder, content: "---\nBudget: 2\n---\n" });
  await makePage(w, { content: `---\nProject: "[A](page:${page})"\nNote: canary\n---\n` });
  const { body } = await w.as("olivia").post(`/api/pages/${folder}/rows`, {});
  expect(body.rows[0].values).toMatchObject({
    Words: { text: "canary" },
    Said: { text: expect.stringContaining("canary") },
  });
  const { raw } = await w.token("olivia");
  const { data } = await callTool(raw, "list_pages", { driveId: w.drive, parentId: folder, query: "" });
  expect(data.pages[0].values).toEqual({ Budget: "2", Double: "4" });
});
