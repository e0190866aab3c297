/** Page permissions, and bulk operations. */
import { makePage, type Setup } from "./people-setup.ts";
import { checkFields } from "./api-client.ts";
import { at, holds, itemWith, listAt, same, textAt } from "./values.ts";

const NONE = { canView: false, canEdit: false, canShare: false, canDelete: false };

export async function checkGrants(setup: Setup): Promise<void> {
  const { rows, owner, guest, loner, drive } = setup;
  rows.section("Permissions");
  const page = await rows.check("a page to share", () => makePage(owner.api, drive, "Shared"));
  const path = `/api/pages/${page}/permissions`;
  const rightsOf = async (who: typeof guest) => {
    const rights = await who.api.get(`${path}/check`);
    return Object.fromEntries(Object.keys(NONE).map((flag) => [flag, at(rights, flag)]));
  };
  const checked = await rows.check(
    "GET /api/pages/{pageId}/permissions/check: all for the owner, none for others",
    async () => {
      same("the guest's", await rightsOf(guest), NONE);
      return owner.api.get(`${path}/check`);
    },
  );
  await checkFields(rows, "check", checked, {
    canView: [true],
    canEdit: [true],
    canShare: [true],
    canDelete: [true],
  });
  await rows.check("POST /api/pages/{pageId}/permissions: 201, then 200 for a change", async () => {
    await owner.api.post(path, { ...NONE, userId: guest.id, canView: true }, 201);
    await owner.api.post(path, { ...NONE, userId: guest.id, canView: true, canEdit: true });
    same("the guest's", await rightsOf(guest), { ...NONE, canView: true, canEdit: true });
  });
  await rows.check("tokens 17, errors 7: sharing requires the drive's owner or the right to share", async () => {
    const json = { ...NONE, userId: loner.id, canView: true };
    await guest.api.refused("POST", path, 403, "forbidden", { json });
    await owner.api.post(path, { ...NONE, userId: guest.id, canView: true, canShare: true });
    await guest.api.post(path, json, 201);
  });
  const list = await rows.check(
    "GET /api/pages/{pageId}/permissions: the owner apart, and the users' permissions",
    async () => {
      const found = await owner.api.get(path);
      same("the owner", at(found, "owner.id"), owner.id);
      holds("the owner not among them", !listAt(found, "permissions").some((each) => at(each, "userId") === owner.id));
      return itemWith(listAt(found, "permissions"), "userId", guest.id);
    },
  );
  await checkFields(rows, "permission", list, {
    userId: "string",
    canView: "boolean",
    canEdit: "boolean",
    canShare: "boolean",
    canDelete: "boolean",
  });
  await rows.check("DELETE /api/pages/{pageId}/permissions: 200, and the page is gone for that user", async () => {
    await owner.api.delete(path, { userId: guest.id });
    same("the guest's", await rightsOf(guest), NONE);
    await guest.api.refused("GET", `/api/pages/${page}`, 404, "not_found");
  });
}

export async function checkBulk(setup: Setup): Promise<void> {
  const { rows, owner, drive, otherDrive } = setup;
  rows.section("Many pages at once");
  const created = await rows.check(
    "POST /api/pages/bulk/create-structure: 201 with all pages of the structure",
    async () => {
      const structure = [
        {
          title: "Root",
          type: "FOLDER",
          children: [
            { title: "A", type: "DOCUMENT", content: "a" },
            { title: "B", type: "DOCUMENT" },
          ],
        },
      ];
      const answer = await owner.api.post("/api/pages/bulk/create-structure", { driveId: drive, structure }, 201);
      same("how many", at(answer, "stats.totalCreated"), 3);
      return listAt(answer, "createdPages").map((each) => textAt(each, "id"));
    },
  );
  const [root = "", a = "", b = ""] = created ?? [];
  await rows.check("they are all or nothing: with one unknown page, the others are unchanged", async () => {
    await owner.api.refused("POST", "/api/pages/bulk/delete", 404, "not_found", { json: { pageIds: [a, "unknown"] } });
    same("isTrashed", at(await owner.api.get(`/api/pages/${a}`), "isTrashed"), false);
  });
  await checkRenaming(setup, a, b);
  await rows.check("POST /api/pages/bulk/update-content: several pages' texts", async () => {
    const updates = [
      { pageId: a, operation: "append", content: "more" },
      { pageId: b, operation: "replace", content: "b" },
    ];
    await owner.api.post("/api/pages/bulk/update-content", { updates });
    const texts = [a, b].map(async (id) => at(await owner.api.get(`/api/pages/${id}`), "content"));
    same("the texts", await Promise.all(texts), ["a\nmore", "b"]);
  });
  await rows.check("POST /api/pages/bulk/move: to another parent, and to another drive", async () => {
    await owner.api.post("/api/pages/bulk/move", { pageIds: [b], targetDriveId: drive, targetParentId: a });
    same("the parent", at(await owner.api.get(`/api/pages/${b}`), "parentId"), a);
    await owner.api.post("/api/pages/bulk/move", { pageIds: [a], targetDriveId: otherDrive });
    const moved = await owner.api.get(`/api/pages/${b}`);
    same("the drive of what lies below", at(moved, "driveId"), otherDrive);
  });
  await rows.check("POST /api/pages/bulk/delete: several pages into the trash", async () => {
    same("how many", at(await owner.api.post("/api/pages/bulk/delete", { pageIds: [root, a] }), "totalDeleted"), 3);
    for (const id of [root, a, b]) same("isTrashed", at(await owner.api.get(`/api/pages/${id}`), "isTrashed"), true);
  });
}

async function checkRenaming({ rows, owner }: Setup, a: string, b: string): Promise<void> {
  await rows.check("POST /api/pages/bulk/rename: by a pattern", async () => {
    const answer = await owner.api.post("/api/pages/bulk/rename", {
      pageIds: [a, b],
      pattern: { type: "prefix", text: "New " },
    });
    same(
      "the titles",
      listAt(answer, "renamedPages").map((each) => at(each, "newTitle")),
      ["New A", "New B"],
    );
    same("the title", at(await owner.api.get(`/api/pages/${a}`), "title"), "New A");
    const titleAfter = async (pattern: unknown) =>
      at(await owner.api.post("/api/pages/bulk/rename", { pageIds: [a], pattern }), "renamedPages.0.newTitle");
    same("found and replaced", await titleAfter({ type: "find_replace", find: "New", replace: "Old" }), "Old A");
    same("with a suffix", await titleAfter({ type: "suffix", text: "!" }), "Old A!");
    same("by a template", await titleAfter({ type: "template", template: "{index}: {title}" }), "1: Old A!");
  });
}
