/** Bulk operations: every page is authorized, and either all of them change or none. */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { EditCommand } from "../../src/rpc/page-room.ts";
import { makePage, world, type Client, type World, makeDrive, addMember } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

const newPage = (w: World, title: string, more: object = {}): Promise<string> =>
  makePage(w, { title, content: title, ...more });

const newPages = (w: World, n: number): Promise<string[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => newPage(w, `page ${i}`)));

const bulk = (client: Client, what: string, body: unknown) => client.post(`/api/pages/bulk/${what}`, body);

const titleOf = async (w: World, id: string): Promise<string> =>
  (await w.as("olivia").get(`/api/pages/${id}`)).body.title;
const textOf = async (w: World, id: string): Promise<string> =>
  (await w.as("olivia").get(`/api/pages/${id}`)).body.content;

/** The drive's stored page count and its actual count. */
async function counts(drive: string): Promise<[stored: unknown, live: unknown]> {
  const live = `with recursive live (id) as (select id from pages where drive_id = ?1 and parent_id is null and trashed_at is null
    union all select p.id from live join pages p on p.parent_id = live.id and p.drive_id = ?1 and p.trashed_at is null) select count(*) as n from live`;
  return [
    await d1`select page_count as n from drives where id = ${drive}`.first("n"),
    await env.DB.prepare(live).bind(drive).first("n"),
  ];
}

test("creates a page structure with texts, types and order", async () => {
  const w = await world();
  const parentId = await newPage(w, "parent");
  const { status, body } = await bulk(w.as("olivia"), "create-structure", {
    driveId: w.drive,
    parentId,
    structure: [
      {
        title: "Guide",
        type: "FOLDER",
        children: [
          { title: "Intro", type: "DOCUMENT", content: "# Hello\r\nthere" },
          { title: "Data", type: "SHEET", content: "a,b" },
        ],
      },
      { title: "Todo", type: "TASK_LIST" },
    ],
  });
  expect([status, body.stats]).toEqual([
    201,
    { totalCreated: 4, byType: { FOLDER: 1, DOCUMENT: 1, SHEET: 1, TASK_LIST: 1 }, maxDepth: 2 },
  ]);
  expect(body.createdPages.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    "Guide",
    "Guide/Data",
    "Guide/Intro",
    "Todo",
  ]);
  const children = (await w.as("olivia").get(`/api/pages/${parentId}/children`)).body;
  expect(children.map(({ title }: { title: string }) => title)).toEqual(["Guide", "Todo"]);
  const intro = body.createdPages.find(({ title }: { title: string }) => title === "Intro");
  expect(await textOf(w, intro.id)).toBe("# Hello\nthere");
  const [stored, live] = await counts(w.drive);
  expect(stored).toBe(live);
});

test.each([
  [
    "a FILE page",
    {
      structure: [
        { title: "A", type: "DOCUMENT" },
        { title: "F", type: "FILE" },
      ],
    },
    "use_upload",
  ],
  ["an empty title", { structure: [{ title: " ", type: "DOCUMENT" }] }, "invalid_request"],
  ["no page", { structure: [] }, "invalid_request"],
  [
    "501 pages",
    {
      structure: [
        { title: "A", type: "FOLDER", children: Array.from({ length: 500 }, () => ({ title: "b", type: "CODE" })) },
      ],
    },
    "invalid_request",
  ],
  ["a parent elsewhere", { parentId: "nowhere", structure: [{ title: "A", type: "DOCUMENT" }] }, "parent_invalid"],
])("rejects a structure with %s and creates nothing", async (_, input, code) => {
  const w = await world();
  const { status, body } = await bulk(w.as("olivia"), "create-structure", { driveId: w.drive, ...input });
  expect([status, body.code]).toEqual([400, code]);
  expect(await counts(w.drive)).toEqual([0, 0]);
});

