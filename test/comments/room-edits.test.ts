/** Threads stay on their words, whatever changes the text of the page. */
import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { connect } from "../live/peer.ts";
import { d1 } from "../support/d1.ts";
import { makePage, world } from "../support/world.ts";
import { kill, listed, open, openOne, pageRef, place, anchor, roomOf, stands, stored, textOf } from "./threads.ts";

const TEXT = ["# Plan", "", "The quick brown fox jumps.", "", "It sleeps until noon.", "", "The end."].join("\n");

test("follows words that people type around, into and away over their sockets", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [fox = "", sleeps = "", end = ""] = await open(id, ["brown fox", "sleeps until noon", "The end"]);
  const edna = await connect(w, "edna", id);
  edna.type(0, "Title: ");
  const fur = edna.text.toString().indexOf("brown") + "brown".length;
  edna.type(fur, "ish");
  const gone = edna.text.toString().indexOf("The end");
  edna.text.delete(gone, "The end".length);
  await edna.saved();
  expect(await stands(w, id, fox)).toEqual(["changed", "brownish fox"]);
  expect(await stands(w, id, sleeps)).toEqual(["anchored", "sleeps until noon"]);
  expect(await stands(w, id, end)).toEqual(["detached", ""]);
  expect(await listed(id)).toMatchObject(
    [{ startLine: 3 }, { startLine: 5, endLine: 5 }, { startLine: 7 }].map((line) => expect.objectContaining(line)),
  );
});

test("brings back words that are undone over the socket", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const fox = await openOne(id, "brown fox");
  const edna = await connect(w, "edna", id);
  const undo = new Y.UndoManager(edna.text);
  edna.text.delete(TEXT.indexOf("quick"), "quick brown fox".length);
  await edna.saved();
  expect(await stands(w, id, fox)).toEqual(["detached", ""]);
  undo.undo();
  await edna.saved();
  expect(await stands(w, id, fox)).toEqual(["anchored", "brown fox"]);
});

test("follows edits by line, whole bodies, stale ones too, and appended text", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [fox = "", end = ""] = await open(id, ["brown fox", "The end"]);
  const { client } = await w.token("dora");
  await client.post("/api/mcp/documents", { pageId: id, operation: "read" });
  await client.post("/api/mcp/documents", { pageId: id, operation: "insert", startLine: 1, content: "Above all\n" });
  const body = TEXT.replace("The end.", "The end, at last.");
  const patched = await w.as("olivia").patch(`/api/pages/${id}`, { content: body, baseRevision: 1 });
  expect(patched.status).toBe(200);
  await w.as("olivia").patch(`/api/pages/${id}`, { content: `${await textOf(w, id)}\nThe end of another.` });
  expect(await textOf(w, id)).toBe(`Above all\n${body}\nThe end of another.`.replace("\n# Plan", "\n\n# Plan"));
  expect(await stands(w, id, fox)).toEqual(["anchored", "brown fox"]);
  expect(await stands(w, id, end)).toEqual(["anchored", "The end"]);
  const [first] = await listed(id);
  expect(first).toMatchObject({ startLine: 5 });
});

test("follows text that is typed and then edited by a tool before D1 has it", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [fox = "", noon = ""] = await open(id, ["brown fox", "until noon"]);
  const edna = await connect(w, "edna", id);
  edna.type(TEXT.indexOf("brown"), "dark ");
  edna.text.delete(0, 2);
  await edna.saved();
  const moved = `It sleeps until noon.\n\n${edna.text.toString().replace("It sleeps until noon.\n\n", "")}`;
  await w.as("olivia").patch(`/api/pages/${id}`, { content: moved });
  expect(await stands(w, id, fox)).toEqual(["anchored", "brown fox"]);
  expect(await stands(w, id, noon)).toEqual(["anchored", "until noon"]);
});

test("follows edits of several pages at once", async () => {
  const w = await world();
  const ids = [await makePage(w, { content: TEXT }), await makePage(w, { content: TEXT })];
  const [first = "", second = ""] = ids;
  const threads = [await openOne(first, "brown fox"), await openOne(second, "The end")];
  const { status } = await w.as("olivia").post("/api/pages/bulk/update-content", {
    updates: ids.map((pageId) => ({ pageId, content: "More\n", operation: "prepend" })),
  });
  expect(status).toBe(200);
  expect(await stands(w, first, threads[0] ?? "")).toEqual(["anchored", "brown fox"]);
  expect(await stands(w, second, threads[1] ?? "")).toEqual(["anchored", "The end"]);
});

test("finds lost words again when a version or a tool's edits are taken back", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [fox = "", end = ""] = await open(id, ["fox", "The end"]);
  const { client, id: tokenId } = await w.token("edna");
  await client.post("/api/mcp/documents", { pageId: id, operation: "read" });
  await client.post("/api/mcp/documents", {
    pageId: id,
    operation: "replace",
    startLine: 3,
    content: "Rewritten by a tool.",
  });
  expect((await stands(w, id, fox))[0]).toBe("detached");
  const undone = await w.as("edna").post("/api/history/undo", { tokenId, since: "2020-01-01T00:00:00Z" });
  expect(undone.body.pages).toMatchObject([{ outcome: "undone" }]);
  expect(await stands(w, id, fox)).toEqual(["anchored", "fox"]);
  await w.as("dora").patch(`/api/pages/${id}`, { content: "A fox.\n\nAnother fox." });
  await w.as("olivia").patch(`/api/pages/${id}`, { content: "All gone." });
  expect((await stands(w, id, end))[0]).toBe("detached");
  const restored = await w.as("dora").post(`/api/pages/${id}/versions/1/restore`);
  expect(restored.status).toBe(200);
  expect(await textOf(w, id)).toBe(TEXT);
  expect(await stands(w, id, fox)).toEqual(["anchored", "fox"]);
  expect(await stands(w, id, end)).toEqual(["anchored", "The end"]);
});

