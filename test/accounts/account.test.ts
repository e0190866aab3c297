/** Account changes by the owner: name and profile, and password changes, which always fail because there are no passwords. */
import { beforeAll, expect, test, vi } from "vitest";
import { act } from "../flows/account.ts";
import { csrfOf, OWN_PAGE, signIn } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { type World, freshId, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

const rowOf = (id: string) => d1`select * from users where id = ${id}`.first();

test("gives a new account an empty profile that is not discoverable", async () => {
  const { token } = await signIn();
  const { status, body } = await act(token, "/api/account/profile");
  expect([status, body]).toEqual([200, { username: null, displayName: null, bio: "", discoverable: false }]);
});

test("keeps fields that a change omits, and clears a name set to null", async () => {
  const vera = w.as("vera");
  const username = `v_${Date.now().toString(36)}`;
  const all = { username, displayName: "Vera V.", bio: "Gardens.\nAnd text.", discoverable: true };
  const typed = { ...all, username: `  ${username.toUpperCase()} `, bio: "Gard\u0000ens.\r\nAnd text." };
  expect((await vera.patch("/api/account/profile", typed)).body).toEqual(all);
  expect((await vera.patch("/api/account/profile", { bio: "" })).body).toEqual({ ...all, bio: "" });
  const cleared = { username: null, displayName: null, bio: "", discoverable: true };
  expect((await vera.patch("/api/account/profile", { username: null, displayName: null })).body).toEqual(cleared);
  expect((await vera.get("/api/account/profile")).body).toEqual(cleared);
});

test.each([
  [{ username: "ab" }, "username"],
  [{ username: "x".repeat(31) }, "username"],
  [{ username: "with space" }, "username"],
  [{ username: "ünï" }, "username"],
  [{ username: "" }, "username"],
  [{ displayName: "" }, "displayName"],
  [{ displayName: "x".repeat(101) }, "displayName"],
  [{ displayName: "Administrator" }, "displayName"],
  [{ displayName: "\u200b\u3164" }, "displayName"],
  [{ username: "admin" }, "username"],
  [{ bio: "x".repeat(501) }, "bio"],
  [{ bio: null }, "bio"],
  [{ discoverable: "yes" }, "discoverable"],
])("rejects %j and names the field", async (body, path) => {
  const reply = await w.as("edna").patch("/api/account/profile", body);
  expect([reply.status, reply.body.code, reply.body.issues[0].path]).toEqual([400, "invalid_request", path]);
});

test("removes bidirectional control characters from names, and rejects names that impersonate staff", async () => {
  const edna = w.as("edna");
  const { body } = await edna.patch("/api/account", { name: "Edna \u202eanire\u202c" });
  expect(body.name).toBe("Edna anire");
  for (const name of ["admin", "Administrator", "ad\u200dmin", "аdmin"])
    expect((await edna.patch("/api/account", { name })).status, name).toBe(400);
});

test("assigns a username to exactly one of many concurrent requests", async () => {
  const username = `u_${Date.now().toString(36)}`;
  const people = ["adam", "dora", "sara", "oscar"] as const;
  const statuses = await Promise.all(
    people.map(async (name) => (await w.as(name).patch("/api/account/profile", { username })).status),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  const holder = people[statuses.indexOf(200)] ?? "adam";
  // A released username is available to everyone.
  await w.as(holder).patch("/api/account/profile", { username: null });
  expect((await w.as("rupert").patch("/api/account/profile", { username })).status).toBe(200);
});

test("finds a user by name only while their profile is discoverable", async () => {
  const [olivia, dora] = [w.as("olivia"), w.as("dora")];
  const word = freshId("zanzibar").replace(/\W/g, "");
  const finds = async (q: string): Promise<string[]> =>
    (await dora.get<{ users: { id: string }[] }>(`/api/users/search?q=${q}`)).body.users.map(({ id }) => id);
  await olivia.patch("/api/account/profile", { displayName: `${word} one` });
  expect(await finds(word)).toEqual([]);
  await olivia.patch("/api/account/profile", { discoverable: true });
  expect(await finds(word)).toEqual([w.ids.olivia]);
  await olivia.patch("/api/account", { name: `${word}x two` });
  expect(await finds(`${word}x`)).toEqual([w.ids.olivia]);
  await olivia.patch("/api/account/profile", { discoverable: false });
  expect([await finds(word), await finds(`${word}x`)]).toEqual([[], []]);
});

test("ignores owner, role and verification fields in the request body", async () => {
  const { token, id, email } = await signIn();
  const before = await rowOf(w.ids.olivia);
  const more = `"userId":"${w.ids.olivia}","id":"${w.ids.olivia}","ownerId":"${w.ids.olivia}","role":"admin","login_email":"x@example.com","provider":"both","epoch":9,"image":"https://elsewhere.example/x.png","suspendedAt":1,"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}`;
  for (const [path, own] of [
    ["/api/account", `"name":"Mia"`],
    ["/api/account/profile", `"bio":"Hello"`],
  ] as const) {
    expect((await act(token, path, { method: "PATCH", body: `{${own},${more}}` })).status).toBe(200);
  }
  const token2 = await act(token, "/api/auth/mcp-tokens", { method: "POST", body: `{"name":"tool",${more}}` });
  expect(token2.status).toBe(201);
  expect(await rowOf(w.ids.olivia)).toEqual(before);
  expect(await rowOf(id)).toMatchObject({
    name: "Mia",
    bio: "Hello",
    role: "user",
    login_email: email,
    provider: "email",
    epoch: 0,
    image: null,
    suspended_at: null,
  });
  const owner = d1`select user_id from mcp_tokens where id = ${token2.body["id"]}`;
  expect(await owner.first("user_id")).toBe(id);
  expect({}).not.toHaveProperty("role");
});

const change = (token: string, body: unknown, more: Parameters<typeof act>[2] = {}) =>
  act(token, "/api/account/password", { method: "PATCH", body, ...more });

test("rejects every password in the same way after validating its format", async () => {
  const { token, id } = await signIn();
  const logged = [vi.spyOn(console, "log"), vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
  for (const spy of logged) spy.mockImplementation(() => {});
  const secret = freshId("hunter2");
  const before = await rowOf(id);
  for (const currentPassword of [secret, "-".repeat(43), "x", " ", "p".repeat(1_024), "ünïcode", "\ud83d"]) {
    const { status, body } = await change(token, { currentPassword, newPassword: secret });
    expect([status, body["code"]]).toEqual([403, "current_password_invalid"]);
  }
  for (const wrong of [
    {},
    { currentPassword: secret },
    { newPassword: secret },
    { currentPassword: 7, newPassword: secret },
    { currentPassword: "", newPassword: secret },
    { currentPassword: secret, newPassword: "" },
    { currentPassword: "p".repeat(1_025), newPassword: secret },
    [],
    null,
  ]) {
    const { status, body } = await change(token, wrong);
    expect([status, body["code"]], JSON.stringify(wrong)).toEqual([400, "invalid_request"]);
  }
  const printed = JSON.stringify(logged.map((spy) => spy.mock.calls));
  for (const spy of logged) spy.mockRestore();
  expect(printed).not.toContain(secret);
  expect(await rowOf(id)).toEqual(before);
  const entries = await entriesOf("account.password_fail", (entry) => entry.userId === id);
  expect(entries).toHaveLength(7);
  expect(JSON.stringify(entries)).not.toContain(secret);
  expect(entries[0]?.entry).toMatchObject({ outcome: "fail", risk: 30, d: {} });
});

test("requires a session and its CSRF token to change a password, and limits attempts to five", async () => {
  const body = { currentPassword: "old", newPassword: "new" };
  const { token, cookie } = await signIn();
  const headers = { Cookie: cookie, ...OWN_PAGE };
  const statusFor = async (more: Parameters<typeof act>[2] = {}) =>
    (await act(null, "/api/account/password", { method: "PATCH", body, ...more })).status;
  expect(await statusFor()).toBe(401);
  const bare = await act(null, "/api/account/password", { method: "PATCH", body: {}, headers });
  expect([bare.status, bare.body["code"]]).toEqual([403, "csrf_missing"]);
  const proven = { ...headers, "X-CSRF-Token": await csrfOf(cookie) };
  expect(await statusFor({ headers: proven })).toBe(403);
  const variables = { RATE_LIMIT_SCALE: "1" };
  const codes: unknown[] = [];
  for (let i = 0; i < 7; i += 1) codes.push((await change(token, body, { variables })).body["code"]);
  expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "current_password_invalid"));
  expect(codes.slice(5)).toEqual(["rate_limited", "rate_limited"]);
});
