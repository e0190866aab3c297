/** Finding discoverable people, and connections: requested, answered, ended, blocked. */
import { env } from "cloudflare:workers";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { indexPerson } from "../../src/features/people/statements.ts";
import { createDb } from "../../src/platform/db.ts";
import { makePage, type Client, type Person, type World, freshId, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

type Profile = { username?: string; displayName?: string; discoverable?: boolean };

/** Sets a profile as the profile route does. */
async function profile(w: World, person: Person, { username, displayName, discoverable = true }: Profile) {
  await d1`update users set username = ${username ?? null}, display_name = ${displayName ?? null}, discoverable = ${discoverable ? 1 : 0} where id = ${w.ids[person]}`.run();
  const row = { id: w.ids[person], name: person, username: username ?? null, displayName: displayName ?? null };
  await createDb(env.DB).write(indexPerson({ ...row, discoverable }));
}

const search = async (client: Client, q: string, where = "users"): Promise<string[]> => {
  const { status, body } = await client.get(`/api/${where}/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.users.map(({ id }: { id: string }) => id);
};

const emailOf = (w: World, person: Person): string => `${w.ids[person]}@example.com`;

test("finds users by word prefixes regardless of case, accents and order", async () => {
  const w = await world();
  const family = freshId("núñez").replaceAll("-", "");
  await profile(w, "edna", { username: `ed_${family.slice(-6)}`, displayName: `José María ${family}` });
  for (const q of [family, family.toUpperCase(), `${family.slice(0, -2)} jos`, `maria ${family}`]) {
    expect(await search(w.as("oscar"), q), q).toEqual([w.ids.edna]);
  }
  expect(await search(w.as("oscar"), `${family} pedro`)).toEqual([]);
  expect(await search(w.as("edna"), family)).toEqual([]);
});

test("reindexes search words of older rules in the sweep, unless the user has changed them", async () => {
  const w = await world();
  const word = freshId("ren").replaceAll("-", "");
  await profile(w, "edna", { displayName: `Søren ${word}` });
  await profile(w, "vera", { displayName: `Łukasz ${word}`, discoverable: false });
  await env.DB.batch([
    d1`update person_words set word = 'søren', rules = 0 where user_id = ${w.ids.edna} and word = 'soren'`,
    d1`insert into person_words (word, user_id) values (${word}, ${w.ids.vera})`,
  ]);
  expect(await search(w.as("oscar"), `soren ${word}`)).toEqual([]);
  const context = createExecutionContext();
  await sweep(createDeps(env, context));
  await waitOnExecutionContext(context);
  expect(await search(w.as("oscar"), `soren ${word}`)).toEqual([w.ids.edna]);
  expect(await search(w.as("oscar"), word)).toEqual([w.ids.edna]);
});

test("finds a name without spaces by its middle", async () => {
  const w = await world();
  await profile(w, "edna", { displayName: "山田太郎" });
  expect(await search(w.as("oscar"), "太郎")).toContain(w.ids.edna);
});

test("does not find a user who is not discoverable, even by their exact email", async () => {
  const w = await world();
  const word = freshId("hidden").replaceAll("-", "");
  await profile(w, "edna", { displayName: word, discoverable: false });
  expect(await search(w.as("oscar"), word)).toEqual([]);
  expect(await search(w.as("oscar"), emailOf(w, "edna"))).toEqual([]);
  await profile(w, "edna", { displayName: word });
  await profile(w, "edna", { displayName: word, discoverable: false });
  expect(await search(w.as("oscar"), word)).toEqual([]);
});

test("returns an email only to a caller who searched for exactly that email", async () => {
  const w = await world();
  const word = freshId("shown").replaceAll("-", "");
  await profile(w, "edna", { displayName: word });
  const byName = await w.as("oscar").get(`/api/users/search?q=${word}`);
  expect(byName.body.users[0]).toEqual({
    id: w.ids.edna,
    username: null,
    displayName: word,
    name: "edna",
    image: null,
  });
  const byEmail = await w.as("oscar").get(`/api/users/search?q=${emailOf(w, "edna").toUpperCase()}`);
  expect(byEmail.body.users[0].email).toBe(emailOf(w, "edna"));
  expect(await search(w.as("oscar"), emailOf(w, "edna").slice(0, -1))).toEqual([]);
});

test.each(["", "a", " b ", "%", "x".repeat(101)])("rejects the query %j as too short or too long", async (q) => {
  const w = await world();
  expect((await w.as("oscar").get(`/api/users/search?q=${encodeURIComponent(q)}`)).status).toBe(400);
});

test.each(["%_", "'; --", "\u0000x", "\ud800ab", '"a" OR 1', "（）"])("returns no user for the query %j", async (q) => {
  const w = await world();
  const { status } = await w.as("oscar").get(`/api/users/search?q=${encodeURIComponent(q.toWellFormed())}`);
  expect([200, 400]).toContain(status);
});

test("lets only administrators find a user by email, ID or username", async () => {
  const w = await world();
  await profile(w, "edna", { username: `u${freshId("x").replaceAll("-", "_")}`.slice(0, 30), discoverable: false });
  const rupert = w.as("rupert");
  const username = await d1`select username from users where id = ${w.ids.edna}`.first("username");
  for (const query of [`email=${emailOf(w, "edna")}`, `id=${w.ids.edna}`, `username=${String(username)}`]) {
    const { body } = await rupert.get(`/api/users/find?${query}`);
    expect(body.users.map(({ id }: { id: string }) => id)).toEqual([w.ids.edna]);
  }
  expect((await rupert.get("/api/users/find?id=nobody")).body).toEqual({ users: [] });
  expect((await rupert.get("/api/users/find")).status).toBe(400);
  expect((await rupert.get(`/api/users/find?id=a&email=b`)).status).toBe(400);
  expect((await w.as("edna").get(`/api/users/find?id=${w.ids.edna}`)).status).toBe(403);
});

const ask = (w: World, from: Person, to: Person) =>
  w.as(from).post("/api/connections", { userId: w.ids[to], message: "hello" });
const act = (client: Client, id: string, action: string) => client.patch(`/api/connections/${id}`, { action });
const list = async (client: Client, status: string) =>
  (await client.get(`/api/connections?status=${status}`)).body.connections;

test("shows a connection request to both users, lets the recipient answer it, and notifies the sender", async () => {
  const w = await world();
  const asked = await ask(w, "edna", "oscar");
  expect([asked.status, asked.body.status, asked.body.isRequester]).toEqual([201, "pending", true]);
  expect((await list(w.as("oscar"), "pending"))[0]).toMatchObject({
    isRequester: false,
    message: "hello",
    user: { id: w.ids.edna, name: "edna" },
  });
  expect((await act(w.as("edna"), asked.body.id, "accept")).status).toBe(403);
  const accepted = await act(w.as("oscar"), asked.body.id, "accept");
  expect([accepted.status, accepted.body.status]).toEqual([200, "accepted"]);
  expect(accepted.body.acceptedAt).not.toBeNull();
  expect((await act(w.as("oscar"), asked.body.id, "accept")).status).toBe(409);
  for (const person of ["edna", "oscar"] as const) expect(await list(w.as(person), "accepted")).toHaveLength(1);
  const told = (await w.as("edna").get("/api/notifications")).body.notifications;
  expect(told.map(({ type }: { type: string }) => type)).toEqual(["CONNECTION_ACCEPTED"]);
  const asker = (await w.as("oscar").get("/api/notifications")).body.notifications;
  expect(asker.map(({ type }: { type: string }) => type)).toEqual(["CONNECTION_REQUEST"]);
});

test("creates one connection from 50 concurrent requests in both directions", async () => {
  const w = await world();
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? ask(w, "edna", "oscar") : ask(w, "oscar", "edna"))),
  );
  const statuses = all.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
  expect([...(await list(w.as("edna"), "pending")), ...(await list(w.as("oscar"), "pending"))]).toHaveLength(2);
});

const notices = async (client: Client): Promise<string[]> =>
  (await client.get("/api/notifications")).body.notifications.map(({ type }: { type: string }) => type);

test("allows a new request a week after a decline, and at once in the other direction", async () => {
  const w = await world();
  const { body } = await ask(w, "edna", "oscar");
  expect((await act(w.as("oscar"), body.id, "reject")).body.status).toBe("rejected");
  expect(await list(w.as("edna"), "pending")).toEqual([]);
  const again = await ask(w, "edna", "oscar");
  expect([again.status, again.body.code]).toEqual([429, "rate_limited"]);
  expect(Number(again.headers.get("Retry-After"))).toBeGreaterThan(6 * 24 * 3600);
  const back = await ask(w, "oscar", "edna");
  expect(back.status).toBe(201);
  expect((await w.as("oscar").delete(`/api/connections/${back.body.id}`)).status).toBe(200);
  await d1`update rejected_requests set rejected_at = rejected_at - 604800001 where requester_id = ${w.ids.edna}`.run();
  expect((await ask(w, "edna", "oscar")).status).toBe(201);
});

test("deletes the unread notification of a withdrawn request", async () => {
  const w = await world();
  const { body } = await ask(w, "edna", "oscar");
  expect(await notices(w.as("oscar"))).toEqual(["CONNECTION_REQUEST"]);
  await w.as("edna").delete(`/api/connections/${body.id}`);
  expect(await notices(w.as("oscar"))).toEqual([]);
});

const block = (w: World, by: Person, other: Person) =>
  w.as(by).post("/api/connections/block", { userId: w.ids[other] });

test("lets each user block the other and remove only their own block", async () => {
  const w = await world();
  const first = await block(w, "edna", "oscar");
  expect([first.status, first.body.status]).toEqual([201, "blocked"]);
  expect((await block(w, "edna", "oscar")).status).toBe(409);
  const second = await block(w, "oscar", "edna");
  expect(second.status).toBe(201);
  for (const person of ["edna", "oscar"] as const) expect(await list(w.as(person), "blocked")).toHaveLength(1);
  expect((await act(w.as("edna"), first.body.id, "unblock")).status).toBe(200);
  expect(await list(w.as("edna"), "blocked")).toEqual([]);
  expect((await ask(w, "edna", "oscar")).status).toBe(404);
  expect((await w.as("oscar").delete(`/api/connections/${second.body.id}`)).status).toBe(200);
  expect((await ask(w, "edna", "oscar")).status).toBe(201);
  expect((await block(w, "edna", "edna")).status).toBe(400);
  expect((await w.as("edna").post("/api/connections/block", { userId: "nobody-at-all" })).status).toBe(404);
});

test("notifies no user of actions by someone they blocked, and does not reveal the block", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await makePage(w, { title: "Plans" });
  const asks: ((userId: string) => Promise<{ status: number }>)[] = [
    (userId) => olivia.post(`/api/pages/${pageId}/permissions`, { userId, canView: true }),
    (userId) => olivia.post(`/api/drives/${w.drive}/members`, { userId }),
    (userId) => olivia.patch(`/api/pages/${pageId}`, { content: `@[Somebody](user:${userId})` }),
  ];
  const statuses = async (person: Person): Promise<number[]> => {
    const all: number[] = [];
    for (const each of asks) all.push((await each(w.ids[person])).status);
    return all;
  };
  await block(w, "oscar", "olivia");
  const [blocked, open] = [await statuses("oscar"), await statuses("rupert")];
  expect(blocked).toEqual(open);
  expect(blocked.every((status) => status < 300)).toBe(true);
  expect((await notices(w.as("rupert"))).length).toBeGreaterThanOrEqual(2);
  expect(await notices(w.as("oscar"))).toEqual([]);
});

test("returns the same error to a blocked user as for a missing user", async () => {
  const w = await world();
  const { body } = await ask(w, "edna", "oscar");
  expect((await act(w.as("oscar"), body.id, "block")).body.status).toBe("blocked");
  const edna = w.as("edna");
  const absent = await edna.post("/api/connections", { userId: "nobody-at-all" });
  const blocked = await ask(w, "edna", "oscar");
  expect([blocked.status, blocked.body.error]).toEqual([absent.status, absent.body.error]);
  expect(await list(edna, "blocked")).toEqual([]);
  for (const action of ["unblock", "accept", "block"]) expect((await act(edna, body.id, action)).status).toBe(404);
  expect((await edna.delete(`/api/connections/${body.id}`)).status).toBe(404);
  expect(await list(w.as("oscar"), "blocked")).toHaveLength(1);
  expect((await ask(w, "oscar", "edna")).status).toBe(409);
  expect((await act(w.as("oscar"), body.id, "unblock")).body.status).toBe("removed");
  expect((await ask(w, "edna", "oscar")).status).toBe(201);
});

test("leaves existing connections out of the search for new ones", async () => {
  const w = await world();
  const word = freshId("club").replaceAll("-", "");
  for (const person of ["edna", "vera"] as const) await profile(w, person, { displayName: word });
  await ask(w, "oscar", "edna");
  expect(await search(w.as("oscar"), word, "connections")).toEqual([w.ids.vera]);
  expect((await search(w.as("oscar"), word)).toSorted()).toEqual([w.ids.edna, w.ids.vera].toSorted());
});

test("rejects requests to oneself, for other users' connections and for unknown ones", async () => {
  const w = await world();
  expect((await ask(w, "edna", "edna")).status).toBe(400);
  const { body } = await ask(w, "edna", "oscar");
  for (const status of [
    await act(w.as("vera"), body.id, "accept"),
    await w.as("vera").delete(`/api/connections/${body.id}`),
    await act(w.as("edna"), "unknown", "block"),
  ].map((reply) => reply.status)) {
    expect(status).toBe(404);
  }
  expect((await w.as("edna").delete(`/api/connections/${body.id}`)).status).toBe(200);
  expect(await list(w.as("oscar"), "pending")).toEqual([]);
});

test("pages through connections newest first, each once", async () => {
  const w = await world();
  for (const person of ["adam", "vera", "sara"] as const) await ask(w, person, "oscar");
  const first = (await w.as("oscar").get("/api/connections?status=pending&limit=2")).body;
  const second = (await w.as("oscar").get(`/api/connections?status=pending&limit=2&cursor=${first.nextCursor}`)).body;
  const names = [...first.connections, ...second.connections].map(({ user }: { user: { name: string } }) => user.name);
  expect([names, second.nextCursor]).toEqual([["sara", "vera", "adam"], null]);
});
