/** Actions that require a sign-in within the last ten minutes: refused to older sessions, allowed after a fresh sign-in. */
import { beforeEach, expect, test } from "vitest";
import { api } from "../../src/app.ts";
import { act, grow } from "../flows/account.ts";
import { askForLink, cookiesOf, leadsTo, NAVIGATION, OWN_PAGE, open, readMail, signIn } from "../flows/sign-in.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { makePage, type World, freshId, world, makeDrive } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeEach(async () => {
  w = await world();
});

const renewSignIn = (token: string): Promise<unknown> =>
  d1`update sessions set auth_time = ${Date.now()} where token_hash = ${hashToken("session", token)}`.run();

type Gated = { method: string; path: string; body?: unknown };

async function trashedDrive(): Promise<string> {
  const id = await makeDrive(w);
  await w.as("olivia").delete(`/api/drives/${id}`);
  return id;
}

const member = () => `/api/drives/${w.drive}/members/${w.ids.edna}`;
const members = () => `/api/drives/${w.drive}/members`;
const VIEWS = { canView: true } as const;
const SHARES = { canView: true, canShare: true } as const;

const GATED: Record<string, () => Promise<Gated> | Gated> = {
  "creating an MCP token": () => ({ method: "POST", path: "/api/auth/mcp-tokens", body: { name: "tool" } }),
  "changing the email": () => ({
    method: "PATCH",
    path: "/api/account",
    body: { email: `${freshId("n")}@example.com` },
  }),
  "resetting credentials": () => ({ method: "POST", path: "/api/account/reset-credentials" }),
  "permanently deleting a drive": async () => ({ method: "DELETE", path: `/api/trash/drives/${await trashedDrive()}` }),
  "permanently deleting a page": async () => {
    const page = await makePage(w);
    await w.as("olivia").delete(`/api/pages/${page}`);
    return { method: "DELETE", path: `/api/trash/${page}` };
  },
  "granting the right to share a page": async () => ({
    method: "POST",
    path: `/api/pages/${await makePage(w)}/permissions`,
    body: { userId: w.ids.oscar, ...SHARES },
  }),
  "revoking a grant that withholds the right to share a page": async () => {
    const page = await makePage(w);
    await w.as("olivia").post(`/api/pages/${page}/permissions`, { userId: w.ids.sara, ...VIEWS });
    return { method: "DELETE", path: `/api/pages/${page}/permissions`, body: { userId: w.ids.sara } };
  },
  "adding a member who may share": () => ({
    method: "POST",
    path: members(),
    body: { userId: w.ids.oscar, ...SHARES },
  }),
  "adding an admin": () => ({
    method: "POST",
    path: members(),
    body: { userId: w.ids.oscar, role: "admin", ...VIEWS },
  }),
  "allowing a member to share": () => ({ method: "PATCH", path: member(), body: { canShare: true } }),
  "promoting a member to admin": () => ({ method: "PATCH", path: member(), body: { role: "admin" } }),
};

test.each(Object.entries(GATED))("%s requires a recent sign-in", async (_, make) => {
  const { method, path, body } = await make();
  const token = w.session("olivia");
  await grow(token);
  const send = () => act(token, path, { method, ...(body !== undefined && { body }) });
  const refused = await send();
  expect([refused.status, refused.body["code"], refused.jobs]).toEqual([403, "step_up_required", []]);
  await renewSignIn(token);
  expect((await send()).status).toBeLessThan(300);
});

test("allows less sensitive changes on the same routes with an older session", async () => {
  const token = w.session("olivia");
  const page = await makePage(w);
  await w.as("olivia").post(`/api/pages/${page}/permissions`, { userId: w.ids.oscar, ...SHARES });
  await grow(token);
  const olivia = w.as("olivia");
  const statuses = [
    await olivia.post(`/api/pages/${page}/permissions`, { userId: w.ids.oscar, ...SHARES, canEdit: true }),
    await olivia.post(`/api/pages/${page}/permissions`, { userId: w.ids.oscar, ...VIEWS }),
    await olivia.delete(`/api/pages/${page}/permissions`, { userId: w.ids.oscar }),
    await olivia.post(members(), { userId: w.ids.oscar, ...VIEWS }),
    await olivia.patch(member(), { canEdit: true }),
    await olivia.patch(`/api/drives/${w.drive}/members/${w.ids.sara}`, { canDelete: true }),
    await olivia.patch("/api/account", { name: "Olivia" }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 201, 200, 200, 200]);
});

test("never lets a tool token grant the right to share, because it cannot sign in again", async () => {
  const page = await makePage(w);
  const { client } = await w.token("olivia", { canShare: true });
  const share = (flags: object) => client.post(`/api/pages/${page}/permissions`, { userId: w.ids.oscar, ...flags });
  expect((await share(SHARES)).body.code).toBe("step_up_required");
  expect((await share(VIEWS)).status).toBe(201);
});

test("returns until when the sign-in counts as recent, and the user's email", async () => {
  const token = w.session("vera");
  const freshness = async () => (await w.as("vera").get("/api/auth/freshness")).body;
  const { freshUntil, ...who } = await freshness();
  expect(who).toEqual({ userId: w.ids.vera, email: `${w.ids.vera}@example.com` });
  expect(Date.parse(freshUntil)).toBeGreaterThan(Date.now());
  await grow(token);
  expect((await freshness()).freshUntil).toBeNull();
  await renewSignIn(token);
  expect((await freshness()).freshUntil).not.toBeNull();
});

test("declares step_up_required in the API description of every route that requires a recent sign-in", () => {
  const declared = api.list
    .filter(({ spec }) => spec.errors.includes("step_up_required"))
    .map(({ spec }) => `${spec.method.toUpperCase()} ${spec.path}`);
  expect(declared).toEqual(
    expect.arrayContaining([
      "POST /api/auth/mcp-tokens",
      "PATCH /api/account",
      "POST /api/account/reset-credentials",
      "POST /api/admin/users/:id/suspend",
      "POST /api/admin/users/:id/unsuspend",
      "DELETE /api/trash/drives/:driveId",
      "DELETE /api/trash/:pageId",
      "POST /api/pages/:pageId/permissions",
      "DELETE /api/pages/:pageId/permissions",
      "POST /api/drives/:id/members",
      "PATCH /api/drives/:id/members/:userId",
      "POST /api/auth/passkey/register/options",
      "POST /api/auth/passkey/register",
      "DELETE /api/auth/passkey/:id",
    ]),
  );
});

test("ends the previous session when a sign-in link opens from a mail program without cookies", async () => {
  const { token, cookie, email } = await signIn();
  const asked = await askForLink(email, { next: "/settings", headers: { Cookie: cookie, ...OWN_PAGE } });
  const url = await readMail(asked.linkId);
  const opened = await open(url, { ...NAVIGATION, "Sec-Fetch-Site": "cross-site", Cookie: asked.binding });
  expect(leadsTo(opened)).toBe("continue /settings");
  const next = cookiesOf(opened, "session").slice("session=".length);
  const statuses = [token, next].map(async (each) => (await act(each, "/api/auth/me")).status);
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});
