/** Pages shared with users outside their drives, and the visible part of their path. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makePage, type Client, type World, world, addMember } from "../support/world.ts";
import { measure } from "../cost/meter.ts";
import { call } from "../flows/sign-in.ts";
import { d1 } from "../support/d1.ts";

const newPage = (client: Client, driveId: string, title: string, parentId: string | null = null): Promise<string> =>
  makePage(client, { driveId, title, parentId });

const titlesOf = async (client: Client) =>
  (await client.get("/api/shared")).body.pages.map((page: { title: string; path: { title: string }[] }) =>
    [...page.path.map(({ title }) => title), page.title].join(" / "),
  );

const share = (w: World, pageId: string, userId: string, flags: object = { canView: true }) =>
  w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId, ...flags });

test("lists shared pages of drives that the user is not a member of, with the ancestors that they can view", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const plans = await newPage(olivia, w.drive, "Plans");
  const year = await newPage(olivia, w.drive, "2027", plans);
  const launch = await newPage(olivia, w.drive, "Launch", year);
  const hidden = await newPage(olivia, w.drive, "Hidden", launch);
  const oscar = w.as("oscar");
  expect(await titlesOf(oscar)).toEqual([]);
  await share(w, launch, w.ids.oscar);
  await share(w, hidden, w.ids.oscar, {});
  expect(await titlesOf(oscar)).toEqual(["Launch"]);
  await share(w, plans, w.ids.oscar);
  expect(await titlesOf(oscar)).toEqual(["Plans / 2027 / Launch", "Plans"]);
  await share(w, year, w.ids.oscar, {});
  expect(await titlesOf(oscar)).toEqual(["Plans / Launch", "Plans"]);
  const [page] = (await oscar.get("/api/shared")).body.pages;
  expect(page).toMatchObject({ id: launch, rights: { canView: true, canEdit: false }, sharedBy: { name: "olivia" } });
  // Members and the owner find the page in the drive.
  await share(w, launch, w.ids.vera);
  expect(await titlesOf(w.as("vera"))).toEqual([]);
  expect(await titlesOf(olivia)).toEqual([]);
  await addMember(w, w.ids.oscar);
  expect(await titlesOf(oscar)).toEqual([]);
});

test("leaves out trashed pages, revoked grants and pages of deleted drives", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const [top, other] = [await newPage(olivia, w.drive, "Top"), await newPage(olivia, w.drive, "Other")];
  const below = await newPage(olivia, w.drive, "Below", top);
  for (const id of [below, other]) await share(w, id, w.ids.oscar);
  const oscar = w.as("oscar");
  expect(await titlesOf(oscar)).toEqual(["Below", "Other"]);
  await olivia.delete(`/api/pages/${top}`);
  expect(await titlesOf(oscar)).toEqual(["Other"]);
  await olivia.delete(`/api/pages/${other}/permissions`, { userId: w.ids.oscar });
  expect(await titlesOf(oscar)).toEqual([]);
  await olivia.post(`/api/pages/${top}/restore`);
  expect(await titlesOf(oscar)).toEqual(["Below"]);
  await olivia.delete(`/api/drives/${w.drive}`);
  expect(await titlesOf(oscar)).toEqual([]);
});

test("pages through the list, and reads only the rows that it shows", async () => {
  const w = await world();
  const ids = Array.from({ length: 200 }, (_, i) => `${w.drive}-${String(i).padStart(3, "0")}`);
  await env.DB.batch([
    d1`insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at)
       select value, ${w.drive}, value, 'DOCUMENT', 1, ${w.ids.olivia}, 1, 1 from json_each(${JSON.stringify(ids)})`,
    d1`insert into page_grants (page_id, user_id, rights, granted_by, created_at) select value, ${w.ids.oscar}, 1, ${w.ids.olivia}, 1 from json_each(${JSON.stringify(ids)})`,
  ]);
  const oscar = w.as("oscar");
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body }: { body: { pages: { id: string }[]; nextCursor: string | null } } = await oscar.get(
      `/api/shared?limit=80${query}`,
    );
    seen.push(...body.pages.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(ids.toReversed());
  const { waited } = await measure(() =>
    call("/api/shared?limit=20", { headers: { Authorization: `Bearer ${w.session("oscar")}` } }),
  );
  expect(waited.trips).toBe(1);
  expect(waited.rowsRead).toBeLessThanOrEqual(21 * 17 + 30);
});
