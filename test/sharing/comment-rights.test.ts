/** The right to comment: between viewing and editing, and given only by those who have it. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { commit } from "../../src/commit/commit.ts";
import { createDeps } from "../../src/composition.ts";
import { loadPage } from "../../src/features/pages/index.ts";
import type { Caller } from "../../src/kernel/caller.ts";
import type { PageAction } from "../../src/permissions/actions.ts";
import { authorizePage } from "../../src/permissions/authorize-page.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { freshEmail, signIn } from "../flows/sign-in.ts";
import { COMMENT, VIEW } from "../../src/kernel/rights.ts";
import { entriesOf } from "../security/audit.ts";
import { whoMayWithPage } from "../security/who-may.ts";
import { addMember, bearer, makePage, type Client, type Person, type World, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const share = (w: World, by: Person, pageId: string, person: Person, flags: object) =>
  w.as(by).post(`/api/pages/${pageId}/permissions`, { userId: w.ids[person], ...flags });

const check = async (client: Client, pageId: string) =>
  (await client.get(`/api/pages/${pageId}/permissions/check`)).body;

/** The person's rights on the page, without those they lack. */
const rightsOf = async (client: Client, pageId: string): Promise<string[]> =>
  Object.entries(await check(client, pageId)).flatMap(([flag, holds]) => (holds === true ? [flag] : []));

const VIEWS = ["canView"];
const COMMENTS = ["canView", "canComment"];
const EDITS = ["canView", "canComment", "canEdit"];

const callerOf = (token: string, kind: Caller["kind"] = "session"): Caller => ({
  kind,
  tokenHash: hashToken(kind, token),
  client: { ip: "192.0.2.1", userAgent: "" },
});

const mayDo = async <A extends PageAction>(caller: Caller, action: A, pageId: string) => {
  const deps = createDeps(env, createExecutionContext());
  const [allowed] = await authorizePage(deps, caller, action, loadPage(caller, pageId), []);
  return { deps, allowed };
};

test("shows a commenter the page and lets them change nothing of it", async () => {
  const w = await world();
  const id = await makePage(w, { content: "text" });
  const cora = w.as("cora");
  expect((await cora.get(`/api/pages/${id}`)).body).toMatchObject({
    content: "text",
    rights: { canView: true, canComment: true, canEdit: false, canShare: false, canDelete: false },
  });
  expect((await cora.get(`/api/drives/${w.drive}`)).body.rights).toMatchObject({ canComment: true, canEdit: false });
  expect((await cora.patch(`/api/pages/${id}`, { content: "mine" })).status).toBe(403);
  expect((await cora.post(`/api/pages/${id}/permissions`, { userId: w.ids.oscar, canView: true })).status).toBe(403);
  expect((await cora.delete(`/api/pages/${id}`)).status).toBe(403);
  expect((await (await w.token("cora", { readOnly: true })).client.get(`/api/pages/${id}`)).body.rights).toMatchObject({
    canView: true,
    canComment: false,
  });
});

test.each([
  ["comment", "You can view this page but not comment on it."],
  ["resolveThread", "You can view this page but not comment on it."],
  ["decideSuggestion", "You can view this page but not edit it."],
  ["editOwnComment", "Only the author of a comment can edit it."],
  ["deleteOwnComment", "Only the author of a comment can delete it."],
  ["deleteAnyComment", "Only the author of a comment can delete it."],
] as const)("allows %s to those with its right, on live pages, also at commit", async (action, refusal) => {
  const w = await world();
  const id = await makePage(w);
  const allowed = whoMayWithPage(action);
  for (const person of ["olivia", "adam", "edna", "vera", "cora", "sara", "dora"] as const) {
    const tried = mayDo(callerOf(w.session(person)), action, id);
    if (allowed.includes(person)) expect((await tried).allowed.target.id).toBe(id);
    else await expect(tried).rejects.toThrow(refusal);
  }
  await expect(mayDo(callerOf(w.session("oscar")), action, id)).rejects.toThrow("This page");
  const reader = await w.token("olivia", { readOnly: true });
  await expect(mayDo(callerOf(reader.raw, "mcp"), action, id)).rejects.toThrow("read-only");
  const elsewhere = await w.token("olivia", { drives: [w.otherDrive] });
  await expect(mayDo(callerOf(elsewhere.raw, "mcp"), action, id)).rejects.toThrow("This page");
  // The right is withdrawn between the check and the commit.
  const late = await mayDo(callerOf(w.session("dora")), action, id);
  await d1`update drive_members set rights = 1 where drive_id = ${w.drive} and user_id = ${w.ids.dora}`.run();
  await expect(commit(late.deps, late.allowed, { queries: [] })).rejects.toThrow("guard");
  await w.as("olivia").delete(`/api/pages/${id}`);
  await expect(mayDo(callerOf(w.session("adam")), action, id)).rejects.toThrow("in the trash");
});

