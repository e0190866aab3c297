/** Account administration: granting and revoking the admin role permanently, and deleting accounts. */
import { beforeEach, expect, test } from "vitest";
import { act, grow, mailsOf, statusOf } from "../flows/account.ts";
import { freshEmail, signIn, userIdOf, type SignedIn } from "../flows/sign-in.ts";
import type { Entry } from "../security/audit.ts";
import { addMember, bearer, freshId, makeDrive, makePage } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const roleOf = (id: string): Promise<unknown> => d1`select role from users where id = ${id}`.first("role");

/** Creates the given number of admins, and removes the role from everyone else. */
async function makeAdmins(count: number): Promise<SignedIn[]> {
  await d1`update users set role = 'user' where role = 'admin'`.run();
  const made = await Promise.all(Array.from({ length: count }, () => signIn()));
  for (const { id } of made) await d1`update users set role = 'admin' where id = ${id}`.run();
  return made;
}

const setRole = ({ token }: SignedIn, id: string, role: unknown, variables = {}) =>
  act(token, `/api/admin/users/${id}/role`, { method: "POST", body: { role }, variables });

const remove = ({ token }: SignedIn, id: string, drives: unknown[] = []) =>
  act(token, `/api/admin/users/${id}`, { method: "DELETE", body: { drives } });

/** Matching audit entries of a kind, newest first, as read by the test's administrator. */
async function entriesOf(kind: string, passes: (entry: Entry) => boolean): Promise<Entry[]> {
  const { body } = await act(makeAdmin().token, `/api/admin/audit?limit=100&kind=${kind}`);
  return (body["entries"] as Entry[]).filter(passes);
}

let [one, two]: SignedIn[] = [];
beforeEach(async () => {
  [one, two] = await makeAdmins(2);
});
const makeAdmin = (): SignedIn => one as SignedIn; // created before each test
const other = (): SignedIn => two as SignedIn;

test("applies a role change to the next request, and notifies the user once", async () => {
  const ada = await signIn();
  expect((await act(ada.token, "/api/admin/users")).status).toBe(403);
  expect((await setRole(makeAdmin(), ada.id, "admin")).status).toBe(200);
  expect((await act(ada.token, "/api/admin/users")).status).toBe(200);
  expect((await setRole(makeAdmin(), ada.id, "admin")).status).toBe(200);
  expect((await setRole(ada, makeAdmin().id, "user")).status).toBe(200);
  expect((await act(makeAdmin().token, "/api/admin/users")).status).toBe(403);
  // Neither loses their session.
  expect([await statusOf(ada.token), await statusOf(makeAdmin().token)]).toEqual([200, 200]);
  await d1`update users set role = 'admin' where id = ${makeAdmin().id}`.run();
  const told = await entriesOf("role.change", (entry) => [ada.id, makeAdmin().id].includes(entry.entry.subj ?? ""));
  expect(told.map(({ userId, entry }) => [userId, entry.subj, entry.d])).toEqual([
    [ada.id, makeAdmin().id, { role: "user", before: "admin", by: "administrator" }],
    [makeAdmin().id, ada.id, { role: "admin", before: "user", by: "administrator" }],
  ]);
});

test("allows role changes only by a recently signed-in administrator, for an existing user, and never for the last one", async () => {
  const ada = await signIn();
  expect((await setRole(ada, makeAdmin().id, "user")).body["code"]).toBe("forbidden");
  expect((await setRole(makeAdmin(), ada.id, "owner")).body["code"]).toBe("invalid_request");
  expect((await setRole(makeAdmin(), freshId("nobody"), "user")).status).toBe(404);
  expect((await setRole(makeAdmin(), makeAdmin().id, "user")).status).toBe(200);
  const last = await setRole(other(), other().id, "user");
  expect([last.status, last.body["code"]]).toEqual([409, "conflict"]);
  // A suspended admin does not count as an admin.
  await d1`update users set role = 'admin', suspended_at = 1 where id = ${makeAdmin().id}`.run();
  expect((await setRole(other(), other().id, "user")).status).toBe(409);
  await grow(other().token);
  expect((await setRole(other(), ada.id, "admin")).body["code"]).toBe("step_up_required");
  expect([await roleOf(other().id), await roleOf(ada.id)]).toEqual(["admin", "user"]);
});

test("keeps one administrator when two remove each other's or their own role concurrently", async () => {
  for (const round of ["each other", "themselves"]) {
    const [a, b] = (await makeAdmins(2)) as [SignedIn, SignedIn]; // exactly two were requested
    const swap = round === "each other";
    const answers = await Promise.all([setRole(a, swap ? b.id : a.id, "user"), setRole(b, swap ? a.id : b.id, "user")]);
    expect(answers.filter(({ status }) => status === 200).length, round).toBe(1);
    expect(new Set([await roleOf(a.id), await roleOf(b.id)]), round).toEqual(new Set(["admin", "user"]));
  }
});

