/** The behaviour of each tool, and its refusals. */
import { beforeAll, expect, test } from "vitest";
import { indexNow } from "../search/fixtures.ts";
import { makePage, world, type World, makeDrive } from "../support/world.ts";
import { callTool, legacy, modern } from "./clients.ts";

let w: World;
let olivia: string;
let edna: string;
beforeAll(async () => {
  w = await world();
  olivia = (await w.token("olivia")).raw;
  edna = (await w.token("edna")).raw;
});

const textOf = async (id: string): Promise<string> => (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

test("fetches a page by ID, URL, path and URI, partially, and continues reading", async () => {
  const id = await makePage(w, { content: "one\ntwo\nthree", type: "DOCUMENT", title: "Reading list" });
  for (const reference of [id, `http://localhost:8787/pages/${id}`, `/${w.drive}/Reading list`, `page://${id}`]) {
    const { data, text } = await callTool(edna, "fetch", { id: reference });
    expect(data, text).toMatchObject({
      id,
      path: `/${w.drive}/Reading list`,
      revision: 1,
      totalLines: 3,
      nextLine: null,
    });
    expect(data.text).toBe("   1 | one\n   2 | two\n   3 | three");
  }
  const part = await callTool(edna, "fetch", { id, startLine: 2, endLine: 2 });
  expect(part.data).toMatchObject({ startLine: 2, endLine: 2, text: "   2 | two" });
  const long = await makePage(w, { content: Array.from({ length: 2_500 }, (_, i) => `line ${i + 1}`).join("\n") });
  const first = await callTool(edna, "fetch", { id: long });
  expect(first.data).toMatchObject({ endLine: 1_000, nextLine: 1_001, totalLines: 2_500 });
  const last = await callTool(edna, "fetch", { id: long, startLine: 2_001 });
  expect(last.data).toMatchObject({ startLine: 2_001, endLine: 2_500, nextLine: null });
  const past = await callTool(edna, "fetch", { id, startLine: 9 });
  expect([past.isError, past.text]).toEqual([true, expect.stringContaining("The page has 3 lines")]);
  const gone = await callTool(edna, "fetch", { id: "nothing-here" });
  expect([gone.isError, gone.text]).toEqual([true, expect.stringMatching(/^not_found: .*search, list_pages/)]);
});

test("lists pages with a cursor, finds them by words, and reads them as resources", async () => {
  const parent = await makePage(w, { content: "", type: "FOLDER", title: "Shelf" });
  for (const title of ["A", "B", "C"])
    await w.as("olivia").post("/api/pages", { driveId: w.drive, parentId: parent, title, type: "DOCUMENT" });
  const first = await callTool(edna, "list_pages", { driveId: w.drive, parentId: parent, limit: 2 });
  expect(first.data.pages.map(({ title }: { title: string }) => title)).toEqual(["A", "B"]);
  const cursor = first.data.nextCursor;
  const rest = await callTool(edna, "list_pages", { driveId: w.drive, parentId: parent, limit: 2, cursor });
  expect([rest.data.pages.length, rest.data.nextCursor]).toEqual([1, null]);
  expect((await callTool(edna, "list_pages", { driveId: w.drive, cursor: "rubbish" })).text).toContain(
    "invalid_request",
  );

  const id = await makePage(w, { content: "# Zwiebelkuchen\n\nwith onions", type: "DOCUMENT", title: "Zwiebelkuchen" });
  await indexNow();
  expect((await callTool(edna, "search", { query: "zwiebelkuchen" })).data.results).toMatchObject([
    { id, url: `http://localhost:8787/pages/${id}` },
  ]);
  for (const speak of [modern, legacy]) {
    const { contents } = (await speak(edna, "resources/read", { uri: `page://${id}` })).body.result;
    expect(contents).toEqual([
      { uri: `page://${id}`, mimeType: "text/markdown", text: "# Zwiebelkuchen\n\nwith onions" },
    ]);
    expect((await speak(edna, "resources/templates/list")).body.result.resourceTemplates[0].uriTemplate).toBe(
      "page://{id}",
    );
  }
  for (const uri of ["page://nothing-here", "page://../x", "file:///etc/passwd"])
    expect((await modern(edna, "resources/read", { uri })).body.error.code, uri).toBe(-32602);
});

test("applies several edits as one change, based on the revision read", async () => {
  const id = await makePage(w, { content: "a\nb\nc\nd" });
  const edits = [
    { op: "insert", startLine: 1, content: "top" },
    { op: "replace", startLine: 2, content: "B" },
    { op: "delete", startLine: 3, endLine: 4 },
    { op: "append", content: "end" },
    { op: "replace_text", oldText: "a", newText: "A" },
  ];
  const { data, text } = await callTool(edna, "edit_page", { page: id, baseRevision: 1, edits, title: "Letters" });
  expect(data, text).toMatchObject({ changed: true, revision: 2, title: "Letters", warnings: [] });
  expect(await textOf(id)).toBe("top\nA\nB\nend");
  const { versions } = (await w.as("olivia").get(`/api/pages/${id}/versions`)).body;
  expect(versions).toMatchObject([
    { version: 2, token: { name: "test" } },
    { version: 1, token: null },
  ]);
});

test("applies a stale edit to the intended line, and keeps every word of both sides", async () => {
  const id = await makePage(w, { content: "# Launch\nDate: open\nOwner: open" });
  const { data } = await callTool(edna, "fetch", { id });
  const person = w.as("olivia");
  await person.patch(`/api/pages/${id}`, { baseRevision: 1, content: "> Draft\n\n# Launch\nDate: open\nOwner: Ann" });
  const edits = [{ op: "replace", startLine: 2, content: "Date: 1 December" }];
  const edited = await callTool(edna, "edit_page", { page: id, baseRevision: data.revision, edits });
  expect(edited.data.text).toContain("   4 | Date: 1 December");
  expect(await textOf(id)).toBe("> Draft\n\n# Launch\nDate: 1 December\nOwner: Ann");
  await Promise.all([
    callTool(edna, "edit_page", { page: id, baseRevision: 3, edits: [{ op: "append", content: "Tool was here" }] }),
    person.patch(`/api/pages/${id}`, { baseRevision: 3, content: `Person was here\n${await textOf(id)}` }),
  ]);
  expect(await textOf(id)).toBe("Person was here\n> Draft\n\n# Launch\nDate: 1 December\nOwner: Ann\nTool was here");
});

test("returns the result of a dry run and changes nothing", async () => {
  const id = await makePage(w, { content: "a\nb" });
  await w.as("olivia").patch(`/api/pages/${id}`, { baseRevision: 1, content: "new\na\nb" });
  const edits = [{ op: "replace", startLine: 2, content: "B" }];
  const { data } = await callTool(edna, "edit_page", { page: id, baseRevision: 1, edits, dryRun: true });
  expect(data.revision).toBe(2);
  expect(data.diff).toBe("@@ -1 +1 @@\n new\n a\n-b\n+B");
  expect(await textOf(id)).toBe("new\na\nb");
});

test("rejects an impossible edit, changes nothing, and names the next step", async () => {
  const id = await makePage(w, { content: "one\ntwo\ntwo" });
  const send = (edit: object, more: object = {}) =>
    callTool(edna, "edit_page", { page: id, baseRevision: 1, edits: [edit], ...more });
  const refusals: [object, object, RegExp][] = [
    [{ op: "replace", startLine: 4, content: "x" }, {}, /line_out_of_range.*Revision is now 1; lines 1–3 of 3 are:/s],
    [{ op: "delete", startLine: 3, endLine: 2 }, {}, /end before they begin/],
    [{ op: "replace_text", oldText: "three", newText: "x" }, {}, /does not occur in the page/],
    [{ op: "replace_text", oldText: "two", newText: "x" }, {}, /2 times.*all: true/],
    [{ op: "replace_text", oldText: "", newText: "x" }, {}, /empty/],
    [{ op: "replace", startLine: 1 }, {}, /requires content/],
    [{ op: "rewrite", startLine: 1 }, {}, /edits\.0\.op/],
    [{ op: "append", content: "x" }, { baseRevision: 99 }, /revision_conflict.*Revision is now 1/s],
    [{ op: "append", content: "x" }, { expectedRevision: 0 }, /revision_conflict.*Revision is now 1/s],
    [{ op: "append", content: "x" }, { unknown: 1 }, /unknown/i],
  ];
  for (const [sent, more, expected] of refusals) {
    const { isError, text } = await send(sent, more);
    expect([isError, text], JSON.stringify(sent)).toEqual([true, expect.stringMatching(expected)]);
  }
  const overlapping = [
    { op: "replace", startLine: 1, content: "x" },
    { op: "delete", startLine: 1, endLine: 2 },
  ];
  expect((await callTool(edna, "edit_page", { page: id, baseRevision: 1, edits: overlapping })).text).toContain(
    "same lines",
  );
  expect(await textOf(id)).toBe("one\ntwo\ntwo");
});

test("returns an error to callers who cannot edit, and reveals nothing to those who cannot view", async () => {
  const id = await makePage(w, { content: "secret" });
  const append = { page: id, baseRevision: 1, edits: [{ op: "append", content: "x" }] };
  const vera = (await w.token("vera")).raw;
  expect((await callTool(vera, "edit_page", append)).text).toMatch(/^forbidden: /);
  const oscar = (await w.token("oscar")).raw;
  const elsewhere = (await w.token("olivia", { drives: [await makeDrive(w)] })).raw;
  for (const token of [oscar, elsewhere]) {
    for (const [name, args] of [
      ["fetch", { id }],
      ["edit_page", append],
      ["history", { page: id }],
      ["trash_pages", { pageIds: [id] }],
      ["list_pages", { driveId: w.drive }],
    ] as const) {
      const { isError, text } = await callTool(token, name, args);
      expect([isError, text], name).toEqual([true, expect.stringMatching(/^not_found: /)]);
      expect(text, name).not.toContain("secret");
    }
    expect((await callTool(token, "list_drives")).text).not.toContain(w.drive);
    expect((await callTool(token, "search", { query: "secret" })).data.results).toEqual([]);
  }
  expect(await textOf(id)).toBe("secret");
});

test("creates, moves, trashes and restores a tree of pages", async () => {
  const pages = [
    { title: "Plan" },
    { title: "Tasks", type: "TASK_LIST", content: "- [ ] Write", parent: 0 },
    { title: "Budget", type: "SHEET", content: "a,b", parent: 1 },
  ];
  const made = await callTool(olivia, "create_pages", { driveId: w.drive, pages });
  expect(
    made.data?.pages.map(({ path }: { path: string }) => path),
    made.text,
  ).toEqual(["/Plan", "/Plan/Tasks", "/Plan/Tasks/Budget"].map((path) => `/${w.drive}${path}`));
  const [plan, tasks, budget] = made.data.pages.map(({ id }: { id: string }) => id);
  expect(
    (await callTool(olivia, "move_pages", { pageIds: [budget], driveId: w.drive, parentId: plan })).data.moved,
  ).toHaveLength(1);
  expect((await callTool(olivia, "move_pages", { pageIds: [plan], driveId: w.drive, parentId: tasks })).text).toMatch(
    /^cycle: /,
  );
  expect((await callTool(olivia, "trash_pages", { pageIds: [plan] })).data.trashed).toEqual([
    { id: plan, title: "Plan", pages: 3 },
  ]);
  expect((await callTool(olivia, "list_pages", { driveId: w.drive, trashed: true })).text).toContain(plan);
  expect((await callTool(olivia, "restore_pages", { pageIds: [plan, "nothing-here"] })).data).toMatchObject({
    restored: [{ id: plan, restoredToRoot: false }],
    failed: { id: "nothing-here" },
  });
  expect(
    (await callTool(olivia, "create_pages", { driveId: w.drive, pages: [{ title: "X", parent: 0 }] })).text,
  ).toContain("an earlier page");
  expect(
    (await callTool(olivia, "create_pages", { driveId: w.drive, pages: [{ title: "X", type: "FILE" }] })).isError,
  ).toBe(true);
  expect((await callTool(edna, "create_pages", { driveId: w.drive, pages: [{ title: "X" }] })).text).toMatch(
    /^forbidden: /,
  );
});

test("sets cells by name, and adds rows and columns to a valid sheet", async () => {
  const id = await makePage(w, { content: 'Item,Cost\n"Tea, green",2', type: "SHEET" });
  const cells = [
    { cell: "B2", value: "3" },
    { cell: "B4", value: "=SUM(B2:B3)" },
    { cell: "A4", value: 'All "in"' },
  ];
  expect((await callTool(edna, "edit_cells", { page: id, baseRevision: 1, cells })).data?.changed).toBe(true);
  expect(await textOf(id)).toBe('Item,Cost\n"Tea, green",3\n\n"All ""in""",=SUM(B2:B3)');
  const refused = (cell: string) =>
    callTool(edna, "edit_cells", { page: id, baseRevision: 2, cells: [{ cell, value: "x" }] });
  for (const cell of ["A1:B2", "7", "XFE1", "A1048576", "'; drop", "B0"])
    expect((await refused(cell)).isError, cell).toBe(true);
  const broken = { page: id, baseRevision: 2, edits: [{ op: "replace", startLine: 1, content: 'a"b' }] };
  expect((await callTool(edna, "edit_page", broken)).text).toMatch(/^invalid_content: Line 1/);
  const document = await makePage(w, { content: "text" });
  expect((await callTool(edna, "edit_cells", { page: document, baseRevision: 1, cells })).text).toMatch(
    /^not_editable: /,
  );
});

test("inserts added rows before a sheet's settings, by cells or by text", async () => {
  const settings = "#octavo-sheet width:A:90";
  const id = await makePage(w, { content: `a,b\n${settings}`, type: "SHEET" });
  const cells = [{ cell: "B3", value: "x" }];
  expect((await callTool(edna, "edit_cells", { page: id, baseRevision: 1, cells })).data?.changed).toBe(true);
  expect(await textOf(id)).toBe(`a,b\n\n,x\n${settings}`);
  const edits = [{ op: "append", content: "y" }];
  expect((await callTool(edna, "edit_page", { page: id, baseRevision: 2, edits })).data?.changed).toBe(true);
  expect(await textOf(id)).toBe(`a,b\n\n,x\ny\n${settings}`);
});

test("completes tasks by line and by text, edits and adds them", async () => {
  const id = await makePage(w, { content: "# To do\n- [ ] Write\n- [x] Read\n- [ ] Write more", type: "TASK_LIST" });
  const set = [
    { text: "Write", done: true },
    { line: 3, done: false, newTitle: "Read again" },
  ];
  const added = await callTool(edna, "update_tasks", { page: id, baseRevision: 1, set, add: [{ title: "Send" }] });
  expect(added.data?.changed, added.text).toBe(true);
  expect(await textOf(id)).toBe("# To do\n- [x] Write\n- [ ] Read again\n- [ ] Write more\n- [ ] Send");
  for (const bad of [{ line: 1 }, { line: 99 }, { text: "nothing" }, { text: "e" }, {}])
    expect(
      (await callTool(edna, "update_tasks", { page: id, baseRevision: 2, set: [bad] })).isError,
      JSON.stringify(bad),
    ).toBe(true);
});

test("posts and lists messages on pages with conversations", async () => {
  const id = await makePage(w, { content: "", type: "CHANNEL", title: "Talk" });
  const posted = await callTool(edna, "post_message", { page: id, content: "Hello" });
  expect(
    (await callTool(edna, "post_message", { page: id, content: "And you?", replyTo: posted.data.id })).isError,
  ).toBe(false);
  const { data } = await callTool(olivia, "fetch", { id });
  expect(
    data.messages.map(({ author, content }: { author: string; content: string }) => [author, content]),
  ).toContainEqual(["test, for edna", "Hello"]);
  const edit = { page: id, baseRevision: 1, edits: [{ op: "append", content: "x" }] };
  expect((await callTool(edna, "edit_page", edit)).text).toMatch(/^not_editable: .*post_message/);
});

test("restores a version, and reverts only a tool's own text", async () => {
  const id = await makePage(w, { content: "one\ntwo" });
  const tool = await w.token("edna");
  await callTool(tool.raw, "edit_page", {
    page: id,
    baseRevision: 1,
    edits: [{ op: "append", content: "by the tool" }],
  });
  await w.as("olivia").patch(`/api/pages/${id}`, { baseRevision: 2, content: "by a person\none\ntwo\nby the tool" });
  const { data } = await callTool(tool.raw, "history", { page: id, limit: 2 });
  expect(data.versions).toMatchObject([
    { author: "olivia", tool: null },
    { author: "edna", tool: "test" },
  ]);
  expect(data.nextCursor).not.toBeNull();
  const { diff } = (await callTool(tool.raw, "history", { page: id, version: 2 })).data;
  expect(diff).toMatchObject({ from: 1, to: 2, added: 1, removed: 0 });
  expect(diff.text).toContain("+by the tool");
  const planned = await callTool(tool.raw, "revert", { dryRun: true });
  expect(planned.data.pages).toMatchObject([{ id, outcome: "would_undo" }]);
  expect((await callTool(edna, "revert", { dryRun: true })).text).not.toContain(id);
  expect((await callTool(tool.raw, "revert", { minutes: 5 })).data.pages).toMatchObject([{ id, outcome: "undone" }]);
  expect(await textOf(id)).toBe("by a person\none\ntwo");
  expect((await callTool(tool.raw, "revert", { page: id, version: 1 })).data.pages).toMatchObject([
    { outcome: "restored" },
  ]);
  expect(await textOf(id)).toBe("one\ntwo");
});

test("rejects hostile arguments or treats them as plain text", async () => {
  const id = await makePage(w, { content: "one" });
  const deep = JSON.parse(`${'{"a":'.repeat(100)}1${"}".repeat(100)}`);
  const calls: [string, Record<string, unknown>][] = [
    ["fetch", { id: { $ne: null } }],
    ["fetch", { id: "../../etc/passwd" }],
    ["fetch", { id, startLine: 1e308 }],
    ["fetch", { id: "x".repeat(3_000) }],
    ["search", { query: "\u0000" }],
    ["search", { query: "a".repeat(500) }],
    ["list_pages", { driveId: "' or 1=1 --" }],
    ["edit_page", { page: id, baseRevision: -1, edits: [] }],
    ["edit_page", { page: id, baseRevision: 1, edits: deep }],
    [
      "edit_page",
      { page: id, baseRevision: 1, edits: Array.from({ length: 201 }, () => ({ op: "append", content: "x" })) },
    ],
    ["edit_page", { page: id, baseRevision: 1, edits: [{ op: "append", content: "x".repeat(1_000_000) }] }],
    ["trash_pages", { pageIds: [] }],
    ["trash_pages", { pageIds: ["__proto__"] }],
    ["post_message", { page: id, content: "\ud800" }],
  ];
  for (const [name, args] of calls) {
    const { isError, text } = await callTool(olivia, name, args);
    expect([isError, text], `${name} ${JSON.stringify(args).slice(0, 60)}`).toEqual([
      true,
      expect.not.stringMatching(/^internal/),
    ]);
  }
  const content = "<script>alert(1)</script>\u0007\ud800";
  const taken = await callTool(olivia, "edit_page", { page: id, baseRevision: 1, edits: [{ op: "append", content }] });
  expect(taken.isError).toBe(false);
  expect(await textOf(id)).toBe("one\n<script>alert(1)</script>\ufffd");
});
