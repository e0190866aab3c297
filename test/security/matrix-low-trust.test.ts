/**
 * A session whose device has a low trust score may do all that its owner may, except for actions that require a trusted or
 * a fresh sign-in according to the table of permissions.
 */
import { expect, test } from "vitest";
import { api } from "../../src/app.ts";
import { accountActions, driveActions, pageActions } from "../../src/permissions/actions.ts";
import type { Requirement } from "../../src/permissions/requirements.ts";
import { errorsOf } from "../../src/http/route.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { act } from "../flows/account.ts";
import { type Person, type World, world } from "../support/world.ts";
import { ROWS, prepareRequest } from "./matrix-scene.ts";
import { d1 } from "../support/d1.ts";

/** The actions of the matrix's requests that require more than a session; all administrator routes do too. */
const ACTIONS: Readonly<Record<string, Requirement>> = {
  "POST /api/account/reset-credentials": accountActions.resetAccount,
  "DELETE /api/account": accountActions.deleteAccount,
  "GET /api/account/export": accountActions.exportAccount,
  "POST /api/auth/passkey/register/options": accountActions.addPasskey,
  "POST /api/auth/passkey/register": accountActions.addPasskey,
  "DELETE /api/auth/passkey/:id": accountActions.deletePasskey,
  "POST /api/auth/device/register": accountActions.registerDevice,
  "POST /api/auth/mcp-tokens": accountActions.createToken,
  "POST /api/sign-up-links": accountActions.createSignUpLink,
  "POST /api/transfers/exports": accountActions.keepExport,
  "DELETE /api/trash/:pageId": pageActions.purge,
  "POST /api/pages/:pageId/permissions": pageActions.share,
  "DELETE /api/pages/:pageId/permissions": pageActions.share,
  "GET /api/pages/:pageId/permissions/:userId/effect": pageActions.share,
  "GET /api/pages/:pageId/invitations": pageActions.share,
  "DELETE /api/pages/:pageId/invitations/:invitationId": pageActions.share,
  "POST /api/pages/:pageId/invitations/:invitationId/link": pageActions.share,
  "DELETE /api/drives/:id": driveActions.trash,
  "DELETE /api/trash/drives/:driveId": driveActions.purge,
  "GET /api/drives/:driveId/export": driveActions.export,
  "GET /api/drives/:id/invitations": driveActions.addMember,
  "DELETE /api/drives/:id/invitations/:invitationId": driveActions.addMember,
  "POST /api/drives/:id/invitations/:invitationId/link": driveActions.addMember,
  "POST /api/drives/:id/members": driveActions.addMember,
  "PATCH /api/drives/:id/members/:userId": driveActions.changeMember,
  "DELETE /api/drives/:id/members/:userId": driveActions.removeMember,
  "GET /api/drives/:id/members/:userId/effect": driveActions.removeMember,
};

async function lowTrust(w: World, who: Person): Promise<string> {
  const token = w.session(who);
  await d1`update sessions set method = 'device_low', auth_time = 0 where token_hash = ${hashToken("session", token)}`.run();
  return token;
}

const routes = api.list
  .filter(({ spec }) => spec.principals.includes("session") || spec.role)
  .map(({ spec }) => [`${spec.method.toUpperCase()} ${spec.path}`, spec] as const);

test.each(routes)("restricts %s for a session of a low-trust device", async (key, spec) => {
  const w = await world();
  const who = spec.role === "admin" ? "rupert" : "olivia";
  const { method, url, body, type } = await prepareRequest(w, key, who);
  const reply = await act(await lowTrust(w, who), url, {
    method,
    ...(body !== undefined && { body }),
    ...(type !== undefined && { headers: { "Content-Type": type } }),
  });
  const takesMore = spec.role === "admin" || ACTIONS[key]?.signIn !== undefined;
  if (!takesMore) return expect(reply.status).toBe(ROWS[key]?.answers[who]);
  if (spec.answer.schema === "html") {
    expect([reply.status, reply.headers.get("Location")]).toEqual([
      303,
      expect.stringMatching(/^\/signin\?again=1&next=/),
    ]);
  } else {
    expect([reply.status, reply.body["code"]]).toEqual([403, "step_up_required"]);
    expect(errorsOf(spec)).toContain("step_up_required");
  }
});
