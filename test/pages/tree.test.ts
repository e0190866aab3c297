/** The page tree: concurrent moves, trashing and restores keep it a forest. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { type Client, world } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

const page = async (
  client: Client,
  driveId: string,
  title: string,
  parentId: string | null = null,
): Promise<string> => {
  const made = await client.post("/api/pages", { driveId, title, type: "FOLDER", parentId });
  expect(made.status).toBe(201);
  return made.body.id;
};

/** Every page of the drive with its parent, straight from the table. */
async function parents(driveId: string): Promise<Map<string, string | null>> {
  const { results } = await d1`select id, parent_id from pages where drive_id = ${driveId}`.all<{
    id: string;
    parent_id: string | null;
  }>();
  return new Map(results.map((row) => [row.id, row.parent_id]));
}

function hasCycle(tree: Map<string, string | null>): boolean {
  for (const start of tree.keys()) {
    const seen = new Set<string>();
    for (let at: string | null | undefined = start; at; at = tree.get(at)) {
      if (seen.has(at)) return true;
      seen.add(at);
    }
  }
  return false;
}

const pageCount = async (driveId: string): Promise<number | null> =>
  d1`select page_count from drives where id = ${driveId}`.first<number>("page_count");

nightly("keeps a tree without cycles or lost pages after 200 concurrent conflicting moves", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const ids: string[] = [];
  for (let i = 0; i < 24; i += 1)
    ids.push(await page(olivia, w.drive, `p${i}`, i % 3 === 0 ? null : (ids[i - 1] ?? null)));
  const outcomes: Record<number, number> = {};
  let seed = 42;
  const pick = (): string => ids[(seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % ids.length] ?? "";
  await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const reply = await olivia.post("/api/pages/reorder", { pageId: pick(), parentId: pick(), position: i });
      outcomes[reply.status] = (outcomes[reply.status] ?? 0) + 1;
    }),
  );
  const tree = await parents(w.drive);
  expect(hasCycle(tree)).toBe(false);
  expect([...tree.keys()].toSorted()).toEqual(ids.toSorted());
  // Moves were both accepted and refused, with no other outcome.
  expect(Object.keys(outcomes).toSorted()).toEqual(["200", "400"]);
});

test("rejects a move under the page itself, a descendant, another drive's page, a trashed page or a hidden page", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const child = await page(olivia, w.drive, "child", top);
  const gone = await page(olivia, w.drive, "gone");
  await olivia.delete(`/api/pages/${gone}`);
  const foreign = await page(w.as("oscar"), w.otherDrive, "foreign");
  const move = async (parentId: string): Promise<string> =>
    (await olivia.post("/api/pages/reorder", { pageId: top, parentId, position: 1 })).body.code;
  expect(await move(top)).toBe("cycle");
  expect(await move(child)).toBe("cycle");
  expect(await move(gone)).toBe("parent_invalid");
  expect(await move(foreign)).toBe("parent_invalid");
  expect(await move("no-such-page")).toBe("parent_invalid");
  expect((await parents(w.drive)).get(top)).toBe(null);
});

test("limits nesting to 64 levels for created and moved pages", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const chain: string[] = [];
  for (let i = 0; i < 64; i += 1) chain.push(await page(olivia, w.drive, `level ${i + 1}`, chain.at(-1) ?? null));
  const below = await olivia.post("/api/pages", { driveId: w.drive, title: "65", type: "FOLDER", parentId: chain[63] });
  expect(below.body.code).toBe("parent_invalid");
  const pair = await page(olivia, w.drive, "pair");
  await page(olivia, w.drive, "pair's child", pair);
  // The page alone would fit at level 64, but not with its child.
  const tooDeep = await olivia.post("/api/pages/reorder", { pageId: pair, parentId: chain[62], position: 1 });
  expect(tooDeep.body.code).toBe("parent_invalid");
  expect((await olivia.post("/api/pages/reorder", { pageId: pair, parentId: chain[61], position: 1 })).status).toBe(
    200,
  );
});

nightly("counts trashed pages toward the nesting limit", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const chain = async (levels: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let i = 0; i < levels; i += 1) ids.push(await page(olivia, w.drive, `level ${i + 1}`, ids.at(-1) ?? null));
    return ids;
  };
  const [upper, lower] = [await chain(40), await chain(30)];
  // Only one page of the lower chain remains visible.
  await olivia.delete(`/api/pages/${lower[1]}`);
  const move = { pageId: lower[0], parentId: upper[39], position: 1 };
  expect((await olivia.post("/api/pages/reorder", move)).body.code).toBe("parent_invalid");
  const together = { pageIds: [lower[0]], targetDriveId: w.drive, targetParentId: upper[39] };
  expect((await olivia.post("/api/pages/bulk/move", together)).body.code).toBe("parent_invalid");
  expect((await olivia.post("/api/pages/reorder", { ...move, parentId: upper[33] })).status).toBe(200);
});

test("trashes and restores a subtree, and updates the drive's page count", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const middle = await page(olivia, w.drive, "middle", top);
  const leaf = await page(olivia, w.drive, "leaf", middle);
  expect(await pageCount(w.drive)).toBe(3);
  await olivia.delete(`/api/pages/${leaf}`);
  expect(await pageCount(w.drive)).toBe(2);
  await olivia.delete(`/api/pages/${top}`);
  expect(await pageCount(w.drive)).toBe(0);
  expect((await olivia.get(`/api/pages/${middle}`)).body).toMatchObject({ isTrashed: true });
  expect((await olivia.patch(`/api/pages/${middle}`, { content: "x" })).body.code).toBe("conflict");
  await olivia.post(`/api/pages/${top}/restore`);
  // The leaf was trashed separately before, so it stays in the trash.
  expect(await pageCount(w.drive)).toBe(2);
  expect((await olivia.get(`/api/pages/${leaf}`)).body).toMatchObject({ isTrashed: true });
  expect((await olivia.get(`/api/pages/${middle}/children`)).body).toEqual([]);
  const restored = await olivia.post(`/api/pages/${leaf}/restore`);
  expect(restored.body).toMatchObject({ restoredToRoot: false, parentId: middle });
  expect(await pageCount(w.drive)).toBe(3);
});

