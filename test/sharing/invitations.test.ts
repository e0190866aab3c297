/** Inviting email addresses to pages and drives: answers, who may accept, and when an invitation ends. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { call, consume, freshEmail, mailsDuring, OWN_PAGE, signIn } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { makePage, bearer, type Client, type World, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const newPage = (client: Client, driveId: string, title = "Launch plan"): Promise<string> =>
  makePage(client, { driveId, title });

/** Signs in by magic link, as a new user does, and returns a client with the session. */
async function arrive(email: string): Promise<Client> {
  return bearer((await signIn(email)).token);
}

const pageInvitations = async (client: Client, pageId: string) =>
  (await client.get(`/api/pages/${pageId}/invitations`)).body.invitations;

const driveInvitations = async (w: World) =>
  (await w.as("olivia").get(`/api/drives/${w.drive}/invitations`)).body.invitations;

const open = (link: string, client?: string): Promise<Response> => {
  const token = new URL(link).searchParams.get("token") ?? "";
  return call("/invitation", {
    method: "POST",
    headers: {
      ...OWN_PAGE,
      "Content-Type": "application/x-www-form-urlencoded",
      ...(client !== undefined && { Authorization: `Bearer ${client}` }),
    },
    body: new URLSearchParams({ token }).toString(),
  });
};

/** The links mailed to this address. */
async function mailed(email: string): Promise<string[]> {
  const row = await d1`update invitations set mailed_at = null where email = ${email} returning id, issued_at`.first<{
    id: string;
    issued_at: number;
  }>();
  const job = { id: "job", kind: "mail.invitation", invitationId: row?.id, issuedAt: row?.issued_at };
  const lines = await mailsDuring(() => consume([job]));
  return lines.filter((line) => line.startsWith(`mail to=${email} `));
}

test("invites a user without an account to a page, and grants access after they sign in", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  const email = freshEmail("ben");
  const shared = await olivia.post(`/api/pages/${pageId}/permissions`, { email, canView: true, canEdit: true });
  expect(shared.status).toBe(201);
  expect(shared.body).toMatchObject({ userId: null, canEdit: true, canShare: false, user: { email } });
  const [invitation] = await pageInvitations(olivia, pageId);
  expect(invitation).toMatchObject({ email, canEdit: true, invitedBy: { id: w.ids.olivia, name: "olivia" } });
  expect(Date.parse(invitation.expiresAt)).toBeGreaterThan(Date.now() + 13 * 86_400_000);
  // The raw token is not stored in the database.
  const token = new URL(shared.body.link).searchParams.get("token");
  const { results } = await d1`select * from invitations`.all();
  expect(JSON.stringify(results)).not.toContain(token);

  const ben = await arrive(email);
  const page = await ben.get(`/api/pages/${pageId}`);
  expect(page.body.rights).toEqual({
    canView: true,
    canComment: true,
    canEdit: true,
    canShare: false,
    canDelete: false,
  });
  expect(await pageInvitations(olivia, pageId)).toEqual([]);
  const { permissions } = (await olivia.get(`/api/pages/${pageId}/permissions`)).body;
  const row = permissions.find(({ user }: { user: { email: string | null } }) => user.email === email);
  expect(row).toMatchObject({ canEdit: true, inheritedFrom: null });
  // The list hides the address from others.
  expect(JSON.stringify((await w.as("adam").get(`/api/pages/${pageId}/permissions`)).body)).not.toContain(email);
  const told = (await olivia.get("/api/notifications")).body.notifications;
  expect(told[0].message).toContain("accepted your invitation to “Launch plan”");
});

test("invites a user without an account to a drive, with a role", async () => {
  const w = await world();
  const email = freshEmail("ben");
  const path = `/api/drives/${w.drive}/members`;
  const added = await w.as("olivia").post(path, { email, canEdit: true });
  expect([added.status, added.body.userId, added.body.role]).toEqual([201, null, "member"]);
  expect((await w.as("olivia").get(path)).body.members.map((each: { user: object }) => each.user)).not.toContainEqual(
    expect.objectContaining({ email }),
  );
  expect(await driveInvitations(w)).toMatchObject([{ email, role: "member", canEdit: true, canDelete: false }]);
  const ben = await arrive(email);
  expect((await ben.get("/api/drives")).body).toContainEqual(expect.objectContaining({ id: w.drive, role: "member" }));
  expect((await w.as("adam").get(path)).body.members).toContainEqual(
    expect.objectContaining({ user: expect.objectContaining({ email }) }),
  );
  expect(await driveInvitations(w)).toEqual([]);
});