test("rejects 65 levels, and creates 500 pages with large texts", async () => {
  const w = await world();
  let deep: object = { title: "end", type: "FOLDER" };
  for (let i = 0; i < 64; i += 1) deep = { title: `level ${i}`, type: "FOLDER", children: [deep] };
  const refused = await bulk(w.as("olivia"), "create-structure", { driveId: w.drive, structure: [deep] });
  expect([refused.status, refused.body.code]).toEqual([400, "parent_invalid"]);
  const content = 'a "quoted" line\n'.repeat(400);
  const structure = Array.from({ length: 500 }, (_, i) => ({
    title: `p${i}`,
    type: "DOCUMENT",
    content: i % 2 ? content : "",
  }));
  const made = await bulk(w.as("olivia"), "create-structure", { driveId: w.drive, structure });
  expect(made.status).toBe(201);
  expect(await textOf(w, made.body.createdPages[499].id)).toBe(content);
  expect(await counts(w.drive)).toEqual([500, 500]);
});

nightly(
  "trashes 200 pages in one call, and restores a page together with the descendants trashed with it",
  async () => {
    const w = await world();
    const ids = await newPages(w, 198);
    const top = await newPage(w, "top");
    const under = await newPage(w, "under", { parentId: top });
    const { status, body } = await bulk(w.as("dora"), "delete", { pageIds: [...ids, top, under] });
    expect([status, body.totalDeleted]).toEqual([200, 200]);
    expect(body.deletedPages.slice(-2)).toEqual([
      { id: top, title: "top", deletedCount: 2 },
      { id: under, title: "under", deletedCount: 0 },
    ]);
    expect(await counts(w.drive)).toEqual([0, 0]);
    await w.as("dora").post(`/api/pages/${top}/restore`);
    expect((await w.as("vera").get(`/api/pages/${under}`)).body.isTrashed).toBe(false);
    expect(await counts(w.drive)).toEqual([2, 2]);
  },
);

test.each([
  ["delete", {}],
  ["rename", { pattern: { type: "prefix", text: "x" } }],
  ["move", {}],
])("rejects the whole bulk %s and names the page that the caller cannot access", async (what, more) => {
  const w = await world();
  const mine = await newPages(w, 3);
  const hidden = await newPage(w, "hidden");
  await w.as("olivia").post(`/api/pages/${hidden}/permissions`, { userId: w.ids.dora });
  const readable = await newPage(w, "readable");
  await w.as("olivia").post(`/api/pages/${readable}/permissions`, { userId: w.ids.dora, canView: true });
  const target = await newPage(w, "target");
  const body = { ...more, targetDriveId: w.drive, targetParentId: target };
  const unseen = await bulk(w.as("dora"), what, { ...body, pageIds: [...mine, hidden] });
  expect([unseen.status, unseen.body.error.includes(hidden)]).toEqual([404, true]);
  const absent = await bulk(w.as("dora"), what, { ...body, pageIds: [...mine, "no-such-page"] });
  expect(absent.body.error.replace("no-such-page", hidden)).toBe(unseen.body.error);
  const seen = await bulk(w.as("dora"), what, { ...body, pageIds: [...mine, readable] });
  expect([seen.status, seen.body.error.includes(readable)]).toEqual([403, true]);
  for (const id of mine) {
    expect((await w.as("olivia").get(`/api/pages/${id}`)).body).toMatchObject({ isTrashed: false, parentId: null });
    expect(await titleOf(w, id)).toMatch(/^page/);
  }
});

test("moves pages in the requested order, to the end or between two siblings", async () => {
  const w = await world();
  const [a = "", b = "", c = "", d = ""] = await newPages(w, 4);
  const target = await newPage(w, "target");
  await bulk(w.as("edna"), "move", { pageIds: [a, d], targetDriveId: w.drive, targetParentId: target });
  await bulk(w.as("edna"), "move", { pageIds: [c, b], targetDriveId: w.drive, targetParentId: target, position: 1.5 });
  const order = (await w.as("vera").get(`/api/pages/${target}/children`)).body.map(({ id }: { id: string }) => id);
  expect(order.filter((id: string) => [b, c].includes(id))).toEqual([c, b]);
  expect(order).toEqual([a, c, b, d]);
});

test("rejects a move of a page into itself or its descendants, alone and in a list", async () => {
  const w = await world();
  const top = await newPage(w, "top");
  const under = await newPage(w, "under", { parentId: top });
  const deeper = await newPage(w, "deeper", { parentId: under });
  const other = await newPage(w, "other");
  for (const targetParentId of [top, under, deeper]) {
    const { status, body } = await bulk(w.as("olivia"), "move", {
      pageIds: [other, top],
      targetDriveId: w.drive,
      targetParentId,
    });
    expect([status, body.code]).toEqual([400, "cycle"]);
  }
  expect((await w.as("olivia").get(`/api/pages/${other}`)).body.parentId).toBeNull();
});

