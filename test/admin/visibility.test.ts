/** Deployment administrators cannot see drives of which they are not members; the role grants no access to pages. */
import { expect, test } from "vitest";
import { makePage, world } from "../support/world.ts";

test("hides other users' drives, pages and members from an administrator", async () => {
  const w = await world();
  const [olivia, rupert] = [w.as("olivia"), w.as("rupert")];
  const page = { driveId: w.drive, title: "Private plan", type: "CHANNEL", content: "rhubarb" };
  const id = await makePage(olivia, page);
  expect((await rupert.get("/api/admin/users")).status).toBe(200);

  expect((await rupert.get("/api/drives?includeTrashed")).body).toEqual([]);
  expect((await rupert.get("/api/search?q=rhubarb")).body.results).toEqual([]);
  const drive = `/api/drives/${w.drive}`;
  const paths = ["", "/pages", "/trash", "/members", "/export"].map((tail) => drive + tail);
  const tails = ["", "/children", "/breadcrumbs", "/permissions", "/messages", "/versions", "/export", "/agent-config"];
  for (const path of [...paths, ...tails.map((tail) => `/api/pages/${id}${tail}`)])
    expect([path, (await rupert.get(path)).status]).toEqual([path, 404]);
  expect((await rupert.get(`/api/pages/${id}/permissions/check`)).body).toEqual({
    canView: false,
    canComment: false,
    canEdit: false,
    canShare: false,
    canDelete: false,
  });
  const changes = [
    rupert.patch(`/api/pages/${id}`, { content: "mine" }),
    rupert.delete(`/api/pages/${id}`),
    rupert.post("/api/pages", { driveId: w.drive, title: "mine", type: "DOCUMENT" }),
    rupert.post("/api/pages/bulk/delete", { pageIds: [id] }),
    rupert.post(`/api/pages/${id}/permissions`, { userId: w.ids.oscar, canView: true }),
    rupert.post(`${drive}/members`, { userId: w.ids.rupert, role: "admin" }),
    rupert.delete(drive),
  ];
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(changes.map(() => 404));
});
