/** Account deletion: the user chooses what happens to drives, personal data is removed, contributions to others stay. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { resumeErasures } from "../../src/features/account/deletion/erase.ts";
import { calls, type CallEvent } from "../../src/platform/durable-objects.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { asSent, call, upload } from "../files/client.ts";
import { act, grow, mailsOf, statusOf } from "../flows/account.ts";
import {
  askForLink,
  consume,
  mailJob,
  mailedLink,
  mailsDuring,
  openBound,
  signIn,
  type SignedIn,
} from "../flows/sign-in.ts";
import { addMember, bearer, freshId, makeDrive, makePage } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

type Owned = { id: string; name: string; memberCount: number; pageCount: number; admins: { id: string }[] };

const count = async (from: string, ...values: (string | number)[]): Promise<number> =>
  Number(
    await env.DB.prepare(`select count(*) as n from ${from}`)
      .bind(...values)
      .first("n"),
  );

const planOf = async ({ token }: SignedIn): Promise<Owned[]> =>
  (await act(token, "/api/account/deletion")).body["drives"] as Owned[];

const remove = ({ token }: SignedIn, drives: unknown[]) =>
  act(token, "/api/account", { method: "DELETE", body: { drives } });

const deleteAll = async (someone: SignedIn): Promise<unknown[]> =>
  (await planOf(someone)).map(({ id }) => ({ driveId: id, action: "delete" }));

/** Deletes the account with all its drives, and runs the resulting jobs. */
async function removeWhole(someone: SignedIn) {
  const done = await remove(someone, await deleteAll(someone));
  expect(done.status).toBe(200);
  const mails = await mailsOf(done.jobs);
  return { ...done, mails };
}

/** The person's role in the drive, or the response status if they cannot see it. */
const roleIn = async (someone: SignedIn, driveId: string): Promise<unknown> => {
  const { status, body } = await act(someone.token, `/api/drives/${driveId}`);
  return status === 200 ? body["role"] : status;
};

test("lists the consequences of a deletion, and refuses it until every owned drive has a valid choice", async () => {
  const [ada, bob, eve] = [await signIn(), await signIn(), await signIn()];
  const team = await makeDrive(bearer(ada.token), "Team");
  await makePage(bearer(ada.token), { driveId: team });
  await addMember(bearer(ada.token), bob.id, { driveId: team, role: "admin" });
  await addMember(bearer(ada.token), eve.id, { driveId: team });
  const plan = await act(ada.token, "/api/account/deletion");
  expect(plan.body).toMatchObject({
    isLastAdministrator: false,
    drives: [
      { name: "Personal", memberCount: 0, pageCount: 0, admins: [] },
      { id: team, name: "Team", memberCount: 2, pageCount: 1, admins: [{ id: bob.id }] },
    ],
  });
  const personal = String((plan.body["drives"] as Owned[])[0]?.id);
  const gone = { driveId: personal, action: "delete" };
  const wrong: [unknown[], string][] = [
    [[gone], `drives.${team}`],
    [[gone, { driveId: team, action: "transfer" }], "drives.1.toUserId"],
    [[gone, { driveId: team, action: "transfer", toUserId: eve.id }], "drives.1.toUserId"],
    [[gone, { driveId: team, action: "transfer", toUserId: ada.id }], "drives.1.toUserId"],
    [[gone, gone, { driveId: team, action: "delete" }], "drives.1.driveId"],
    [[gone, { driveId: "elsewhere", action: "delete" }], "drives.1.driveId"],
  ];
  for (const [drives, path] of wrong) {
    const refused = await remove(ada, drives);
    expect([refused.status, refused.body["code"], refused.jobs]).toEqual([400, "invalid_request", []]);
    expect(refused.body["issues"]).toContainEqual({ path, message: expect.any(String) });
  }
  const without = await act(ada.token, "/api/account", { method: "DELETE", body: {} });
  expect(without.body["issues"]).toMatchObject([{ path: `drives.${personal}` }, { path: `drives.${team}` }]);
  expect([await statusOf(ada.token), await roleIn(ada, team)]).toEqual([200, "owner"]);
});

