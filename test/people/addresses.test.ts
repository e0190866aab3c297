/** Who can see whose email address: your own, a connection's, and one you typed to add the person. */
import { expect, test } from "vitest";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { makePage, type Client, type Person, type World, world, makeDrive } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const addressOf = (w: World, person: Person): string => `${w.ids[person]}@example.com`;

type Listed = { userId: string; user: { email: string | null } };

const inMembers = async (w: World, asker: Person, person: Person): Promise<string | null> => {
  const { body } = await w.as(asker).get(`/api/drives/${w.drive}/members`);
  const isMeant = ({ userId }: Listed): boolean => userId === w.ids[person];
  return person === "olivia" ? body.owner.email : body.members.find(isMeant).user.email;
};

const inPermissions = async (w: World, asker: Person, person: Person, pageId: string): Promise<string | null> => {
  const { body } = await w.as(asker).get(`/api/pages/${pageId}/permissions`);
  const isMeant = ({ userId }: Listed): boolean => userId === w.ids[person];
  return person === "olivia" ? body.owner.email : body.permissions.find(isMeant).user.email;
};

const newPage = (client: Client, driveId: string): Promise<string> => makePage(client, { driveId, title: "page" });

async function connect(w: World, one: Person, other: Person, accept = true): Promise<string> {
  const { id } = (await w.as(one).post("/api/connections", { userId: w.ids[other] })).body;
  if (accept) await w.as(other).patch(`/api/connections/${id}`, { action: "accept" });
  return id;
}

test("returns no email when a user is added or shared with by ID, and lists none afterwards", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  const shared = await olivia.post(`/api/pages/${pageId}/permissions`, { userId: w.ids.rupert, canView: true });
  expect([shared.status, shared.body.user.email]).toEqual([201, null]);
  const added = await olivia.post(`/api/drives/${w.drive}/members`, { userId: w.ids.oscar });
  expect([added.status, added.body.user.email]).toEqual([201, null]);
  const changed = await olivia.patch(`/api/drives/${w.drive}/members/${w.ids.oscar}`, { canEdit: true });
  expect([changed.status, changed.body.user.email]).toEqual([200, null]);
  for (const asker of ["olivia", "adam", "vera"] as const) {
    expect(await inMembers(w, asker, "oscar")).toBe(null);
    expect(await inPermissions(w, asker, "oscar", pageId)).toBe(null);
    expect(await inPermissions(w, asker, "rupert", pageId)).toBe(null);
  }
  // Users see their own address; the owner's is treated like any other.
  expect(await inMembers(w, "oscar", "oscar")).toBe(addressOf(w, "oscar"));
  expect(await inPermissions(w, "olivia", "olivia", pageId)).toBe(addressOf(w, "olivia"));
  expect(await inMembers(w, "olivia", "olivia")).toBe(addressOf(w, "olivia"));
  expect(await inMembers(w, "vera", "olivia")).toBe(null);
  expect(await inPermissions(w, "vera", "olivia", pageId)).toBe(null);
});

test("shows a connection's email only while the connection is accepted", async () => {
  const w = await world();
  const pageId = await newPage(w.as("olivia"), w.drive);
  const id = await connect(w, "vera", "olivia", false);
  await connect(w, "edna", "vera");
  expect(await inMembers(w, "vera", "olivia")).toBe(null);
  await w.as("olivia").patch(`/api/connections/${id}`, { action: "accept" });
  expect(await inMembers(w, "vera", "olivia")).toBe(addressOf(w, "olivia"));
  expect(await inMembers(w, "olivia", "vera")).toBe(addressOf(w, "vera"));
  expect(await inPermissions(w, "vera", "olivia", pageId)).toBe(addressOf(w, "olivia"));
  expect(await inPermissions(w, "edna", "vera", pageId)).toBe(addressOf(w, "vera"));
  expect(await inPermissions(w, "dora", "vera", pageId)).toBe(null);
  const shared = await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.vera, canView: true });
  expect(shared.body.user.email).toBe(addressOf(w, "vera"));
  await w.as("vera").delete(`/api/connections/${id}`);
  expect(await inMembers(w, "vera", "olivia")).toBe(null);
});

test("shows an email used to add a member only within that drive, and only until the member changes it", async () => {
  const w = await world();
  const [olivia, adam] = [w.as("olivia"), w.as("adam")];
  const pageId = await newPage(olivia, w.drive);
  const path = `/api/drives/${w.drive}/members`;
  const added = await adam.post(path, { email: addressOf(w, "oscar") });
  expect([added.status, added.body.user.email]).toEqual([201, addressOf(w, "oscar")]);
  for (const asker of ["adam", "olivia"] as const)
    expect(await inMembers(w, asker, "oscar")).toBe(addressOf(w, "oscar"));
  // A page's permission list shows the address only to the person who typed it.
  expect(await inPermissions(w, "adam", "oscar", pageId)).toBe(addressOf(w, "oscar"));
  expect(await inPermissions(w, "olivia", "oscar", pageId)).toBe(null);
  const shared = (by: Client) => by.post(`/api/pages/${pageId}/permissions`, { userId: w.ids.oscar, canView: true });
  expect((await shared(adam)).body.user.email).toBe(addressOf(w, "oscar"));
  expect((await shared(olivia)).body.user.email).toBe(null);
  // It does not apply in another drive.
  const other = await makeDrive(adam);
  expect((await adam.post(`/api/drives/${other}/members`, { userId: w.ids.oscar })).body.user.email).toBe(null);
  await d1`update users set login_email = 'new-' || login_email where id = ${w.ids.oscar}`.run();
  expect(await inMembers(w, "adam", "oscar")).toBe(null);
  expect(await inPermissions(w, "adam", "oscar", pageId)).toBe(null);
});

test("discards a known email when the member is added again by ID", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const path = `/api/drives/${w.drive}/members`;
  await olivia.post(path, { email: addressOf(w, "oscar") });
  await olivia.delete(`${path}/${w.ids.oscar}`);
  expect((await olivia.post(path, { userId: w.ids.oscar })).body.user.email).toBe(null);
  expect(await inMembers(w, "olivia", "oscar")).toBe(null);
});

test("limits each user to 120 shares an hour across pages and drives", async () => {
  const w = await world();
  const pageId = await newPage(w.as("olivia"), w.drive);
  // Rate limits are off in tests; this one turns them on.
  const ask = async (by: Person, path: string, body: object): Promise<number> => {
    const headers = { Authorization: `Bearer ${w.session(by)}`, "Content-Type": "application/json" };
    const request = requestTo(path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await callWith({ RATE_LIMIT_SCALE: "1" }, request)).status;
  };
  const share = (by: Person, userId: string) => ask(by, `/api/pages/${pageId}/permissions`, { userId, canView: true });
  const add = (by: Person, userId: string) => ask(by, `/api/drives/${w.drive}/members`, { userId, canView: true });
  const guesses = Array.from({ length: 59 }, (_, i) => `nobody-${i}`);
  const outcomes = await Promise.all(guesses.flatMap((id) => [share("olivia", id), add("olivia", id)]));
  expect(new Set(outcomes)).toEqual(new Set([404]));
  expect(await share("olivia", w.ids.oscar)).toBe(201);
  expect(await add("olivia", w.ids.rupert)).toBe(201);
  expect([await share("olivia", w.ids.vera), await add("olivia", "nobody")]).toEqual([429, 429]);
  expect(await share("adam", w.ids.vera)).toBe(201);
});
