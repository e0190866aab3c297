/** Threads on the cells of a sheet stay with their cells. */
import { expect, test } from "vitest";
import { makePage, world, type World } from "../support/world.ts";
import { connect } from "../live/peer.ts";
import { anchor, kill, listed, openOne, pageRef, place, stored, textOf } from "./threads.ts";

const ROWS = ["name,count,total", "north,3,=B2*2", "south,5,=B3*2", "east,4,=B4*2", "west,,=B5*2"];
const TEXT = ROWS.join("\n");

const sheet = (w: World): Promise<string> => makePage(w, { type: "SHEET", content: TEXT });
const cell = (row: number, column: number, endRow = row, endColumn = column) =>
  ({ kind: "cells", row, column, endRow, endColumn }) as const;
const range = (row: number, column: number, endRow = row, endColumn = column) => ({ row, column, endRow, endColumn });

const put = async (w: World, id: string, content: string): Promise<void> =>
  expect((await w.as("olivia").patch(`/api/pages/${id}`, { content })).status).toBe(200);

const placeOf = async (w: World, pageId: string, id: string) => {
  const found = (await listed(pageRef(pageId, "SHEET"))).find((each) => each.id === id);
  if (found === undefined) throw new Error("The room does not know the thread.");
  const { state, cells, from, to } = found;
  return { state, cells, words: (await textOf(w, pageId)).slice(from, to) };
};

test("moves threads with rows that are inserted, moved and sorted", async () => {
  const w = await world();
  const id = await sheet(w);
  const ref = pageRef(id, "SHEET");
  const five = await openOne(ref, cell(2, 1));
  const block = await openOne(ref, cell(1, 0, 2, 1));
  await put(
    w,
    id,
    [ROWS[0], "new,1,=B2*2", ...ROWS.slice(1).map((row, i) => row.replace(/B\d/, `B${i + 3}`))].join("\n"),
  );
  expect(await placeOf(w, id, five)).toEqual({ state: "anchored", cells: range(3, 1), words: "5" });
  expect(await placeOf(w, id, block)).toMatchObject({ state: "anchored", cells: range(2, 0, 3, 1) });
  const text = (await textOf(w, id)).split("\n");
  const [head = "", ...rows] = text;
  const sorted = rows.toSorted().map((row, i) => row.replace(/B\d/, `B${i + 2}`));
  await put(w, id, [head, ...sorted].join("\n"));
  const row = sorted.findIndex((each) => each.startsWith("south")) + 1;
  expect(await placeOf(w, id, five)).toEqual({ state: "anchored", cells: range(row, 1), words: "5" });
});

test("keeps a thread on its cell while the cell is typed into, and after the room was killed", async () => {
  const w = await world();
  const id = await sheet(w);
  const five = await openOne(pageRef(id, "SHEET"), cell(2, 1));
  const edna = await connect(w, "edna", id);
  const at = TEXT.indexOf("5,=B3");
  edna.text.delete(at, 1);
  edna.type(at, "55");
  edna.type(0, "the ");
  await edna.saved();
  expect(await placeOf(w, id, five)).toEqual({ state: "changed", cells: range(2, 1), words: "55" });
  await kill(id);
  await put(w, id, (await textOf(w, id)).replace("55", "5"));
  expect(await placeOf(w, id, five)).toEqual({ state: "anchored", cells: range(2, 1), words: "5" });
});

test("keeps a thread whose row is deleted, and puts it back when the row is", async () => {
  const w = await world();
  const id = await sheet(w);
  const south = await openOne(pageRef(id, "SHEET"), cell(2, 0));
  await put(w, id, ROWS.filter((row) => !row.startsWith("south")).join("\n"));
  expect((await placeOf(w, id, south)).state).toBe("detached");
  await kill(id);
  expect((await w.as("olivia").post(`/api/pages/${id}/versions/1/restore`)).status).toBe(200);
  expect(await placeOf(w, id, south)).toEqual({ state: "anchored", cells: range(2, 0), words: "south" });
});

test("accepts empty cells and cells behind a row's last one, and none outside the sheet or of a document", async () => {
  const w = await world();
  const [id, document] = [await sheet(w), await makePage(w, { content: TEXT })];
  const ref = pageRef(id, "SHEET");
  expect(await place(ref, [anchor(cell(4, 1)), anchor(cell(4, 7))])).toMatchObject({
    ok: true,
    anchors: [
      { quote: "", cells: range(4, 1) },
      { quote: "", cells: range(4, 7) },
    ],
  });
  const refused = { ok: false, error: { code: "range_invalid" } };
  expect(await place(ref, [anchor(cell(5, 0))])).toEqual(refused);
  expect(await place(ref, [anchor(cell(2, 0, 1, 0))])).toEqual(refused);
  expect(await place(document, [anchor(cell(0, 0))])).toEqual(refused);
  // An empty cell has no words to lose.
  const [empty = ""] = (await listed(ref)).map((each) => each.id);
  await put(w, id, `${TEXT}\nnew,1,2`);
  expect(await placeOf(w, id, empty)).toMatchObject({ state: "anchored" });
  expect(await stored(id, "select count(*) as n from anchors")).toEqual([{ n: 2 }]);
});

test("carries the cells that somebody saw in an earlier text to the present one", async () => {
  const w = await world();
  const id = await sheet(w);
  await put(w, id, [ROWS[0], ROWS[3], ROWS[1], ROWS[4]].join("\n"));
  const ref = pageRef(id, "SHEET");
  expect(await place(ref, [anchor(cell(3, 0))], 1)).toMatchObject({ ok: true, anchors: [{ cells: range(1, 0) }] });
  expect(await place(ref, [anchor(cell(2, 0))], 1)).toEqual({ ok: false, error: { code: "words_gone" } });
});