test("ends all sessions, tokens and links and other users' access to the deleted drives at once", async () => {
  const [ada, bob, eve] = [await signIn(), await signIn(), await signIn()];
  const [team, shared] = [await makeDrive(bearer(ada.token), "Personal"), await makeDrive(bearer(ada.token), "Shared")];
  const page = await makePage(bearer(ada.token), { driveId: team });
  const doomed = await makePage(bearer(ada.token), { driveId: shared });
  for (const drive of [team, shared]) await addMember(bearer(ada.token), bob.id, { driveId: drive, role: "admin" });
  await addMember(bearer(ada.token), eve.id, { driveId: team });
  const elsewhere = await signIn(ada.email);
  const tool = await act(ada.token, "/api/auth/mcp-tokens", { method: "POST", body: { name: "tool" } });
  const link = await mailedLink(ada.email);
  const [personal] = await planOf(ada);

  const done = await remove(ada, [
    { driveId: String(personal?.id), action: "delete" },
    { driveId: team, action: "transfer", toUserId: bob.id },
    { driveId: shared, action: "delete" },
  ]);
  expect([done.status, done.headers.get("Set-Cookie")?.includes("Max-Age=0")]).toEqual([200, true]);
  expect([await statusOf(ada.token), await statusOf(elsewhere.token)]).toEqual([401, 401]);
  expect((await bearer(String(tool.body["token"])).get("/api/mcp/drives")).status).toBe(401);
  expect((await openBound(link.url, link.binding)).headers.get("Location")).toBe("/signin?error=link_invalid");
  expect([await roleIn(bob, team), await roleIn(eve, team), await roleIn(bob, shared)]).toEqual([
    "owner",
    "member",
    404,
  ]);
  // Bob already has a personal drive.
  const slugs = (await act(bob.token, "/api/drives")).body as unknown as { id: string; slug: string }[];
  expect(slugs.find(({ id }) => id === team)?.slug).toMatch(/^personal-2(-2)?$/);
  expect((await act(bob.token, `/api/pages/${page}`)).body).toMatchObject({ createdBy: ada.id });
  expect((await act(bob.token, `/api/pages/${doomed}`)).status).toBe(404);
  const told = (await act(bob.token, "/api/notifications")).body["notifications"] as { title: string }[];
  expect(told.filter(({ title }) => title === "You now own a drive")).toHaveLength(1);

  expect(await mailsOf(done.jobs)).toEqual([`mail to=${ada.email} subject="Your Octavo account was deleted"`]);
  expect(await count("pages where drive_id = ?", shared)).toBe(0);
  expect(await count("users where id = ?", ada.id)).toBe(0);
  expect(await count("account_deletions where user_id = ?", ada.id)).toBe(0);
  expect(await roleIn(bob, team)).toBe("owner");
  const again = await signIn(ada.email);
  expect(again.id).not.toBe(ada.id);
  expect((await planOf(again)).map(({ name, pageCount }) => [name, pageCount])).toEqual([["Personal", 0]]);
});

test("sends the last email in the user's language", async () => {
  const ada = await signIn();
  await d1`update users set language = 'de' where id = ${ada.id}`.run();
  expect((await removeWhole(ada)).mails).toEqual([`mail to=${ada.email} subject="Dein Octavo-Konto wurde gelöscht"`]);
});