test("returns the same error for a hidden target as for a missing one, and reveals nothing of its ancestors", async () => {
  const w = await world();
  const [own = "", other = ""] = await newPages(w, 2);
  const hidden = await newPage(w, "hidden", { parentId: own });
  const owner = w.as("olivia");
  await owner.post(`/api/pages/${hidden}/permissions`, { userId: w.ids.dora, canView: false });
  const answers: unknown[] = [];
  for (const targetParentId of [hidden, "no-such-page"]) {
    for (const pageIds of [[own], [other]]) {
      const { status, body } = await bulk(w.as("dora"), "move", { pageIds, targetDriveId: w.drive, targetParentId });
      answers.push([status, body.code, body.error]);
    }
  }
  expect(answers[0]).toEqual([400, "parent_invalid", expect.any(String)]);
  expect(answers).toEqual(Array.from({ length: 4 }, () => answers[0]));
});

test("keeps a tree without cycles or lost pages after 100 concurrent conflicting moves", async () => {
  const w = await world();
  const ids = await newPages(w, 12);
  const pick = (i: number): string => ids[i % ids.length] ?? "";
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      bulk(w.as("olivia"), "move", {
        pageIds: [pick(i), pick(i * 7 + 1)],
        targetDriveId: w.drive,
        targetParentId: pick(i * 5 + 3),
      }),
    ),
  );
  expect(await counts(w.drive)).toEqual([12, 12]);
});

test("moves a whole subtree to another drive, only for a caller who manages both drives", async () => {
  const w = await world();
  const mine = await makeDrive(w);
  const top = await newPage(w, "top");
  const under = await newPage(w, "under", { parentId: top });
  const trashed = await newPage(w, "trashed", { parentId: top });
  await w.as("olivia").delete(`/api/pages/${trashed}`);
  for (const [person, status] of [
    ["edna", 404],
    ["adam", 404],
    ["oscar", 404],
  ] as const) {
    expect((await bulk(w.as(person), "move", { pageIds: [top], targetDriveId: mine })).status).toBe(status);
  }
  await addMember(w, w.ids.adam, { driveId: mine, canView: true, canEdit: true });
  expect((await bulk(w.as("adam"), "move", { pageIds: [top], targetDriveId: mine })).status).toBe(403);
  expect((await bulk(w.as("olivia"), "move", { pageIds: [top], targetDriveId: mine })).status).toBe(200);
  for (const id of [top, under, trashed]) {
    expect((await w.as("olivia").get(`/api/pages/${id}`)).body.driveId).toBe(mine);
  }
  expect((await w.as("vera").get(`/api/pages/${under}`)).status).toBe(404);
  expect([await counts(w.drive), await counts(mine)]).toEqual([
    [0, 0],
    [2, 2],
  ]);
});

test("renames titles by literal patterns", async () => {
  const w = await world();
  const [a, b] = [await newPage(w, "Plan (a.b)"), await newPage(w, "plan $& x")];
  const rename = async (pattern: object): Promise<string[]> => {
    const { status, body } = await bulk(w.as("edna"), "rename", { pageIds: [a, b], pattern });
    expect(status).toBe(200);
    expect(body.renamedCount + body.unchangedCount).toBe(2);
    return [await titleOf(w, a), await titleOf(w, b)];
  };
  expect(await rename({ type: "find_replace", find: "(a.b)", replace: "$&" })).toEqual(["Plan $&", "plan $& x"]);
  expect(await rename({ type: "find_replace", find: "PLAN", replace: "Idea", caseSensitive: false })).toEqual([
    "Idea $&",
    "Idea $& x",
  ]);
  expect(await rename({ type: "template", template: "{index}. {title} {index}" })).toEqual([
    "1. Idea $& 1",
    "2. Idea $& x 2",
  ]);
  expect(await rename({ type: "suffix", text: " {title}" })).toEqual([
    "1. Idea $& 1 {title}",
    "2. Idea $& x 2 {title}",
  ]);
  const empty = await bulk(w.as("edna"), "rename", {
    pageIds: [a],
    pattern: { type: "find_replace", find: "1. Idea $& 1 {title}", replace: " " },
  });
  expect([empty.status, await titleOf(w, a)]).toEqual([400, "1. Idea $& 1 {title}"]);
});