test("finds the line that is meant among equal ones when a version is restored, by its former place", async () => {
  const w = await world();
  const line = "Each of these lines is the same as all of the others around it.";
  const content = Array.from({ length: 9 }, () => line).join("\n");
  const id = await makePage(w, { content });
  const from = 4 * (line.length + 1);
  const fifth = await openOne(id, { kind: "text", from, to: from + line.length });
  // The line is gone before the others are, so that no removed piece tells where it was.
  const lines = [line, line, line, "Numbers: 1, 2, 3.", line, line];
  await w.as("dora").patch(`/api/pages/${id}`, { content: lines.join("\n") });
  await w.as("dora").patch(`/api/pages/${id}`, { content: "Nothing of it." });
  expect((await stands(w, id, fifth))[0]).toBe("detached");
  expect((await w.as("dora").post(`/api/pages/${id}/versions/1/restore`)).status).toBe(200);
  expect(await listed(id)).toMatchObject([{ id: fifth, state: "anchored", from, startLine: 5 }]);
});

test("carries stored anchors on when the room ended after edits that only moved them", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [fox = "", end = ""] = await open(id, ["brown fox", "The end"]);
  const edit = async (content: string) =>
    expect((await w.as("olivia").patch(`/api/pages/${id}`, { content })).status).toBe(200);
  await edit(`First.\n\n${TEXT}`);
  await edit(`First.\n\nSecond.\n\n${TEXT}`);
  expect(await stored(id, "select value from meta where key = 'anchored'")).toEqual([{ value: 1 }]);
  await kill(id);
  await edit(`First.\n\nSecond.\n\n${TEXT.replace("brown", "brownish")}`);
  expect(await stored(id, "select value from meta where key = 'anchored'")).toEqual([{ value: 4 }]);
  await kill(id);
  expect(await stands(w, id, fox)).toEqual(["changed", "brownish fox"]);
  expect(await stands(w, id, end)).toEqual(["anchored", "The end"]);
});

test("follows text that is typed into a room that is evicted again and again", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [fox = "", end = ""] = await open(id, ["brown fox", "The end"]);
  const edna = await connect(w, "edna", id);
  edna.type(0, "One ");
  await edna.saved();
  await evictDurableObject(roomOf(id));
  edna.type(0, "Two ");
  edna.text.delete(edna.text.toString().indexOf("brown"), 2);
  await edna.saved();
  await evictDurableObject(roomOf(id));
  expect(await stands(w, id, fox)).toEqual(["changed", "own fox"]);
  expect(await stands(w, id, end)).toEqual(["anchored", "The end"]);
});

test("leaves anchors as they were when an edit is refused", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const fox = await openOne(id, "brown fox");
  expect((await w.as("edna").patch(`/api/pages/${id}`, { content: `${TEXT}\n` })).status).toBe(200);
  const before = await stored(id, "select * from anchors");
  await d1`update drive_members set rights = 1 where user_id = ${w.ids.edna}`.run();
  const { status } = await w.as("edna").patch(`/api/pages/${id}`, { content: "Nothing is left." });
  expect(status).not.toBe(200);
  expect(await stored(id, "select * from anchors")).toEqual(before);
  expect(await stands(w, id, fox)).toEqual(["anchored", "brown fox"]);
});

test("places anchors at the revision that their author saw", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  await w.as("olivia").patch(`/api/pages/${id}`, { content: `First.\n\n${TEXT.replace("The end.", "")}` });
  const from = TEXT.indexOf("brown fox");
  const placed = await place(id, [anchor({ kind: "text", from, to: from + 9 }), anchor("sleeps")], 1);
  expect(placed).toMatchObject({
    ok: true,
    revision: 2,
    anchors: [{ quote: "brown fox", from: from + 8 }, { quote: "sleeps" }],
  });
  const errors = [
    await place(id, [anchor("The end")], 1),
    await place(id, [anchor("The end")]),
    await place(id, [anchor("e")]),
    await place(id, [anchor({ kind: "text", from: 3, to: 3 })]),
    await place(id, [anchor({ kind: "text", from: 3, to: 3_000 })]),
    await place(id, [anchor("fox")], 7),
    await place("no-page", [anchor("fox")]),
  ];
  expect(errors.map((reply) => (reply.ok ? null : reply.error))).toEqual([
    { code: "words_gone" },
    { code: "quote_missing" },
    expect.objectContaining({ code: "quote_ambiguous" }),
    { code: "range_invalid" },
    { code: "range_invalid" },
    { code: "base_unknown", base: 7, currentRevision: 2 },
    { code: "refused" },
  ]);
});

test("creates nothing for a page that was never edited when its threads are listed", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  expect(await roomOf(id).anchors({ ...pageRef(id), stored: 1 }, null)).toEqual({ revision: 1, anchors: [] });
  expect(await stored(id, "select name from sqlite_master where name not like '\\_cf%' escape '\\'")).toEqual([]);
});