const shapeOf = (value: unknown): unknown =>
  value !== null && typeof value === "object"
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
    : typeof value;

test("responds to a page invitation alike with and without an account, and grants an account access at once", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  const [nobody, oscar] = [freshEmail("ben"), `${w.ids.oscar}@example.com`];
  const path = `/api/pages/${pageId}/permissions`;
  const [first, second] = [
    await olivia.post(path, { email: nobody, canView: true }),
    await olivia.post(path, { email: oscar, canView: true }),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(shapeOf(second.body)).toEqual(shapeOf(first.body));
  expect(second.body).toMatchObject({ userId: null, user: { id: null, name: oscar, email: oscar, image: null } });
  expect((await w.as("oscar").get(`/api/pages/${pageId}`)).status).toBe(200);
  expect((await w.as("oscar").get("/api/notifications")).body.notifications[0]).toMatchObject({ type: "PAGE_SHARED" });
  expect(await pageInvitations(olivia, pageId)).toHaveLength(2);
  expect(JSON.stringify((await olivia.get(path)).body)).not.toContain(w.ids.oscar);
  // Inviting again updates the rights of both in the same way.
  for (const email of [nobody, oscar])
    expect((await olivia.post(path, { email, canView: true, canEdit: true })).status).toBe(200);
  expect((await w.as("oscar").get(`/api/pages/${pageId}`)).body.rights.canEdit).toBe(true);
  // Only opening the link reveals the account.
  const { link } = (await olivia.post(`/api/pages/${pageId}/invitations/${second.body.invitation.id}/link`)).body;
  const opened = await open(link, w.session("oscar"));
  expect([opened.status, opened.headers.get("Location")]).toEqual([303, `/pages/${pageId}`]);
  expect(await pageInvitations(olivia, pageId)).toHaveLength(1);
  expect(JSON.stringify((await olivia.get(path)).body)).toContain(w.ids.oscar);
});

test("responds to a drive invitation alike with and without an account", async () => {
  const w = await world();
  const path = `/api/drives/${w.drive}/members`;
  const first = await w.as("olivia").post(path, { email: freshEmail("ben"), canEdit: true });
  const second = await w.as("olivia").post(path, { email: `${w.ids.oscar}@example.com`, canEdit: true });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(shapeOf(second.body)).toEqual(shapeOf(first.body));
  expect((await w.as("oscar").get(`/api/drives/${w.drive}`)).status).toBe(200);
});

test("revokes an invitation, and the rights that an account received through it", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  const [nobody, oscar] = [freshEmail("ben"), `${w.ids.oscar}@example.com`];
  for (const email of [nobody, oscar]) {
    const { invitation } = (await olivia.post(`/api/pages/${pageId}/permissions`, { email, canView: true })).body;
    expect((await w.as("vera").delete(`/api/pages/${pageId}/invitations/${invitation.id}`)).status).toBe(403);
    expect((await w.as("rupert").delete(`/api/pages/${pageId}/invitations/${invitation.id}`)).status).toBe(404);
    expect((await olivia.delete(`/api/pages/${pageId}/invitations/${invitation.id}`)).status).toBe(200);
    expect((await olivia.delete(`/api/pages/${pageId}/invitations/${invitation.id}`)).status).toBe(404);
  }
  expect((await w.as("oscar").get(`/api/pages/${pageId}`)).status).toBe(404);
  expect((await (await arrive(nobody)).get(`/api/pages/${pageId}`)).status).toBe(404);
  const inDrive = (await w.as("olivia").post(`/api/drives/${w.drive}/members`, { email: freshEmail("cleo") })).body;
  expect((await olivia.delete(`/api/drives/${w.drive}/invitations/${inDrive.invitation.id}`)).status).toBe(200);
  expect((await (await arrive(inDrive.user.email)).get(`/api/drives/${w.drive}`)).status).toBe(404);
});

const MAKE_DEAD: Record<string, (w: World, pageId: string) => Promise<unknown>> = {
  "the invitation has expired": () => d1`update invitations set expires_at = 1`.run(),
  "the inviter may no longer share": (w, pageId) =>
    w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.sara, canView: true }),
  "the inviter left the drive": (w) => w.as("sara").delete(`/api/drives/${w.drive}/members/${w.ids.sara}`),
  "the inviter is suspended": (w) => d1`update users set suspended_at = 1 where id = ${w.ids.sara}`.run(),
  "the page is in the trash": (w, pageId) => w.as("olivia").delete(`/api/pages/${pageId}`),
  "the drive is in the trash": (w) => w.as("olivia").delete(`/api/drives/${w.drive}`),
};