test("deletes all personal data, and shows content in other drives as by a deleted user", async () => {
  const [ada, bob] = [await signIn(), await signIn()];
  await act(ada.token, "/api/account", { method: "PATCH", body: { name: "Ada Wintermute" } });
  await act(ada.token, "/api/account/profile", {
    method: "PATCH",
    body: { username: `ada_${freshId("").replaceAll("-", "").slice(0, 12)}`, discoverable: true, bio: "Wintermute" },
  });
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const form = new FormData();
  form.append("file", new File([png], "me.png", { type: "image/png" }));
  await call(ada.token, "/api/account/avatar", { method: "POST", ...(await asSent(form)) });
  expect((await env.FILES.list({ prefix: `avatars/${ada.id}/` })).objects).toHaveLength(1);
  const team = await makeDrive(bearer(bob.token), "Team");
  await addMember(bearer(bob.token), ada.id, { driveId: team, role: "admin" });
  const channel = await makePage(bearer(bob.token), { driveId: team, type: "CHANNEL", title: "Talk" });
  const written = await makePage(bearer(ada.token), { driveId: team, content: `Hello\n` });
  await act(ada.token, `/api/pages/${written}`, { method: "PATCH", body: { content: "Hello there\n" } });
  await act(ada.token, `/api/pages/${channel}/messages`, { method: "POST", body: { content: "I was here" } });
  await act(bob.token, `/api/pages/${channel}/messages`, { method: "POST", body: { content: "Me too" } });
  await act(ada.token, "/api/connections", { method: "POST", body: { userId: bob.id } });
  await act(ada.token, "/api/contact", {
    method: "POST",
    body: { name: "Ada Wintermute", email: ada.email, subject: "Hi", message: "Ten characters and more" },
  });
  await act(bob.token, `/api/pages/${written}`, {
    method: "PATCH",
    body: { content: `Hello there\n[Ada](mention:user:${ada.id})\n` },
  });
  const file = await upload(ada.token, { content: "of Ada", fields: { pageId: written } });
  expect(file.status).toBe(201);
  await act(ada.token, "/api/uploads", {
    method: "POST",
    body: { filename: "big.bin", size: 6_000_000, pageId: written },
  });
  const { bytes } = (await d1`select bytes from storage_usage where user_id = ${ada.id}`.first<{
    bytes: number;
  }>()) ?? { bytes: 0 };
  expect(bytes).toBe(6);
  const nobody = async (): Promise<number> =>
    Number(await d1`select bytes from storage_usage where user_id = 'deleted'`.first("bytes"));
  const before = await nobody();

  await removeWhole(ada);
  const { results } =
    await d1`select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%' and name not like 'audit%'`.all<{
      name: string;
    }>();
  const dump = await Promise.all(
    results.map(async ({ name }) => [
      name,
      JSON.stringify((await env.DB.prepare(`select * from "${name}"`).all()).results),
    ]),
  );
  const holding = (text: string): string[] => dump.flatMap(([name = "", rows]) => (rows?.includes(text) ? [name] : []));
  expect(holding(ada.email)).toEqual([]);
  // Bob's notifications still name her; they expire with his others.
  expect(holding("Wintermute").filter((table) => table !== "notifications")).toEqual([]);
  const opaque = ["activity", "drive_members", "notifications", "page_contents", "pages", "mentions", "metrics"];
  expect(holding(ada.id).filter((table) => !opaque.includes(table))).toEqual([]);
  expect(await count("mentions where target_id = ?", ada.id)).toBe(0);
  expect((await env.FILES.list({ prefix: `avatars/${ada.id}/` })).objects).toEqual([]);
  expect((await nobody()) - before).toBe(6);

  const messages = (await act(bob.token, `/api/pages/${channel}/messages`)).body["messages"];
  expect(messages).toMatchObject([
    { content: "I was here", user: null, role: "user" },
    { content: "Me too", user: { id: bob.id } },
  ]);
  const exported = (await act(bob.token, `/api/pages/${channel}/export`)).body["text"];
  expect(exported).toContain("**Deleted user**");
  const versions = (await act(bob.token, `/api/pages/${written}/versions`)).body["versions"] as { author: object }[];
  expect(versions.at(-1)?.author).toEqual({ id: ada.id, name: "Deleted user" });
  expect((await act(bob.token, `/api/pages/${written}/permissions`)).status).toBe(200);
  const members = (await act(bob.token, `/api/drives/${team}/members`)).body["members"];
  expect(members).toEqual([]);
  const { fileId = file.body["id"] } = file.body as { fileId?: string };
  expect((await act(bob.token, `/api/files/${fileId}/download`)).body["text"]).toBe("of Ada");
  await act(bob.token, `/api/pages/${written}`, { method: "DELETE" });
  await act(bob.token, `/api/trash/${written}`, { method: "DELETE" });
  expect(await nobody()).toBe(before);
});

test("requires a recent sign-in and a CSRF token in a browser, and rejects tool tokens", async () => {
  const ada = await signIn();
  const drives = await deleteAll(ada);
  const tool = await act(ada.token, "/api/auth/mcp-tokens", { method: "POST", body: { name: "tool" } });
  const byTool = await act(String(tool.body["token"]), "/api/account", { method: "DELETE", body: { drives } });
  expect(byTool.status).toBe(401);
  const byCookie = await act(null, "/api/account", {
    method: "DELETE",
    body: { drives },
    headers: { Cookie: ada.cookie, Origin: "http://localhost:8787", "Sec-Fetch-Site": "same-origin" },
  });
  expect([byCookie.status, byCookie.body["code"]]).toEqual([403, "csrf_missing"]);
  await grow(ada.token);
  const stale = await remove(ada, drives);
  expect([stale.status, stale.body["code"], stale.jobs]).toEqual([403, "step_up_required", []]);
  expect(await statusOf(ada.token)).toBe(200);
});

