/** A member removed from a drive loses access; pages hidden from them are still hidden if they are added again. */
import { expect, test } from "vitest";
import { makePage, world, makeDrive } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

test.each(["by the owner", "by leaving"])(
  "keeps a member's restrictions when they are removed %s and added again",
  async (by) => {
    const w = await world();
    const [olivia, edna] = [w.as("olivia"), w.as("edna")];
    const path = `/api/drives/${w.drive}/members`;
    const grant = (pageId: string, flags: object) =>
      olivia.post(`/api/pages/${pageId}/permissions`, { userId: w.ids.edna, ...flags });
    const [secret, shared] = [await makePage(w, { title: "secret" }), await makePage(w, { title: "shared" })];
    const below = await makePage(w, { title: "below", parentId: secret });
    const inside = await makePage(w, { title: "inside", parentId: shared });
    await grant(secret, {});
    await grant(below, { canView: true });
    await grant(shared, { canView: true, canEdit: true, canDelete: true });
    await grant(inside, {});
    const seen = async (): Promise<number[]> => {
      const statuses = [];
      for (const id of [secret, below, shared, inside]) statuses.push((await edna.get(`/api/pages/${id}`)).status);
      return statuses;
    };
    expect(await seen()).toEqual([404, 200, 200, 404]);
    expect((await (by === "by leaving" ? edna : olivia).delete(`${path}/${w.ids.edna}`)).status).toBe(200);
    expect(await seen()).toEqual([404, 404, 404, 404]);
    // Only the grants that hide pages are left; users who may share the page can see and remove them.
    const { results } =
      await d1`select page_id, rights from page_grants where user_id = ${w.ids.edna} order by page_id`.all();
    expect(results).toEqual([secret, inside].toSorted().map((page_id) => ({ page_id, rights: 0 })));

    for (const membership of [{ canEdit: true, canDelete: true }, { role: "admin" }]) {
      expect((await olivia.post(path, { userId: w.ids.edna, ...membership })).status).toBe(201);
      // Admins of the drive hold all rights in it.
      expect(await seen()).toEqual("role" in membership ? [200, 200, 200, 200] : [404, 404, 200, 404]);
      if (!("role" in membership)) expect((await edna.delete(`/api/pages/${shared}`)).status).toBe(403);
      await olivia.delete(`${path}/${w.ids.edna}`);
    }
    await olivia.post(path, { userId: w.ids.edna });
    expect(await seen()).toEqual([404, 404, 200, 404]);
    await olivia.delete(`/api/pages/${secret}/permissions`, { userId: w.ids.edna });
    expect(await seen()).toEqual([200, 200, 200, 404]);
  },
);

test("keeps grants in other drives when a member is removed from one", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const other = await makeDrive(w);
  const pageId = await makePage(olivia, { driveId: other, title: "page" });
  await olivia.post(`/api/pages/${pageId}/permissions`, { userId: w.ids.vera, canView: true });
  await olivia.delete(`/api/drives/${w.drive}/members/${w.ids.vera}`);
  expect((await w.as("vera").get(`/api/pages/${pageId}`)).status).toBe(200);
});