/** The edit command that a caller sends to a room. */
const appending = (w: World, pageId: string, content: string): EditCommand => ({
  pageId,
  type: "DOCUMENT",
  caller: { kind: "session", tokenHash: "nobody", client: { ip: "", userAgent: "" } },
  reader: "someone",
  by: { author: w.ids.edna, tokenId: null, at: Date.now() },
  change: { kind: "append", content },
  title: null,
  baseRevision: null,
  expectedRevision: null,
  stored: null,
  view: "none",
  now: Date.now(),
});

const update = (client: Client, updates: object[]) => bulk(client, "update-content", { updates });

test("replaces, appends to and prepends to 30 texts in one call", async () => {
  const w = await world();
  const ids = await newPages(w, 30);
  const operations = ["replace", "append", "prepend"] as const;
  const { status, body } = await update(
    w.as("edna"),
    ids.map((pageId, i) => ({ pageId, operation: operations[i % 3], content: `new ${i}` })),
  );
  expect([status, body.updatedPages.length, body.updatedPages[0].revision]).toEqual([200, 30, 2]);
  expect([await textOf(w, ids[0] ?? ""), await textOf(w, ids[1] ?? ""), await textOf(w, ids[2] ?? "")]).toEqual([
    "new 0",
    "page 1\nnew 1",
    "new 2\npage 2",
  ]);
  // The rooms have applied the bulk edit: the next edit builds on it.
  const next = await w.as("edna").patch(`/api/pages/${ids[1]}`, { content: "page 1\nnew 1\nmore" });
  expect([next.status, next.body.revision, next.body.content]).toEqual([200, 3, "page 1\nnew 1\nmore"]);
});

test("changes no text and blocks no page when one expected revision is stale", async () => {
  const w = await world();
  const [a = "", b = ""] = await newPages(w, 2);
  const refused = await update(w.as("edna"), [
    { pageId: a, operation: "replace", content: "lost" },
    { pageId: b, operation: "replace", content: "lost", expectedRevision: 0 },
  ]);
  expect([refused.status, refused.body.code, refused.body.error.includes(b)]).toEqual([409, "revision_conflict", true]);
  expect([await textOf(w, a), await textOf(w, b)]).toEqual(["page 0", "page 1"]);
  const next = await w.as("edna").patch(`/api/pages/${a}`, { content: "free" });
  expect([next.status, next.body.content]).toEqual([200, "free"]);
});

test("loses no line when bulk updates race with edits of the same pages", async () => {
  const w = await world();
  const ids = await newPages(w, 6);
  const bulks = Array.from({ length: 10 }, (_, n) =>
    update(
      w.as("edna"),
      ids.map((pageId) => ({ pageId, operation: "append", content: `bulk ${n}` })),
    ),
  );
  const edits = Array.from({ length: 30 }, async (_, n) =>
    (await w.token("dora")).client.post("/api/mcp/documents", {
      pageId: ids[n % 6],
      operation: "insert",
      startLine: 1,
      content: `edit ${n}`,
    }),
  );
  const done = (await Promise.all(bulks)).map(({ status }) => status);
  const wrote = (await Promise.all(edits)).map(({ status }) => status);
  expect(new Set(wrote)).toEqual(new Set([200]));
  for (const [i, id] of ids.entries()) {
    const lines = (await textOf(w, id)).split("\n");
    const expected = [
      `page ${i}`,
      ...done.flatMap((status, n) => (status === 200 ? [`bulk ${n}`] : [])),
      ...wrote.flatMap((_, n) => (n % 6 === i ? [`edit ${n}`] : [])),
    ];
    expect(lines.toSorted()).toEqual(expected.toSorted());
  }
  expect(done.filter((status) => status === 200).length).toBeGreaterThan(0);
});

