/** Deleting a page also deletes its descendants, so none of them may be hidden from the caller. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { deleteAll } from "../../src/features/pages/bulk/service.ts";
import { purgePage, trashPage } from "../../src/features/pages/tree/service.ts";
import type { Caller } from "../../src/kernel/caller.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import {
  makePage,
  type Client,
  type Person,
  type Reply,
  type World,
  world,
  makeDrive,
  addMember,
} from "../support/world.ts";
import { GuardFailed, writable, type WritableDb } from "../../src/platform/db.ts";
import { interceptedDb } from "../support/intercepted-db.ts";
import { d1 } from "../support/d1.ts";

const page = (client: Client, driveId: string, title: string, parentId: string | null = null): Promise<string> =>
  makePage(client, { driveId, title, parentId });

type Tree = { w: World; olivia: Client; top: string; middle: string; leaf: string };

/** Olivia's pages top > middle > leaf; Dora may view, edit and delete in the drive. */
async function tree(): Promise<Tree> {
  const w = await world();
  const olivia = w.as("olivia");
  const top = await page(olivia, w.drive, "Folder");
  const middle = await page(olivia, w.drive, "Middle", top);
  return { w, olivia, top, middle, leaf: await page(olivia, w.drive, "Secret", middle) };
}

const grant = ({ w, olivia }: Tree, pageId: string, person: Person, flags: object) =>
  olivia.post(`/api/pages/${pageId}/permissions`, { userId: w.ids[person], ...flags });

const isTrashed = async ({ olivia }: Tree, id: string): Promise<boolean> =>
  (await olivia.get(`/api/pages/${id}`)).body.isTrashed;

const WAYS: Record<string, (client: Client, id: string) => Promise<Reply<{ code: string }>>> = {
  trash: (client, id) => client.delete(`/api/pages/${id}`),
  "bulk delete": (client, id) => client.post("/api/pages/bulk/delete", { pageIds: [id] }),
};

test.each(Object.entries(WAYS))(
  "%s is refused when a descendant is hidden from the caller, and does not name it",
  async (_, way) => {
    const t = await tree();
    await grant(t, t.leaf, "dora", {});
    const refused = await way(t.w.as("dora"), t.top);
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    expect(JSON.stringify(refused.body)).not.toMatch(new RegExp(`Secret|${t.leaf}|Middle|${t.middle}`));
    expect(await isTrashed(t, t.top)).toBe(false);
    // The drive's owner and admins hold all rights regardless of grants.
    await grant(t, t.leaf, "adam", {});
    expect((await way(t.w.as("adam"), t.top)).status).toBe(200);
    expect(await isTrashed(t, t.leaf)).toBe(true);
  },
);

test.each(Object.entries(WAYS))(
  "%s is refused when the caller can view but not delete a descendant",
  async (_, way) => {
    const t = await tree();
    const dora = t.w.as("dora");
    await grant(t, t.leaf, "dora", { canView: true, canEdit: true });
    expect((await way(dora, t.leaf)).status).toBe(403);
    expect((await way(dora, t.top)).status).toBe(403);
    expect(await isTrashed(t, t.leaf)).toBe(false);
    await grant(t, t.leaf, "dora", { canView: true, canDelete: true });
    expect((await way(dora, t.top)).status).toBe(200);
  },
);

test("ignores hidden siblings, ancestors, pages of other drives and pages hidden from other users", async () => {
  const t = await tree();
  const { w, olivia, top, middle, leaf } = t;
  const beside = await page(olivia, w.drive, "beside", top);
  const elsewhere = await makeDrive(w);
  const away = await page(olivia, elsewhere, "away");
  for (const id of [beside, away]) await grant(t, id, "dora", {});
  await grant(t, leaf, "vera", {});
  await grant(t, top, "dora", { canView: true });
  await grant(t, middle, "dora", { canView: true, canDelete: true });
  expect((await w.as("dora").delete(`/api/pages/${middle}`)).status).toBe(200);
  expect(await isTrashed(t, leaf)).toBe(true);
});

test("refuses to delete a page with a hidden descendant, even when the caller may delete the page below it", async () => {
  const t = await tree();
  await grant(t, t.middle, "dora", {});
  await grant(t, t.leaf, "dora", { canView: true, canDelete: true });
  expect((await t.w.as("dora").delete(`/api/pages/${t.top}`)).status).toBe(403);
  expect((await t.w.as("dora").delete(`/api/pages/${t.leaf}`)).status).toBe(200);
});