test("adds the right to comment to those who may edit, and to nobody who may only view", async () => {
  const w = await world();
  const id = await makePage(w);
  // As a version writes them that does not know the right.
  const write = (rights: number) =>
    d1`insert into page_grants (page_id, user_id, rights, granted_by, created_at) values (${id}, ${w.ids.oscar}, ${rights}, ${w.ids.olivia}, 1)
      on conflict do update set rights = excluded.rights`.run();
  await write(1);
  expect(await rightsOf(w.as("oscar"), id)).toEqual(VIEWS);
  await write(3);
  expect(await rightsOf(w.as("oscar"), id)).toEqual(EDITS);
  await share(w, "olivia", id, "oscar", { canView: true, canEdit: true });
  await write(1);
  expect(await rightsOf(w.as("oscar"), id)).toEqual(VIEWS);
  await share(w, "olivia", id, "oscar", { canView: true, canComment: true });
  await write(0);
  expect(await rightsOf(w.as("oscar"), id)).toEqual([]);
  // Without the field, viewing remains what it was.
  await share(w, "olivia", id, "oscar", { canView: true });
  expect(await rightsOf(w.as("oscar"), id)).toEqual(VIEWS);
  expect((await share(w, "olivia", id, "oscar", { canComment: true })).body.issues[0].path).toBe("canView");
  expect((await share(w, "olivia", id, "oscar", { canView: true, canEdit: true, canComment: false })).body).toMatchObject({ canComment: true }); // oxfmt-ignore
});

test("lets nobody give or take a right to comment that they do not have", async () => {
  const w = await world();
  const id = await makePage(w);
  expect((await share(w, "sara", id, "oscar", { canView: true, canComment: true })).status).toBe(403);
  expect((await share(w, "sara", id, "cora", { canView: true })).status).toBe(403);
  expect((await share(w, "sara", id, "oscar", { canView: true })).status).toBe(201);
  await addMember(w, w.ids.rupert, { canComment: true, canShare: true });
  expect((await share(w, "rupert", id, "oscar", { canView: true, canComment: true })).status).toBe(200);
  expect(await rightsOf(w.as("oscar"), id)).toEqual(COMMENTS);
  const [noted] = await entriesOf("perm.grant", ({ entry }) => entry.res?.id === id);
  expect(noted?.entry.d).toMatchObject({ rights: VIEW | COMMENT, before: VIEW });
  expect((await share(w, "rupert", id, "oscar", { canView: true, canEdit: true })).status).toBe(403);
  expect((await share(w, "rupert", id, "edna", { canView: true, canComment: true })).status).toBe(403);
  const list = (await w.as("vera").get(`/api/pages/${id}/permissions`)).body.permissions;
  const of = (person: Person) => list.find(({ userId }: { userId: string }) => userId === w.ids[person]);
  expect([of("oscar"), of("cora"), of("vera"), of("edna")]).toMatchObject([
    { canComment: true, canEdit: false, inheritedFrom: null },
    { canComment: true, canEdit: false, inheritedFrom: w.drive },
    { canComment: false },
    { canComment: true, canEdit: true },
  ]);
});

test("passes on no right to comment below a page where the sharer lacks it", async () => {
  const w = await world();
  const top = await makePage(w);
  const leaf = await makePage(w, { parentId: top });
  await addMember(w, w.ids.rupert, { canComment: true, canShare: true });
  await share(w, "olivia", leaf, "rupert", { canView: true });
  await share(w, "rupert", top, "oscar", { canView: true, canComment: true });
  expect([await rightsOf(w.as("oscar"), top), await rightsOf(w.as("oscar"), leaf)]).toEqual([COMMENTS, VIEWS]);
  // A commenter keeps what the sharer may not revoke there.
  await share(w, "rupert", top, "cora", { canView: true });
  expect([await rightsOf(w.as("cora"), top), await rightsOf(w.as("cora"), leaf)]).toEqual([VIEWS, COMMENTS]);
});

test("rejects a move that would give a right to comment that the mover lacks", async () => {
  const w = await world();
  const [from, to] = [await makePage(w), await makePage(w)];
  const id = await makePage(w, { parentId: from });
  await share(w, "olivia", from, "vera", {});
  await share(w, "olivia", to, "vera", { canView: true, canComment: true });
  const move = (person: Person) =>
    w.as(person).post("/api/pages/bulk/move", { pageIds: [id], targetDriveId: w.drive, targetParentId: to });
  await share(w, "olivia", id, "edna", { canView: true });
  expect((await move("edna")).status).toBe(403);
  await share(w, "olivia", id, "edna", { canView: true, canEdit: true });
  expect((await move("edna")).status).toBe(200);
  expect(await rightsOf(w.as("vera"), id)).toEqual(COMMENTS);
});