test.each(Object.keys(MAKE_DEAD))("rejects an invitation once %s", async (reason) => {
  const w = await world();
  const pageId = await newPage(w.as("olivia"), w.drive);
  const email = freshEmail("ben");
  const shared = await w.as("sara").post(`/api/pages/${pageId}/permissions`, { email, canView: true });
  expect(shared.status).toBe(201);
  await MAKE_DEAD[reason]?.(w, pageId);
  const shown = await call(new URL(shared.body.link).pathname + new URL(shared.body.link).search);
  expect(await shown.text()).not.toContain("Launch plan");
  const ben = await arrive(email);
  expect((await ben.get(`/api/pages/${pageId}`)).status).toBe(404);
  const { results } =
    await d1`select count(*) as n from page_grants g join users u on u.id = g.user_id where u.login_email = ${email}`.all();
  expect(results).toEqual([{ n: 0 }]);
});

test("rejects an invitation with rights that the inviter lacks, and requires a recent sign-in to grant sharing", async () => {
  const w = await world();
  const pageId = await newPage(w.as("olivia"), w.drive);
  const invite = async (by: Client, flags: object) =>
    (await by.post(`/api/pages/${pageId}/permissions`, { email: freshEmail("ben"), canView: true, ...flags })).status;
  expect(await invite(w.as("sara"), {})).toBe(201);
  expect(await invite(w.as("sara"), { canEdit: true })).toBe(403);
  expect(await invite(w.as("vera"), {})).toBe(403);
  expect(await invite(w.as("rupert"), {})).toBe(404);
  expect(await invite(w.as("olivia"), { canView: false })).toBe(400);
  await d1`update sessions set auth_time = 1 where user_id = ${w.ids.olivia}`.run();
  expect(await invite(w.as("olivia"), { canEdit: true })).toBe(201);
  expect(await invite(w.as("olivia"), { canShare: true })).toBe(403);
  expect(
    (await w.as("olivia").post(`/api/drives/${w.drive}/members`, { email: freshEmail(), role: "admin" })).status,
  ).toBe(403);
  expect((await w.as("sara").post(`/api/drives/${w.drive}/members`, { email: freshEmail() })).status).toBe(403);
  // A caller may not narrow or revoke an invitation that offers more rights than they hold.
  const email = freshEmail("cleo");
  const offer = await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { email, canView: true, canEdit: true });
  expect((await w.as("sara").post(`/api/pages/${pageId}/permissions`, { email, canView: true })).status).toBe(403);
  expect((await w.as("sara").delete(`/api/pages/${pageId}/invitations/${offer.body.invitation.id}`)).status).toBe(403);
  const tool = await w.token("olivia");
  expect((await tool.client.post(`/api/pages/${pageId}/permissions`, { email, canView: true })).status).toBe(403);
});

test("applies the inviter's restrictions below the page to the recipient", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  const below = await makePage(w, { parentId: pageId, title: "secret" });
  await olivia.post(`/api/pages/${below}/permissions`, { userId: w.ids.sara });
  const email = freshEmail("ben");
  await w.as("sara").post(`/api/pages/${pageId}/permissions`, { email, canView: true });
  const ben = await arrive(email);
  expect((await ben.get(`/api/pages/${pageId}`)).status).toBe(200);
  expect((await ben.get(`/api/pages/${below}`)).status).toBe(404);
});

test("binds an invitation link to its email, and does not sign anyone in", async () => {
  const w = await world();
  const pageId = await newPage(w.as("olivia"), w.drive, "<b>Plan</b>");
  const email = freshEmail("ben");
  const { link } = (await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { email, canView: true })).body;
  const shown = await call(new URL(link).pathname + new URL(link).search);
  const html = await shown.text();
  expect(html).toContain("&lt;b>Plan&lt;/b>");
  expect(html).toContain("b•••@example.com");
  expect(html).not.toContain(email);
  expect(shown.headers.getSetCookie().join()).not.toContain("session");
  const other = await open(link, w.session("oscar"));
  expect(await other.text()).toContain("b•••@example.com");
  expect((await w.as("oscar").get(`/api/pages/${pageId}`)).status).toBe(404);
  const anonymously = await open(link);
  expect(await anonymously.text()).toContain("b•••@example.com");
  const mail = await d1`select next from magic_links where email = ${email} order by id desc`.first();
  expect(mail).toEqual({ next: `/pages/${pageId}` });
  // A new link invalidates the old one.
  const id = (await pageInvitations(w.as("olivia"), pageId))[0].id;
  const renewed = await w.as("olivia").post(`/api/pages/${pageId}/invitations/${id}/link`);
  expect(renewed.status).toBe(200);
  expect(renewed.body.link).not.toBe(link);
  expect(await (await open(link)).text()).toContain("no longer valid");
  expect(await (await open(renewed.body.link)).text()).toContain("b•••@example.com");
  expect(await (await open("http://x/invitation?token=inv_nothing")).text()).toContain("no longer valid");
});