test("refuses a whole bulk delete for one hidden descendant, and counts only pages that the caller can see", async () => {
  const t = await tree();
  const { w, olivia, top, leaf } = t;
  const dora = w.as("dora");
  const other = await page(olivia, w.drive, "other");
  const trashedBefore = await page(olivia, w.drive, "old", other);
  await page(olivia, w.drive, "new", other);
  await olivia.delete(`/api/pages/${trashedBefore}`);
  await grant(t, leaf, "dora", {});
  const remove = (pageIds: string[]) => dora.post("/api/pages/bulk/delete", { pageIds });
  expect((await remove([other, top])).body.code).toBe("forbidden");
  expect(await isTrashed(t, other)).toBe(false);
  expect((await remove([other])).body).toMatchObject({
    totalDeleted: 2,
    deletedPages: [{ id: other, deletedCount: 2 }],
  });
});

test("refuses a purge when a descendant was hidden later, or was hidden and already in the trash", async () => {
  const t = await tree();
  const { w, olivia, top, middle, leaf } = t;
  const dora = w.as("dora");
  await olivia.delete(`/api/pages/${leaf}`);
  expect((await dora.delete(`/api/pages/${top}`)).status).toBe(200);
  await grant(t, leaf, "dora", {});
  for (const id of [top, middle]) {
    const refused = await dora.delete(`/api/trash/${id}`);
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    expect(JSON.stringify(refused.body)).not.toMatch(new RegExp(`Secret|${leaf}`));
  }
  expect(await isTrashed(t, leaf)).toBe(true);
  // Restoring neither destroys nor reveals anything.
  expect((await dora.post(`/api/pages/${top}/restore`)).status).toBe(200);
  expect((await dora.get(`/api/pages/${leaf}`)).status).toBe(404);
  await olivia.delete(`/api/pages/${top}`);
  expect((await olivia.delete(`/api/trash/${top}`)).status).toBe(200);
  expect(await d1`select count(*) as n from pages where drive_id = ${w.drive}`.first("n")).toBe(0);
});

type Act = (deps: Deps, caller: Caller, id: string) => Promise<unknown>;

/** Runs `act` as this person, with `meanwhile` between its reads and its writes. */
function interrupted({ w }: Tree, person: Person, act: Act, id: string, meanwhile: () => Promise<unknown>) {
  const deps = createDeps(env, { waitUntil: () => undefined });
  let trips = 0;
  const batch: WritableDb["write"] = async (queries) => {
    trips += 1;
    if (trips === 2) await meanwhile();
    return writable(deps.db).write(queries);
  };
  const tokenHash = hashToken("session", w.session(person));
  const caller: Caller = { kind: "session", tokenHash, client: { ip: "192.0.2.9", userAgent: "test" } };
  return act({ ...deps, db: interceptedDb(deps.db, batch) }, caller, id);
}

const RACES: Record<string, Act> = {
  trash: trashPage,
  "bulk delete": (deps, caller, id) => deleteAll(deps, caller, [id]),
  purge: purgePage,
};

test("applies the rights of a member to an admin who is demoted between the check and the deletion", async () => {
  const t = await tree();
  const { w, top, leaf } = t;
  await grant(t, leaf, "adam", {});
  for (const act of [trashPage, RACES["bulk delete"] ?? trashPage]) {
    const demote = (role: string) => d1`update drive_members set role = ${role} where user_id = ${w.ids.adam}`.run();
    await demote("admin");
    await expect(interrupted(t, "adam", act, top, () => demote("member"))).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(await isTrashed(t, leaf)).toBe(false);
});

test("checks the current drive of a page that moves between the check and the deletion", async () => {
  for (const act of Object.values(RACES)) {
    const t = await tree();
    const { w, olivia, top, middle, leaf } = t;
    await grant(t, leaf, "adam", {});
    if (act === purgePage) await olivia.delete(`/api/pages/${top}`);
    const other = await makeDrive(w);
    await addMember(w, w.ids.adam, { driveId: other, canView: true, canDelete: true });
    const move = () => d1`update pages set drive_id = ${other} where id in (${top}, ${middle}, ${leaf})`.run();
    await expect(interrupted(t, "adam", act, top, move)).rejects.toMatchObject({ code: "forbidden" });
    expect(await d1`select 1 from pages where id = ${leaf}`.first()).not.toBe(null);
  }
});

test.each(Object.entries(RACES))(
  "refuses an action when a right is withheld between the check and the %s",
  async (name, act) => {
    const t = await tree();
    const { olivia, top, leaf } = t;
    if (name === "purge") await olivia.delete(`/api/pages/${top}`);
    const outcome = interrupted(t, "dora", act, top, () => grant(t, leaf, "dora", {}));
    await expect(outcome).rejects.toMatchObject({ code: "forbidden" });
    expect(await isTrashed(t, leaf)).toBe(name === "purge");
  },
);

test.each(Object.entries(RACES))(
  "reports no hidden pages when rights on the page itself are lost before the %s",
  async (name, act) => {
    const t = await tree();
    const { olivia, top } = t;
    if (name === "purge") await olivia.delete(`/api/pages/${top}`);
    const outcome = interrupted(t, "dora", act, top, () => grant(t, top, "dora", { canView: true }));
    await expect(outcome).rejects.toBeInstanceOf(GuardFailed);
  },
);