test("keeps commenters of a page that is restored to the root", async () => {
  const w = await world();
  const top = await makePage(w);
  const id = await makePage(w, { parentId: top });
  await share(w, "olivia", top, "oscar", { canView: true, canComment: true });
  const olivia = w.as("olivia");
  await olivia.delete(`/api/pages/${id}`);
  await olivia.delete(`/api/pages/${top}`);
  expect((await olivia.post(`/api/pages/${id}/restore`)).body.restoredToRoot).toBe(true);
  expect(await rightsOf(w.as("oscar"), id)).toEqual(COMMENTS);
});

test("gives members the right to comment, and takes it with a change or with that to edit", async () => {
  const w = await world();
  const id = await makePage(w);
  const olivia = w.as("olivia");
  const path = `/api/drives/${w.drive}/members`;
  expect((await olivia.post(path, { userId: w.ids.oscar, canComment: true })).body).toMatchObject({ canComment: true, canEdit: false }); // oxfmt-ignore
  const change = async (flags: object): Promise<string[]> => {
    expect((await olivia.patch(`${path}/${w.ids.oscar}`, flags)).status).toBe(200);
    return rightsOf(w.as("oscar"), id);
  };
  expect(await rightsOf(w.as("oscar"), id)).toEqual(COMMENTS);
  expect(await change({ canEdit: true })).toEqual(EDITS);
  expect(await change({ canEdit: false })).toEqual(VIEWS);
  expect(await change({ canComment: true })).toEqual(COMMENTS);
  expect(await change({ canComment: false })).toEqual(VIEWS);
  expect((await olivia.get(path)).body.members.find(({ userId }: { userId: string }) => userId === w.ids.cora)).toMatchObject({ canComment: true, canEdit: false }); // oxfmt-ignore
});

test("carries the right to comment through invitations, while the inviter has it", async () => {
  const w = await world();
  const id = await makePage(w);
  await addMember(w, w.ids.rupert, { canComment: true, canShare: true });
  const invite = (by: Person, email: string, flags: object) =>
    w.as(by).post(`/api/pages/${id}/permissions`, { email, canView: true, ...flags });
  const [ben, cleo] = [freshEmail("ben"), freshEmail("cleo")];
  expect((await invite("sara", ben, { canComment: true })).status).toBe(403);
  for (const email of [ben, cleo])
    expect((await invite("rupert", email, { canComment: true })).body).toMatchObject({ canComment: true, canEdit: false }); // oxfmt-ignore
  // Nor may a sharer without the right replace such an invitation by one to view.
  expect((await invite("sara", cleo, {})).status).toBe(403);
  const { invitations } = (await w.as("olivia").get(`/api/pages/${id}/invitations`)).body;
  expect(invitations).toMatchObject([{ canComment: true }, { canComment: true }]);
  expect(await rightsOf(bearer((await signIn(ben)).token), id)).toEqual(COMMENTS);
  // Another invitation of the same address replaces the offer.
  for (const canComment of [false, true]) {
    await invite("olivia", cleo, { canComment });
    expect((await w.as("olivia").get(`/api/pages/${id}/invitations`)).body.invitations).toMatchObject([{ canComment }]);
  }
  await invite("rupert", cleo, { canComment: true });
  await w.as("olivia").patch(`/api/drives/${w.drive}/members/${w.ids.rupert}`, { canComment: false });
  expect(await rightsOf(bearer((await signIn(cleo)).token), id)).toEqual([]);
  // An address that has an account receives the right at once.
  for (const canComment of [true, false, true]) {
    await invite("olivia", `${w.ids.oscar}@example.com`, { canComment });
    expect(await check(w.as("oscar"), id)).toMatchObject({ canView: true, canComment });
  }
});

test("carries the right to comment through invitations to a drive, and keeps what a member has", async () => {
  const w = await world();
  const id = await makePage(w);
  const path = `/api/drives/${w.drive}/members`;
  const [ben, cleo] = [freshEmail("ben"), freshEmail("cleo")];
  for (const email of [ben, cleo]) await w.as("olivia").post(path, { email, canComment: true });
  expect(await rightsOf(bearer((await signIn(ben)).token), id)).toEqual(COMMENTS);
  const { token, id: userId } = await signIn(freshEmail("dan"));
  await w.as("olivia").post(path, { userId, canShare: true });
  await d1`update users set login_email = ${cleo}, email = ${cleo} where id = ${userId}`.run();
  await signIn(cleo);
  expect(await rightsOf(bearer(token), id)).toEqual(["canView", "canComment", "canShare"]);
});