test("adds the missing rights of an accepted invitation once, and removes none", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  // Edna is a member, but Olivia cannot see her address.
  const email = `${w.ids.edna}@example.com`;
  const { link } = (await olivia.post(`/api/pages/${pageId}/permissions`, { email, canView: true })).body;
  expect((await w.as("edna").get(`/api/pages/${pageId}/permissions/check`)).body.canEdit).toBe(true);
  const opened = await Promise.all([open(link, w.session("edna")), open(link, w.session("edna"))]);
  expect(opened.map(({ status }) => status)).toContain(303);
  expect((await w.as("edna").get(`/api/pages/${pageId}/permissions/check`)).body.canEdit).toBe(true);
  const accepted = await entriesOf("invitation.accept", ({ entry }) => entry.res?.id === pageId);
  expect(accepted).toMatchObject([{ userId: w.ids.edna }]);
  expect((await open(link, w.session("edna"))).headers.get("Location")).toBe(`/pages/${pageId}`);
});

test("names the inviter and the page in the email, and leaves out text that looks like a link", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const [plain, spam] = [await newPage(olivia, w.drive), await newPage(olivia, w.drive, "Win at http://evil.example")];
  const [first, second] = [freshEmail("ben"), freshEmail("cleo")];
  await olivia.post(`/api/pages/${plain}/permissions`, { email: first, canView: true });
  await olivia.patch("/api/account", { name: "Your bank www.evil.example" });
  await olivia.post(`/api/pages/${spam}/permissions`, { email: second, canView: true });
  expect(await mailed(first)).toMatchObject([expect.stringContaining("/invitation?token=inv_")]);
  const [line] = await mailed(second);
  expect(line).not.toContain("evil.example");
});

test("sends no email for a muted invitation", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  const email = freshEmail("ben");
  await olivia.post(`/api/pages/${pageId}/permissions`, { email, canView: true });
  expect(await mailed(email)).toHaveLength(1);
  await d1`update invitations set muted = 1 where email = ${email}`.run();
  expect(await mailed(email)).toHaveLength(0);
});

test("removes expired invitations in the sweep with an audit entry, and keeps rights already granted", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  const [nobody, oscar] = [freshEmail("ben"), `${w.ids.oscar}@example.com`];
  for (const email of [nobody, oscar]) await olivia.post(`/api/pages/${pageId}/permissions`, { email, canView: true });
  await d1`update invitations set expires_at = 1 where page_id = ${pageId}`.run();
  const context = createExecutionContext();
  await sweep(createDeps(env, context));
  await waitOnExecutionContext(context);
  expect(await pageInvitations(olivia, pageId)).toEqual([]);
  expect(await entriesOf("invitation.expire", ({ entry }) => entry.res?.id === pageId)).toHaveLength(1);
  expect((await w.as("oscar").get(`/api/pages/${pageId}`)).status).toBe(200);
  expect(JSON.stringify((await olivia.get(`/api/pages/${pageId}/permissions`)).body)).toContain(w.ids.oscar);
  const left = await d1`select email from invitations where page_id = ${pageId}`.all();
  expect(left.results).toEqual([{ email: oscar }]);
});

test("limits a page or drive to 100 pending invitations", async () => {
  const w = await world();
  const pageId = await newPage(w.as("olivia"), w.drive);
  await d1`insert into invitations (id, page_id, email, role, rights, token_hash, invited_by, created_at, issued_at, expires_at)
     select 'i-' || ${pageId} || value, ${pageId}, value || '@x.example', 'member', 1, ${pageId} || value, ${w.ids.adam}, 1, 1, 9e15
     from json_each(${JSON.stringify(Array.from({ length: 100 }, (_, i) => i))})`.run();
  const refused = await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { email: freshEmail(), canView: true });
  expect(refused.status).toBe(409);
  const known = { email: `${w.ids.oscar}@example.com`, canView: true };
  expect((await w.as("olivia").post(`/api/pages/${pageId}/permissions`, known)).status).toBe(409);
  const again = { email: "1@x.example", canView: true };
  expect((await w.as("olivia").post(`/api/pages/${pageId}/permissions`, again)).status).toBe(200);
});
