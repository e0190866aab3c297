/** Mention suggestions on a page: exactly the users who can see it. */
import { expect, test } from "vitest";
import { makePage, type Client, type World, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const newPage = (w: World, parentId?: string): Promise<string> => makePage(w, { title: "Plan", parentId });

const viewers = async (client: Client, pageId: string, query = ""): Promise<string[]> => {
  const { status, body } = await client.get(`/api/pages/${pageId}/viewers${query}`);
  expect(status).toBe(200);
  return body.viewers.map(({ name, relation }: { name: string; relation: string }) => `${name}: ${relation}`);
};

test("lists the caller first, then members and the owner by name, then guests of the page and its ancestors", async () => {
  const w = await world();
  const above = await newPage(w);
  const id = await newPage(w, above);
  await w.as("olivia").post(`/api/pages/${above}/permissions`, { userId: w.ids.oscar, canView: true });
  await w.as("olivia").post(`/api/pages/${id}/permissions`, { userId: w.ids.rupert, canView: true });
  const members = ["adam", "cora", "dora", "edna", "olivia", "sara", "vera"];
  const others = (name: string) => members.filter((each) => each !== name).map((each) => `${each}: member`);
  expect(await viewers(w.as("edna"), id)).toEqual(["edna: you", ...others("edna"), "oscar: guest", "rupert: guest"]);
  expect(await viewers(w.as("oscar"), id)).toEqual(["oscar: you", ...others(""), "rupert: guest"]);
  expect(await viewers(w.as("edna"), above)).toEqual(["edna: you", ...others("edna"), "oscar: guest"]);
  expect(await viewers((await w.token("edna")).client, id)).toHaveLength(9);
});

test("leaves out restricted members, former guests and suspended users", async () => {
  const w = await world();
  const id = await newPage(w);
  for (const userId of [w.ids.vera, w.ids.dora])
    await w.as("olivia").post(`/api/pages/${id}/permissions`, { userId, canView: false });
  await w.as("olivia").post(`/api/pages/${id}/permissions`, { userId: w.ids.oscar, canView: true });
  await w.as("olivia").delete(`/api/pages/${id}/permissions`, { userId: w.ids.oscar });
  await d1`update users set suspended_at = 1 where id = ${w.ids.sara}`.run();
  expect(await viewers(w.as("olivia"), id)).toEqual(["olivia: you", "adam: member", "cora: member", "edna: member"]);
  expect((await w.as("vera").get(`/api/pages/${id}/viewers`)).status).toBe(404);
  expect((await w.as("oscar").get(`/api/pages/${id}/viewers`)).status).toBe(404);
});

test("finds names by word prefixes regardless of accents, script and discoverability, and returns no email", async () => {
  const w = await world();
  const id = await newPage(w);
  const call = (person: "edna" | "vera" | "dora", name: string) =>
    d1`update users set display_name = ${name}, discoverable = 0 where id = ${w.ids[person]}`.run();
  await call("edna", "José María Núñez");
  await call("vera", "山田太郎");
  await call("dora", "ليلى حسن");
  const found = (q: string) => viewers(w.as("olivia"), id, `?q=${encodeURIComponent(q)}`);
  for (const q of ["jose", "NUN", "maria nuñ", "edna"]) expect(await found(q), q).toEqual(["José María Núñez: member"]);
  expect(await found("太郎")).toEqual(["山田太郎: member"]);
  expect(await found("حسن")).toEqual(["ليلى حسن: member"]);
  expect(await found("nobody")).toEqual([]);
  expect(await found("@.")).toEqual([]);
  expect(await viewers(w.as("olivia"), id, "?limit=2")).toHaveLength(2);
  expect((await w.as("olivia").get(`/api/pages/${id}/viewers?limit=101`)).status).toBe(400);
  const { body } = await w.as("olivia").get(`/api/pages/${id}/viewers`);
  expect(JSON.stringify(body)).not.toContain("example.com");
});