test("does not restore a removed administrator role by ADMIN_EMAILS, on a new sign-in or for a new account", async () => {
  const email = freshEmail("ann");
  const signInAsAdmin = () => signIn(email, { variables: { ADMIN_EMAILS: email } });
  const { id } = await signInAsAdmin();
  expect(await roleOf(id)).toBe("admin");
  expect((await setRole(makeAdmin(), id, "user", { ADMIN_EMAILS: email })).status).toBe(200);
  const { token } = await signInAsAdmin();
  expect([await roleOf(id), (await bearer(token).get("/api/admin/users")).status]).toEqual(["user", 403]);
  expect(await entriesOf("role.change", (entry) => entry.userId === id)).toHaveLength(1);

  const plan = await act(token, "/api/account/deletion");
  const drives = (plan.body["drives"] as { id: string }[]).map((drive) => ({ driveId: drive.id, action: "delete" }));
  const gone = await act(token, "/api/account", { method: "DELETE", body: { drives } });
  expect(gone.status).toBe(200);
  await mailsOf(gone.jobs);
  const { id: next } = await signInAsAdmin();
  expect([next === id, await roleOf(next)]).toEqual([false, "user"]);

  expect((await setRole(makeAdmin(), next, "admin", { ADMIN_EMAILS: email })).status).toBe(200);
  await d1`update users set role = 'user' where id = ${next}`.run();
  // After an administrator restores the role, the configuration applies again.
  await signInAsAdmin();
  expect(await roleOf(next)).toBe("admin");
});

test("lets an administrator delete a user with a choice for each drive, without seeing the content", async () => {
  const [ada, bob] = [await signIn(), await signIn()];
  const team = await makeDrive(bearer(ada.token), "Team");
  await makePage(bearer(ada.token), { driveId: team, title: "Inner" });
  await addMember(bearer(ada.token), bob.id, { driveId: team, role: "admin" });
  const plan = await act(makeAdmin().token, `/api/admin/users/${ada.id}/deletion`);
  expect(plan.body).toMatchObject({
    drives: [
      { name: "Personal", admins: [] },
      { id: team, name: "Team", pageCount: 1, memberCount: 1, admins: [{ id: bob.id }] },
    ],
  });
  expect(JSON.stringify(plan.body)).not.toContain("Inner");
  const [personal] = plan.body["drives"] as { id: string }[];
  const choices = [
    { driveId: personal?.id, action: "delete" },
    { driveId: team, action: "transfer", toUserId: bob.id },
  ];
  expect((await remove(makeAdmin(), ada.id)).body["code"]).toBe("invalid_request");
  const done = await remove(makeAdmin(), ada.id, choices);
  expect([done.status, done.headers.get("Set-Cookie"), await statusOf(ada.token)]).toEqual([200, null, 401]);
  expect((await act(bob.token, `/api/drives/${team}`)).body["role"]).toBe("owner");
  expect((await act(makeAdmin().token, `/api/drives/${team}`)).status).toBe(404);
  // The account disappears from the admin lists before the deletion job runs.
  expect((await act(makeAdmin().token, `/api/admin/users?q=${ada.email}`)).body).toEqual([]);
  expect((await act(makeAdmin().token, `/api/users/find?id=${ada.id}`)).body["users"]).toEqual([]);
  expect((await remove(makeAdmin(), ada.id, choices)).status).toBe(404);
  for (const act_ of ["suspend", "unsuspend"])
    expect(
      (await act(makeAdmin().token, `/api/admin/users/${ada.id}/${act_}`, { method: "POST", body: {} })).status,
    ).toBe(404);
  expect((await setRole(makeAdmin(), ada.id, "admin")).status).toBe(404);
  expect(await mailsOf(done.jobs)).toEqual([`mail to=${ada.email} subject="Your Octavo account was deleted"`]);
  expect(await userIdOf(ada.email)).toBe(null);
  const told = await entriesOf("account.delete", (entry) => entry.entry.subj === ada.id);
  expect(told).toMatchObject([
    {
      userId: makeAdmin().id,
      entry: { d: { drivesDeleted: 1, drivesTransferred: 1 }, res: { t: "user", id: ada.id } },
    },
  ]);
  expect(await entriesOf("drive.transfer", (entry) => entry.entry.res?.id === team)).toMatchObject([
    { entry: { subj: bob.id } },
  ]);
});

test("allows deletion of another user only by a recently signed-in administrator, and never of the last one", async () => {
  const ada = await signIn();
  expect((await remove(makeAdmin(), makeAdmin().id)).body["code"]).toBe("invalid_request");
  expect((await remove(ada, makeAdmin().id)).body["code"]).toBe("forbidden");
  expect((await act(ada.token, `/api/admin/users/${makeAdmin().id}/deletion`)).body["code"]).toBe("forbidden");
  const drivesOf = async (someone: SignedIn, path = "/api/account/deletion"): Promise<unknown[]> =>
    ((await act(someone.token, path)).body["drives"] as { id: string }[]).map(({ id }) => ({
      driveId: id,
      action: "delete",
    }));
  // If two admins delete each other at the same time, one remains.
  const [a, b] = [makeAdmin(), other()];
  const [ofA, ofB] = [await drivesOf(a), await drivesOf(b)];
  const answers = await Promise.all([remove(a, b.id, ofB), remove(b, a.id, ofA)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const left = answers[0].status === 200 ? a : b;
  const own = await drivesOf(left);
  expect((await act(left.token, "/api/account/deletion")).body["isLastAdministrator"]).toBe(true);
  const last = await act(left.token, "/api/account", { method: "DELETE", body: { drives: own } });
  expect([last.status, last.body["code"], await roleOf(left.id)]).toEqual([409, "conflict", "admin"]);
  const choices = await drivesOf(left, `/api/admin/users/${ada.id}/deletion`);
  await grow(left.token);
  expect((await remove(left, ada.id, choices)).body["code"]).toBe("step_up_required");
  expect(await statusOf(ada.token)).toBe(200);
});