test("restores a page at the root when its parent is in the trash", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const a = await page(olivia, w.drive, "a", top);
  await olivia.delete(`/api/pages/${a}`);
  await olivia.delete(`/api/pages/${top}`);
  await page(olivia, w.drive, "last");
  const restored = (await olivia.post(`/api/pages/${a}/restore`)).body;
  expect(restored).toMatchObject({ restoredToRoot: true, parentId: null, position: 3 });
  expect((await olivia.get(`/api/pages/${a}`)).body.position).toBe(3);
  expect(await pageCount(w.drive)).toBe(2);
});

test("purges all descendants, including those trashed earlier", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const trashedBefore = await page(olivia, w.drive, "b", top);
  const leaf = await page(olivia, w.drive, "leaf", trashedBefore);
  await olivia.delete(`/api/pages/${trashedBefore}`);
  await olivia.delete(`/api/pages/${top}`);
  expect((await olivia.delete(`/api/trash/${top}`)).status).toBe(200);
  for (const id of [top, trashedBefore, leaf]) expect((await olivia.get(`/api/pages/${id}`)).status).toBe(404);
  expect([...(await parents(w.drive)).keys()]).toEqual([]);
});

test("keeps the history of a page restored while its ancestor is purged, or purges both", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  for (let round = 0; round < 12; round += 1) {
    const top = await page(olivia, w.drive, "top");
    const child = await page(olivia, w.drive, "child", top);
    await olivia.patch(`/api/pages/${child}`, { content: "words" });
    await olivia.delete(`/api/pages/${top}`);
    await Promise.all([olivia.delete(`/api/trash/${top}`), olivia.post(`/api/pages/${child}/restore`)]);
    const alive = (await olivia.get(`/api/pages/${child}`)).status === 200;
    if (alive) expect((await olivia.get(`/api/pages/${child}/versions`)).body.versions.length).toBe(2);
  }
  // Rooms are emptied by jobs after the answers; by now, a room emptied by mistake would be noticed.
  await vi.waitFor(async () => expect(await d1`select count(*) as n from jobs_outbox`.first("n")).toBe(0), 10_000);
  const { results } = await d1`select id from pages where drive_id = ${w.drive} and title = 'child'`.all<{
    id: string;
  }>();
  for (const { id } of results) expect(await env.PAGE_ROOM.getByName(id).versions(9, null, 0)).toHaveLength(2);
});

test("grants the mover no additional right by a move, and lets only the owner and admins move to the root", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const [target, plain, own] = [
    await page(olivia, w.drive, "t"),
    await page(olivia, w.drive, "p"),
    await page(olivia, w.drive, "o"),
  ];
  const share = (pageId: string, flags: object) =>
    olivia.post(`/api/pages/${pageId}/permissions`, { userId: w.ids.edna, canView: true, canEdit: true, ...flags });
  await share(target, { canShare: true, canDelete: true });
  const move = (pageId: string, parentId: string | null) =>
    w.as("edna").post("/api/pages/reorder", { pageId, parentId, position: 5 });
  expect((await move(plain, target)).status).toBe(403);
  await share(own, {});
  expect((await move(own, target)).status).toBe(200);
  expect((await w.as("edna").get(`/api/pages/${own}/permissions/check`)).body.canDelete).toBe(false);
  expect((await move(plain, null)).status).toBe(403);
});

test("purges texts, grants and history with a page, and only from the trash", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const id = await page(olivia, w.drive, "secret");
  await olivia.patch(`/api/pages/${id}`, { content: "words" });
  await olivia.post(`/api/pages/${id}/permissions`, { userId: w.ids.oscar, canView: true });
  expect((await olivia.delete(`/api/trash/${id}`)).body.code).toBe("not_trashed");
  expect(await env.PAGE_ROOM.getByName(id).versions(1, null, 0)).not.toBe(null);
  await olivia.delete(`/api/pages/${id}`);
  await olivia.delete(`/api/trash/${id}`);
  for (const table of ["page_contents", "page_grants"]) {
    const left = await env.DB.prepare(`select count(*) as n from ${table} where page_id = ?`)
      .bind(id)
      .first<number>("n");
    expect(left).toBe(0);
  }
  // The room is emptied by a queue job.
  await vi.waitFor(async () => expect(await env.PAGE_ROOM.getByName(id).versions(1, null, 0)).toBe(null), {
    timeout: 10_000,
  });
});

test("orders children by position and then ID, and keeps the requested position of a moved page", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "top");
  const [a, b, c] = [
    await page(olivia, w.drive, "a", top),
    await page(olivia, w.drive, "b", top),
    await page(olivia, w.drive, "c", top),
  ];
  await olivia.post("/api/pages/reorder", { pageId: c, parentId: top, position: 1.5 });
  const { body } = await olivia.get(`/api/pages/${top}/children`);
  expect(body.map((child: { id: string; position: number }) => [child.id, child.position])).toEqual([
    [a, 1],
    [c, 1.5],
    [b, 2],
  ]);
});