test("does not send queued email to a deleted account", async () => {
  const ada = await signIn();
  const waiting = await askForLink(ada.email);
  const change = await act(ada.token, "/api/account", { method: "PATCH", body: { email: `new-${ada.email}` } });
  const done = await remove(ada, await deleteAll(ada));
  const notice = { id: freshId("job"), kind: "mail.notice", userId: ada.id, notice: "passkey_added" };
  const jobs = [mailJob(waiting.linkId), notice, ...change.jobs];
  expect(change.jobs).toHaveLength(2);
  expect(await mailsDuring(() => consume(jobs))).toEqual([]);
  await mailsOf(done.jobs);
  expect(await mailsDuring(() => consume([notice]))).toEqual([]);
});

test("deletes a large drive and its rooms in steps, and resumes after an outage", async () => {
  const ada = await signIn();
  const drive = await makeDrive(bearer(ada.token), "Team");
  const edited = await makePage(bearer(ada.token), { driveId: drive });
  await act(ada.token, `/api/pages/${edited}`, { method: "PATCH", body: { content: "Once\n" } });
  const talk = await makePage(bearer(ada.token), { driveId: drive, type: "CHANNEL" });
  await env.DB.batch([
    d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 650)
       insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at)
       select ${drive} || '-' || i, ${drive}, 'x', 'DOCUMENT', i, ${ada.id}, 1, 1 from n`,
    d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2500)
       insert into messages (id, page_id, user_id, role, content, created_at) select ${talk} || '-' || i, ${talk}, ${ada.id}, 'user', 'x', 1 from n`,
  ]);
  const done = await remove(ada, await deleteAll(ada));
  const silence = vi.spyOn(console, "warn").mockImplementation(() => {});
  const down = { AUDIT_LOG: { getByName: () => ({ erase: () => Promise.reject(new Error("down")) }) } };
  const purged: string[] = [];
  const JOBS = {
    sendBatch: (messages: Iterable<{ body: { kind: string; pageIds?: string[] } }>) => {
      for (const { body } of messages) purged.push(...(body.kind === "rooms.purge" ? (body.pageIds ?? []) : []));
      return Promise.resolve();
    },
  };
  const failed = await consume(done.jobs, { variables: { ...down, JOBS } });
  silence.mockRestore();
  expect(failed.retryMessages).toHaveLength(1);
  expect(await count("pages where drive_id = ?", drive)).toBe(0);
  expect(await count("users where id = ?", ada.id)).toBe(0);
  // The address is kept for the remaining deletion work.
  expect(await count("account_deletions where email = ? and erased_at is null", ada.email)).toBe(1);
  expect(purged).toHaveLength(652);
  expect(purged).toContain(edited);
  await consume([{ id: freshId("job"), kind: "rooms.purge", pageIds: [edited] }]);
  const room = env.PAGE_ROOM.getByName(edited);
  expect(await room.versions(10, null, 2)).toBe(null);
  const heard: CallEvent[] = [];
  const listen = (event: unknown) => void heard.push(event as CallEvent); // the published type
  calls.subscribe(listen);
  await mailsDuring(() => consume(done.jobs));
  calls.unsubscribe(listen);
  expect(heard.filter(({ object, phase }) => object === "AuditLog" && phase === "start")).toMatchObject([
    { method: "erase" },
  ]);
  expect(await count("account_deletions where email = ?", ada.email)).toBe(0);
});