nightly("keeps a bulk edit when a page room wakes after its commit record was deleted", async () => {
  const w = await world();
  const edna = w.as("edna");
  const ids = [await newPage(w, "one"), await newPage(w, "two")];
  // After edna has read the pages, her later edits go straight to the room, which must then check D1 itself.
  for (const id of ids) await edna.get(`/api/pages/${id}`);
  const updates = ids.map((pageId) => ({ pageId, operation: "replace", content: "by all" }));
  const { body: done } = await update(edna, updates);
  const { revision } = done.updatedPages[0];
  await vi.waitFor(async () => {
    for (const id of ids) expect(await env.PAGE_ROOM.getByName(id).textAt(revision, revision)).toBe("by all");
  }, 30_000);
  for (const id of ids) await evictDurableObject(env.PAGE_ROOM.getByName(id));
  await d1`delete from edit_tickets`.run();
  for (const id of ids) {
    const { body } = await edna.patch(`/api/pages/${id}`, { content: "by all\nand one" });
    expect(body.content).toBe("by all\nand one");
    expect((await edna.get(`/api/pages/${id}/versions/${revision}`)).body.content).toBe("by all");
  }
});

test("keeps a committed edit when the page room missed the outcome and the commit record is gone", async () => {
  const w = await world();
  const id = await newPage(w, "page");
  const edna = w.as("edna");
  await edna.patch(`/api/pages/${id}`, { content: "one" });
  const prepared = await env.PAGE_ROOM.getByName(id).prepare(appending(w, id, "two"), "ticket-long-gone");
  expect(prepared).toMatchObject({ ok: true, revision: 3 });
  // The edit is committed, but its caller disappears before confirming, and the record is removed after a day.
  await env.DB.batch([
    d1`update pages set revision = 3 where id = ${id}`,
    d1`update page_contents set content = 'one\ntwo' where page_id = ${id}`,
  ]);
  // Ends the wait for the caller without revealing the edit's outcome.
  await env.PAGE_ROOM.getByName(id).finish(id, "of-something-else", null);
  // Goes straight to the room, which must determine the outcome itself.
  const edited = await env.PAGE_ROOM.getByName(id).prepare(appending(w, id, "three"), "another-ticket");
  expect(edited).toMatchObject({ ok: true, revision: 4, text: "one\ntwo\nthree" });
  await env.PAGE_ROOM.getByName(id).finish(id, "another-ticket", false);
  expect((await edna.get(`/api/pages/${id}/versions/3`)).body.content).toBe("one\ntwo");
});

nightly("ignores a late failure message in a page room that has been evicted since", async () => {
  const w = await world();
  const id = await newPage(w, "page");
  const edna = w.as("edna");
  await edna.patch(`/api/pages/${id}`, { content: "one" });
  const room = () => env.PAGE_ROOM.getByName(id);
  await room().prepare(appending(w, id, "never"), "too-late");
  await room().finish(id, "too-late", null);
  await evictDurableObject(room());
  await room().finish(id, "too-late", false);
  expect((await edna.patch(`/api/pages/${id}`, { content: "one\ntwo", baseRevision: 2 })).body.content).toBe(
    "one\ntwo",
  );
  expect((await edna.get(`/api/pages/${id}/versions/2`)).body.content).toBe("one");
});

test("resolves the edit of a caller that disappeared between prepare and commit on the next edit", async () => {
  const w = await world();
  const id = await newPage(w, "page");
  await w.as("edna").patch(`/api/pages/${id}`, { content: "one" });
  const room = env.PAGE_ROOM.getByName(id);
  const prepared = await room.prepare(appending(w, id, "never"), "ticket-of-the-vanished");
  expect(prepared).toMatchObject({ ok: true, changed: true, text: "one\nnever" });
  // The commit never happens. Ending the wait without a known outcome leaves the decision to the record.
  await room.finish(id, "ticket-of-the-vanished", null);
  const next = await w.as("edna").patch(`/api/pages/${id}`, { content: "one\ntwo" });
  expect([next.status, next.body.content]).toEqual([200, "one\ntwo"]);
  const record = await d1`select committed from edit_tickets where ticket = 'ticket-of-the-vanished'`.first();
  expect(record).toEqual({ committed: 0 });
});

test.each([[[]], [["a".repeat(65)]], [Array.from({ length: 201 }, (_, i) => `id-${i}`)]])(
  "%# rejects an invalid list of pages",
  async (pageIds) => {
    const w = await world();
    expect((await bulk(w.as("edna"), "delete", { pageIds })).status).toBe(400);
  },
);
