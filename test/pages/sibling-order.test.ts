/** Sibling positions never run out of precision, however often pages are moved to the same place. */
import { expect, test } from "vitest";
import { isNight } from "../support/nightly.ts";
import { type Client, type World, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

type Child = { readonly id: string; readonly position: number };

const create = async (client: Client, w: World, more: object): Promise<Child> => {
  const made = await client.post("/api/pages", { driveId: w.drive, title: "Page", type: "FOLDER", ...more });
  expect(made.status).toBe(201);
  return made.body;
};

const children = async (client: Client, id: string): Promise<Child[]> =>
  (await client.get(`/api/pages/${id}/children`)).body;

const between = (a: Child | undefined, b: Child | undefined): number => ((a?.position ?? 0) + (b?.position ?? 0)) / 2;

test("keeps the order of pages that are moved or created repeatedly at the same position", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { id: parentId } = await create(olivia, w, {});
  const first = await create(olivia, w, { parentId });
  let wanted = [first.id];
  for (let n = 0; n < 12; n++) wanted.push((await create(olivia, w, { parentId })).id);
  let second = (await children(olivia, parentId))[1];
  // The next position is computed only from earlier answers.
  for (let round = 0; round < (isNight ? 2_000 : 60); round++) {
    const pageId = wanted.at(-1) ?? "";
    const moved = await olivia.post("/api/pages/reorder", { pageId, parentId, position: between(first, second) });
    expect(moved.status).toBe(200);
    second = moved.body;
    wanted = [first.id, pageId, ...wanted.slice(1, -1)];
  }
  for (let round = 0; round < 40; round++) {
    second = await create(olivia, w, { parentId, position: between(first, second) });
    wanted.splice(1, 0, second.id);
  }
  const found = await children(olivia, parentId);
  expect(found.map(({ id }) => id)).toEqual(wanted);
  expect(new Set(found.map(({ position }) => position)).size).toBe(wanted.length);
}, 600_000);

test("keeps pages with equal positions, and inserts a page between them when the caller names them", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { id: parentId } = await create(olivia, w, {});
  const [a, b, c] = [
    await create(olivia, w, { parentId, position: 5 }),
    await create(olivia, w, { parentId, position: 5 }),
    await create(olivia, w, { parentId, position: 5 }),
  ];
  expect((await children(olivia, parentId)).map(({ position }) => position)).toEqual([5, 5, 5]);
  const move = { pageId: c.id, parentId, position: 5, after: a.id, before: b.id };
  expect((await olivia.post("/api/pages/reorder", move)).status).toBe(200);
  expect((await children(olivia, parentId)).map(({ id }) => id)).toEqual([a.id, c.id, b.id]);
});

test("keeps pages moved together adjacent, however close the positions of their new siblings are", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { id: parentId } = await create(olivia, w, {});
  const [a, b] = [
    await create(olivia, w, { parentId, position: 1 }),
    await create(olivia, w, { parentId, position: 1 + 2 ** -29 }),
  ];
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await create(olivia, w, {})).id);
  const moved = await olivia.post("/api/pages/bulk/move", {
    pageIds: ids,
    targetDriveId: w.drive,
    targetParentId: parentId,
    position: between(a, b),
    after: a.id,
    before: b.id,
  });
  const found = await children(olivia, parentId);
  expect(found.map(({ id }) => id)).toEqual([a.id, ...ids, b.id]);
  expect(moved.body.movedPages.map(({ position }: Child) => position)).toEqual(
    found.slice(1, -1).map(({ position }) => position),
  );
});

test("keeps the place of a trashed page and the modification times when positions are respaced", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { id: parentId } = await create(olivia, w, {});
  const [a, b] = [await create(olivia, w, { parentId }), await create(olivia, w, { parentId })];
  const trashed = await create(olivia, w, { parentId, position: between(a, b) });
  await olivia.delete(`/api/pages/${trashed.id}`);
  const changed = () => d1`select updated_at from pages where id in (${b.id}, ${trashed.id})`.all();
  const before = await changed();
  let last: Child = trashed;
  for (let round = 0; round < 40; round++) last = await create(olivia, w, { parentId, position: between(a, last) });
  expect((await olivia.post(`/api/pages/${trashed.id}/restore`)).status).toBe(200);
  const found = (await children(olivia, parentId)).map(({ id }) => id);
  expect(found.slice(-2)).toEqual([trashed.id, b.id]);
  expect((await changed()).results.length).toBe(before.results.length);
});