test("requires each new owner to be an admin of the drive at commit time, and otherwise changes nothing", async () => {
  const [ada, bob] = [await signIn(), await signIn()];
  const team = await makeDrive(bearer(ada.token), "Team");
  await addMember(bearer(ada.token), bob.id, { driveId: team, role: "admin" });
  const [personal] = (await planOf(ada)).filter(({ id }) => id !== team);
  const choices = [
    { driveId: String(personal?.id), action: "delete" },
    { driveId: team, action: "transfer", toUserId: bob.id },
  ];
  const between = (statement: D1PreparedStatement): object => {
    let trips = 0;
    return {
      prepare: (text: string) => env.DB.prepare(text),
      async batch(statements: D1PreparedStatement[]) {
        trips += 1;
        if (trips === 2) await statement.run();
        return env.DB.batch(statements);
      },
    };
  };
  const meanwhile: [string, string][] = [
    [
      "update drive_members set role = 'member' where user_id = ?",
      "update drive_members set role = 'admin' where user_id = ?",
    ],
    ["update users set suspended_at = 1 where id = ?", "update users set suspended_at = null where id = ?"],
    [
      "insert into drives (id, owner_id, name, slug, created_at, updated_at) select 'late-' || ?1, owner_id, 'Late', 'late', 1, 1 from drives where id = (select drive_id from drive_members where user_id = ?1)",
      "delete from drives where id = 'late-' || ?",
    ],
  ];
  for (const [change, back] of meanwhile) {
    const DB = between(env.DB.prepare(change).bind(bob.id));
    const refused = await act(ada.token, "/api/account", {
      method: "DELETE",
      body: { drives: choices },
      variables: { DB },
    });
    expect([refused.status, refused.body["code"], refused.jobs]).toEqual([409, "conflict", []]);
    await env.DB.prepare(back).bind(bob.id).run();
    expect([await statusOf(ada.token), await roleIn(ada, team)]).toEqual([200, "owner"]);
  }
  // Bob creates a drive with the same slug as the one he receives, so a new slug is chosen.
  const DB = between(
    d1`insert into drives (id, owner_id, name, slug, created_at, updated_at) select 'own-' || ${bob.id}, ${bob.id}, 'Team', 'team', 1, 1`,
  );
  const done = await act(ada.token, "/api/account", { method: "DELETE", body: { drives: choices }, variables: { DB } });
  expect(done.status).toBe(200);
  expect(await d1`select slug from drives where id = ${team}`.first("slug")).toBe("team-2");
});

test("commits concurrent writes of other sessions either before the deletion or not at all", async () => {
  const ada = await signIn();
  const [other, bob] = [await signIn(ada.email), await signIn()];
  const team = await makeDrive(bearer(ada.token), "Team");
  await addMember(bearer(ada.token), bob.id, { driveId: team, role: "admin" });
  const drives = await deleteAll(ada);
  const writes = Array.from({ length: 12 }, (_, i) => [
    act((i % 2 ? other : bob).token, "/api/pages", {
      method: "POST",
      body: { driveId: team, title: `p${i}`, type: "DOCUMENT", content: "x" },
    }),
    act(other.token, "/api/drives", { method: "POST", body: { name: `d${i}` } }),
  ]).flat();
  const [done] = await Promise.all([remove(ada, drives), ...writes]);
  if (done.status !== 200) {
    // A drive was created in between.
    expect(done.body["code"]).toMatch(/conflict|invalid_request/);
    expect((await remove(ada, await deleteAll(ada))).status).toBe(200);
  }
  const late = await act(bob.token, "/api/pages", {
    method: "POST",
    body: { driveId: team, title: "late", type: "DOCUMENT" },
  });
  expect(late.status).toBe(404);
  await mailsDuring(() => consume([{ id: freshId("job"), kind: "account.erase", userId: ada.id }]));
  expect(await count("drives where owner_id = ?", ada.id)).toBe(0);
  expect(await count("pages where drive_id not in (select id from drives)")).toBe(0);
  expect(await count("users where id = ?", ada.id)).toBe(0);
  expect(await count("sessions where token_hash = ?", hashToken("session", other.token))).toBe(0);
});

test("resumes a deletion whose job was lost during the sweep, without sending it twice", async () => {
  const ada = await signIn();
  expect((await remove(ada, await deleteAll(ada))).status).toBe(200);
  const sent: unknown[] = [];
  const JOBS = {
    sendBatch: (messages: Iterable<{ body: { kind: string; userId?: string } }>) => {
      for (const { body } of messages) if (body.userId === ada.id) sent.push(body);
      return Promise.resolve();
    },
  };
  const later = (ms: number) =>
    resumeErasures(createDeps({ ...env, JOBS } as unknown as Env, createExecutionContext(), Date.now() + ms));
  await later(0);
  expect(sent).toEqual([]);
  await later(400_000);
  await later(400_000);
  expect(sent).toMatchObject([{ kind: "account.erase" }]);
  await mailsOf(sent);
  expect(await count("users where id = ?", ada.id)).toBe(0);
  await later(900_000);
  expect(sent).toHaveLength(1);
});
