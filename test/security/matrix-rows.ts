/** The table of the authorization matrix: a request for each route, and the status that each caller gets. */
import { env } from "cloudflare:workers";
import { type Person, type World, freshId, makeSession } from "../support/world.ts";
import { whoMayAt, whoMayInDrive, whoMayWithPage } from "./who-may.ts";
import { d1 } from "../support/d1.ts";

type Token = "tokenOfOlivia" | "tokenOfEdna" | "readOnly" | "elsewhere" | "scopeGone";
/** The callers: people with sessions, no credential, a made-up token, and several kinds of tool tokens. */
export type Asker = Person | "stranger" | "garbage" | Token;

export type Scene = {
  world: World;
  /** A live page in the first drive, with `child` below it and `parent` as a sibling; `trashed` is in the trash. */
  page: string;
  child: string;
  parent: string;
  trashed: string;
  personalDriveOf: (ownerId: string) => Promise<string>;
};

/** `type` is the media type of a body that is not JSON. */
export type Shot = { params?: Record<string, string>; query?: string; body?: unknown; type?: string };
export type Row = {
  shot?: (scene: Scene, asker: Asker) => Shot | Promise<Shot>;
  answers: Record<Asker, number>;
};

type Answers = Partial<Record<Asker, number>>;

/** A missing or made-up credential gets 401 from every route that requires one. */
export const NOBODY = { stranger: 401, garbage: 401 } as const;
/** A scoped token with no drive left is rejected before any other check. */
export const TOKENS = { readOnly: 200, elsewhere: 404, scopeGone: 403, tokenOfOlivia: 200, tokenOfEdna: 200 } as const;
export const NO_TOKENS = {
  readOnly: 401,
  elsewhere: 401,
  scopeGone: 401,
  tokenOfOlivia: 401,
  tokenOfEdna: 401,
} as const;

export const everyone = (status: number): Record<Asker, number> => ({
  ...members(status),
  oscar: status,
  rupert: status,
  stranger: status,
  garbage: status,
  readOnly: status,
  elsewhere: status,
  scopeGone: status,
  tokenOfOlivia: status,
  tokenOfEdna: status,
});

export const members = (status: number) => ({
  olivia: status,
  adam: status,
  edna: status,
  vera: status,
  cora: status,
  sara: status,
  dora: status,
});

/** A session route where each user sees their own. */
export const own = (status: number, changes: Answers = {}): Record<Asker, number> => ({
  ...members(status),
  oscar: status,
  rupert: status,
  ...NOBODY,
  ...NO_TOKENS,
  ...changes,
});

export const adminOnly = own(403, { rupert: 200 });

/** Reading a page of the first drive: its members may, and for everyone else it does not exist. */
export const reads: Record<Asker, number> = { ...members(200), oscar: 404, rupert: 404, ...NOBODY, ...TOKENS };

/** Changing such a page: callers in `who` get `allowed`, and the other members get 403. */
export const changes = (allowed: number, who: readonly Person[], more: Answers = {}): Record<Asker, number> => {
  const of = (person: Person): number => (who.includes(person) ? allowed : 403);
  return {
    olivia: of("olivia"),
    adam: of("adam"),
    edna: of("edna"),
    vera: of("vera"),
    cora: of("cora"),
    sara: of("sara"),
    dora: of("dora"),
    oscar: 404,
    rupert: 404,
    ...NOBODY,
    ...TOKENS,
    tokenOfOlivia: of("olivia"),
    tokenOfEdna: of("edna"),
    readOnly: 403,
    ...more,
  };
};

/** Access is changed by people, and by tokens that were created for it. */
const NO_SHARING = { tokenOfOlivia: 403, tokenOfEdna: 403 } as const;

/** Only its owner sees a drive in the trash. */
const OWNER_OF_TRASH: Record<Asker, number> = {
  ...members(404),
  olivia: 200,
  oscar: 404,
  rupert: 404,
  ...NOBODY,
  ...TOKENS,
  tokenOfEdna: 404,
  readOnly: 403,
};

/** Routes for tools, which accept no session. */
export const tools = (more: Answers): Record<Asker, number> => ({ ...own(401), ...TOKENS, elsewhere: 200, ...more });

/** A second session of the caller, to be listed or ended. */
async function anotherSession({ world }: Scene, asker: Asker): Promise<Shot> {
  const userId = asker in world.ids ? world.ids[asker as Person] : world.ids.olivia; // only people have ids
  return { params: { id: (await makeSession(userId)).id } };
}

/** A picture of the first drive's owner. */
async function pictureOfOlivia({ world }: Scene): Promise<Shot> {
  const params = { userId: world.ids.olivia, filename: "0123456789abcdef.png" };
  await env.FILES.put(`avatars/${params.userId}/${params.filename}`, "picture");
  await d1`update users set image = ${`/api/avatar/${params.userId}/${params.filename}`} where id = ${params.userId}`.run();
  return { params };
}

/** Reactivates the ended sessions so that they can be ended again, without their devices, which would end with them. */
async function sessionsAgain(): Promise<Shot> {
  await d1`update sessions set device_id = null, epoch = (select epoch from users where id = sessions.user_id)`.run();
  return {};
}

/** A new user. */
async function somebody(): Promise<Shot> {
  const id = freshId("somebody");
  await d1`insert into users (id, name, email, login_email, created_at, updated_at) values (${id}, 'Somebody', ${`${id}@example.com`}, ${`${id}@example.com`}, 1, 1)`.run();
  return { params: { id } };
}

/** A device of the caller, to be ended. */
async function anotherDevice({ world }: Scene, asker: Asker): Promise<Shot> {
  const id = freshId("device");
  const userId = asker in world.ids ? world.ids[asker as Person] : world.ids.olivia; // only people have ids
  await env.DB.prepare(
    "insert into devices (id, user_id, device_id, name, platform, epoch, browser, os, country, region, created_at, last_used_at, expires_at) values (?1, ?2, ?1, 'Phone', 'ios', (select epoch from users where id = ?2), '', '', '', '', ?3, ?3, ?4)",
  )
    .bind(id, userId, Date.now(), Date.now() + 86_400_000)
    .run();
  return { params: { id } };
}

/** A separate drive with the first one's owner and members, because the request may delete it. */
async function freshDrive({ world }: Scene, { inTrash = false } = {}): Promise<string> {
  const id = freshId("drive");
  await env.DB.batch([
    d1`insert into drives (id, owner_id, name, slug, trashed_at, created_at, updated_at) values (${id}, ${world.ids.olivia}, 'Fresh', ${id}, ${inTrash ? 1 : null}, 1, 1)`,
    d1`insert into drive_members (drive_id, user_id, role, rights, can_comment, granted_by, created_at) select ${id}, user_id, role, rights, can_comment, granted_by, created_at from drive_members where drive_id = ${world.drive}`,
  ]);
  return id;
}

const inDrive =
  (body?: (scene: Scene) => unknown, more: Record<string, string> = {}) =>
  async (scene: Scene): Promise<Shot> => {
    const id = await freshDrive(scene);
    const userId = scene.world.ids.vera;
    return { params: { id, driveId: id, userId, ...more }, ...(body && { body: body(scene) }) };
  };

const inTrashedDrive = async (scene: Scene): Promise<Shot> => {
  const id = await freshDrive(scene, { inTrash: true });
  return { params: { id, driveId: id } };
};

const readsDrive = ({ world }: Scene): Shot => ({ params: { id: world.drive } });

/** A tool token of the caller, to be revoked. */
async function anotherToken({ world }: Scene, asker: Asker): Promise<Shot> {
  const person = asker in world.ids ? (asker as Person) : "olivia"; // only people have ids
  return { params: { id: (await world.token(person)).id } };
}

/** A passkey of the caller, to be removed. */
async function anotherPasskey({ world }: Scene, asker: Asker): Promise<Shot> {
  const id = freshId("passkey");
  const userId = asker in world.ids ? world.ids[asker as Person] : world.ids.olivia; // only people have ids
  await d1`insert into passkeys (credential_id, id, user_id, public_key, user_handle, counter, device_type, backed_up, name, created_at) values (${id}, ${id}, ${userId}, '', '', 0, 'singleDevice', 0, 'key', 1)`.run();
  return { params: { id } };
}

/** A well-formed authenticator response to a challenge that does not exist. */
const CREDENTIAL = { id: "AAAA", rawId: "AAAA", type: "public-key" } as const;

const trash = ({ trashed }: Scene): Shot => ({ params: { pageId: trashed } });

/** Pages for people: callers who are not signed in, including tool tokens, are redirected to the sign-in page. */
export const screens = (answers: Answers): Record<Asker, number> => ({
  ...own(200),
  ...answers,
  stranger: 303,
  garbage: 303,
  readOnly: 303,
  elsewhere: 303,
  scopeGone: 303,
  tokenOfOlivia: 303,
  tokenOfEdna: 303,
});

const FORM = "application/x-www-form-urlencoded";
const BYTES = "application/octet-stream";

export const ROWS: Record<string, Row> = {
  // Rupert has no drive to be redirected to.
  "GET /": { answers: { ...everyone(303), rupert: 200 } },
  "GET /signin": { answers: { ...everyone(200), ...members(303), oscar: 303, rupert: 303 } },
  "GET /auth/continue": { answers: everyone(200) },
  "GET /settings": { answers: screens({}) },
  "GET /settings/connect": { answers: screens({}) },
  "GET /admin": { answers: screens(adminOnly) },
  "GET /admin/users": { answers: screens(adminOnly) },
  "GET /admin/instance": { answers: screens(adminOnly) },
  "GET /admin/audit": { answers: screens(adminOnly) },
  "GET /drives/:id": { shot: readsDrive, answers: screens({ oscar: 404, rupert: 404 }) },
  "GET /drives/:id/transfers": { shot: readsDrive, answers: screens({ oscar: 404, rupert: 404 }) },
  "GET /transfers": { answers: screens({}) },
  "GET /inbox": { answers: screens({}) },
  "GET /tasks": { answers: screens({}) },
  "GET /drives/:id/trash": { shot: readsDrive, answers: screens({ oscar: 404, rupert: 404 }) },
  "GET /pages/:pageId": { answers: screens({ oscar: 404, rupert: 404 }) },

  "GET /oauth/authorize": { answers: everyone(400) },
  // This authorization request does not exist.
  "GET /oauth/consent": { shot: () => ({ query: "?request=none" }), answers: screens(own(404)) },
  "POST /oauth/consent": {
    shot: () => ({
      query: "?request=none",
      body: "csrf=none&decision=decline&scope=all&access=read&days=1",
      type: FORM,
    }),
    // The form is checked before the session.
    answers: { ...screens(own(403)), garbage: 403 },
  },
  "GET /device": { answers: screens({}) },

  "GET /.well-known/oauth-protected-resource": { answers: everyone(200) },
  "GET /.well-known/oauth-protected-resource/mcp": { answers: everyone(200) },
  "GET /.well-known/oauth-authorization-server": { answers: everyone(200) },
  "GET /.well-known/oauth-authorization-server/mcp": { answers: everyone(200) },
  "POST /oauth/register": {
    shot: () => ({ body: { redirect_uris: ["https://app.example/back"] } }),
    answers: everyone(201),
  },
  // The credential is in the body here, and this one is invalid.
  "POST /oauth/token": { shot: () => ({ body: "grant_type=none", type: FORM }), answers: everyone(400) },
  "POST /oauth/device": { shot: () => ({ body: "client_id=none", type: FORM }), answers: everyone(401) },
  "POST /oauth/revoke": { shot: () => ({ body: "token=none&client_id=none", type: FORM }), answers: everyone(200) },

  // Only with the operator's signature: test/operator.
  "POST /api/operator/backup": { shot: () => ({ body: "{}", type: BYTES }), answers: everyone(404) },
  "POST /api/operator/restore": { shot: () => ({ body: "{}", type: BYTES }), answers: everyone(404) },
  "PUT /api/operator/restore/file": { shot: () => ({ body: "{}", type: BYTES }), answers: everyone(404) },

  "GET /api/health": { answers: everyone(200) },
  // They are for monitors, whose token is not configured here.
  "GET /api/health/deep": { answers: everyone(404) },
  "GET /api/monitoring/metrics": { answers: everyone(404) },
  "GET /api/openapi.json": { answers: everyone(200) },
  "GET /api/docs": { answers: everyone(200) },

  "POST /api/auth/magic-link/send": {
    shot: () => ({ body: { email: "someone@example.com" } }),
    answers: everyone(200),
  },
  "GET /api/auth/magic-link/verify": { answers: everyone(303) },
  "POST /api/auth/magic-link/verify": { shot: () => ({ body: "c=x", type: FORM }), answers: everyone(303) },
  "GET /api/auth/me": { answers: own(200) },
  "GET /api/auth/freshness": { answers: own(200) },
  "GET /api/auth/csrf": { answers: own(200) },
  "GET /api/account": { answers: own(200) },
  "PATCH /api/account": { shot: () => ({ body: { name: "Somebody" } }), answers: own(200) },
  "GET /api/account/email/verify": { answers: everyone(400) },
  "POST /api/account/email/verify": { shot: () => ({ body: "c=x", type: FORM }), answers: everyone(400) },
  // Accounts have no passwords.
  "PATCH /api/account/password": {
    shot: () => ({ body: { currentPassword: "old", newPassword: "new" } }),
    answers: own(403),
  },
  "POST /api/account/avatar": {
    shot: () => ({
      type: "multipart/form-data; boundary=edge",
      body: '--edge\r\nContent-Disposition: form-data; name="file"; filename="dot.gif"\r\n\r\nGIF89a\u0001\0\u0001\0;\r\n--edge--\r\n',
    }),
    answers: own(200),
  },
  "DELETE /api/account/avatar": { answers: own(200) },
  "GET /api/avatar/:userId/:filename": { shot: pictureOfOlivia, answers: { ...own(200), ...TOKENS, elsewhere: 200 } },
  "GET /api/account/profile": { answers: own(200) },
  "PATCH /api/account/profile": { shot: () => ({ body: { bio: "Here" } }), answers: own(200) },
  "PATCH /api/account/preferences": {
    shot: () => ({ body: { language: "de", appearance: "dark" } }),
    answers: own(200),
  },
  "GET /api/account/usage": { answers: own(200) },
  "GET /api/account/sessions": { answers: own(200) },
  "DELETE /api/account/sessions/:id": { shot: anotherSession, answers: own(200) },

  "GET /api/account/deletion": { answers: own(200) },
  // The drive does not exist, so no account is deleted before the rows that follow.
  "DELETE /api/account": {
    shot: () => ({ body: { drives: [{ driveId: "no-such-drive", action: "delete" }] } }),
    answers: own(400),
  },
  "GET /api/account/export": { answers: own(200) },

  "GET /api/admin/users/:id/deletion": { shot: somebody, answers: adminOnly },
  "DELETE /api/admin/users/:id": {
    shot: async () => ({ ...(await somebody()), body: { drives: [] } }),
    answers: adminOnly,
  },
  "GET /api/admin/users/:id/export": { shot: somebody, answers: adminOnly },
  "POST /api/admin/users/:id/role": {
    shot: async () => ({ ...(await somebody()), body: { role: "admin" } }),
    answers: adminOnly,
  },
  "POST /api/admin/users/:id/suspend": { shot: somebody, answers: adminOnly },
  "POST /api/admin/users/:id/unsuspend": { shot: somebody, answers: adminOnly },
  "GET /api/admin/alarms": { answers: adminOnly },
  "POST /api/admin/alarms/test": { answers: adminOnly },
  "GET /api/admin/instance": { answers: adminOnly },
  "GET /api/admin/audit": { answers: adminOnly },
  "GET /api/admin/audit/verify": { answers: adminOnly },
  "GET /api/admin/audit/export": { answers: adminOnly },
  "GET /api/monitoring/:metric": { shot: () => ({ params: { metric: "api-metrics" } }), answers: adminOnly },
  "POST /api/track": { shot: () => ({ body: { event: "seen" } }), answers: everyone(200) },

  "POST /api/pages": {
    shot: ({ world }) => ({ body: { driveId: world.drive, title: "new", type: "DOCUMENT" } }),
    answers: changes(201, whoMayAt("createPages")),
  },
  "GET /api/pages/:pageId": { answers: reads },
  "GET /api/pages/:pageId/children": { answers: reads },
  "POST /api/pages/:pageId/rows": { shot: () => ({ body: {} }), answers: reads },
  "GET /api/pages/:pageId/breadcrumbs": { answers: reads },
  "GET /api/pages/:pageId/versions": { answers: reads },
  "GET /api/pages/:pageId/versions/:version": { shot: () => ({ params: { version: "1" } }), answers: reads },
  "GET /api/pages/:pageId/versions/:version/diff": { shot: () => ({ params: { version: "1" } }), answers: reads },
  "POST /api/pages/:pageId/versions/:version/restore": {
    shot: () => ({ params: { version: "1" } }),
    answers: changes(200, whoMayWithPage("edit")),
  },
  "PATCH /api/pages/:pageId": {
    shot: () => ({ body: { content: "changed" } }),
    answers: changes(200, whoMayWithPage("edit")),
  },
  "POST /api/pages/reorder": {
    shot: ({ page, parent }) => ({ body: { pageId: page, parentId: parent, position: 1 } }),
    answers: changes(200, whoMayWithPage("move")),
  },
  "DELETE /api/pages/:pageId": { answers: changes(200, whoMayWithPage("trash")) },
  "POST /api/pages/:pageId/restore": { shot: trash, answers: changes(200, whoMayWithPage("restore")) },
  "DELETE /api/trash/:pageId": { shot: trash, answers: changes(200, whoMayWithPage("purge"), NO_TOKENS) },

  "GET /api/pages/:pageId/permissions": { answers: reads },
  "GET /api/pages/:pageId/viewers": { answers: reads },
  "GET /api/pages/:pageId/permissions/check": {
    // Returns the caller's rights, which may be none.
    answers: { ...reads, oscar: 200, rupert: 200, elsewhere: 200 },
  },
  "POST /api/pages/:pageId/permissions": {
    shot: ({ world }) => ({ body: { userId: world.ids.oscar, canView: true } }),
    answers: changes(201, whoMayWithPage("share"), NO_SHARING),
  },
  "DELETE /api/pages/:pageId/permissions": {
    shot: ({ world }) => ({ body: { userId: world.ids.oscar } }),
    answers: changes(200, whoMayWithPage("share"), NO_SHARING),
  },

  // All callers search what they may see, which for some is nothing.
  "GET /api/search": { shot: () => ({ query: "?q=page" }), answers: { ...own(200), ...TOKENS, elsewhere: 200 } },

  "GET /api/tasks": { answers: { ...own(200), ...TOKENS, elsewhere: 200 } },

  "GET /api/drives": { answers: { ...own(200), ...TOKENS, elsewhere: 200 } },
  "POST /api/drives": {
    shot: () => ({ body: { name: freshId("name") } }),
    answers: { ...own(201), tokenOfOlivia: 201, tokenOfEdna: 201, readOnly: 403, elsewhere: 403, scopeGone: 403 },
  },
  "GET /api/drives/:id": { shot: readsDrive, answers: reads },
  "PATCH /api/drives/:id": {
    shot: inDrive(() => ({ name: "Renamed" })),
    answers: changes(200, whoMayInDrive("rename")),
  },
  "DELETE /api/drives/:id": { shot: inDrive(), answers: changes(200, whoMayInDrive("trash")) },
  "POST /api/drives/:id/restore": { shot: inTrashedDrive, answers: OWNER_OF_TRASH },
  // Only people may do what cannot be undone.
  "DELETE /api/trash/drives/:driveId": { shot: inTrashedDrive, answers: { ...OWNER_OF_TRASH, ...NO_TOKENS } },
  "GET /api/drives/:id/pages": { shot: readsDrive, answers: reads },
  "GET /api/drives/:id/unread": { shot: readsDrive, answers: reads },
  "GET /api/drives/:id/trash": { shot: readsDrive, answers: reads },
  "GET /api/drives/:id/members": { shot: readsDrive, answers: reads },
  "POST /api/drives/:id/members": {
    shot: inDrive(({ world }) => ({ userId: world.ids.oscar, canView: true })),
    answers: changes(201, whoMayInDrive("addMember"), NO_SHARING),
  },
  "PATCH /api/drives/:id/members/:userId": {
    shot: inDrive(() => ({ canView: true, canEdit: true })),
    answers: changes(200, whoMayInDrive("changeMember"), NO_SHARING),
  },
  // Vera may leave the drive.
  "DELETE /api/drives/:id/members/:userId": {
    shot: inDrive(),
    answers: changes(200, [...whoMayInDrive("removeMember"), "vera"], NO_SHARING),
  },

  "GET /api/auth/providera/signin": { answers: everyone(302) },
  "POST /api/auth/providera/signin": { shot: () => ({ body: {} }), answers: everyone(200) },
  "GET /api/auth/providera/callback": { answers: everyone(303) },
  "POST /api/auth/providera/native": { shot: () => ({ body: { idToken: "none" } }), answers: everyone(401) },
  "POST /api/auth/providera/one-tap": { shot: () => ({ body: { credential: "none" } }), answers: everyone(401) },
  "POST /api/auth/mobile/oauth/providera": {
    shot: () => ({ body: { idToken: "none", deviceId: "phone", platform: "ios" } }),
    answers: everyone(401),
  },
  "POST /api/auth/providerb/signin": { shot: () => ({ body: {} }), answers: everyone(200) },
  "POST /api/auth/providerb/callback": { shot: () => ({ body: "state=none", type: FORM }), answers: everyone(303) },
  "POST /api/auth/native/nonce": { answers: everyone(200) },
  "POST /api/auth/providerb/native": { shot: () => ({ body: { identityToken: "none" } }), answers: everyone(401) },

  "GET /api/auth/passkey": { answers: own(200) },
  "POST /api/auth/passkey/register/options": { answers: own(200) },
  "POST /api/auth/passkey/register": {
    shot: () => ({
      body: { response: { ...CREDENTIAL, response: { clientDataJSON: "e30", attestationObject: "oA" } } },
    }),
    answers: own(400),
  },
  "POST /api/auth/passkey/authenticate/options": { answers: everyone(200) },
  "POST /api/auth/passkey/authenticate": {
    shot: () => ({
      body: {
        challengeId: "none",
        response: { ...CREDENTIAL, response: { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" } },
      },
    }),
    answers: everyone(401),
  },
  "DELETE /api/auth/passkey/:id": { shot: anotherPasskey, answers: own(200) },

  "GET /api/auth/mcp-tokens": { answers: own(200) },
  "POST /api/auth/mcp-tokens": { shot: () => ({ body: { name: "tool" } }), answers: own(201) },
  "DELETE /api/auth/mcp-tokens/:id": { shot: anotherToken, answers: own(200) },

  "GET /api/mcp/drives": { answers: tools({}) },
  "GET /api/mcp/detect-paths": { shot: () => ({ query: "?text=hello" }), answers: tools({}) },
  "GET /api/page-references": { shot: () => ({ query: "?text=hello" }), answers: own(200) },

  // A tool reports a refusal within the protocol's response, so the status is 200.
  "POST /mcp": { shot: () => ({ body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }), answers: tools({}) },
  "POST /api/mcp/documents": {
    shot: ({ page }) => ({ body: { pageId: page, operation: "replace", startLine: 1, content: "ONE" } }),
    answers: { ...own(401), tokenOfOlivia: 200, tokenOfEdna: 200, readOnly: 403, elsewhere: 404, scopeGone: 403 },
  },

  // The credential is the token in the body, and this one is invalid.
  "POST /api/auth/device/refresh": {
    shot: () => ({ body: { deviceToken: "none", deviceId: "none" } }),
    answers: everyone(401),
  },
  "POST /api/auth/mobile/refresh": {
    shot: () => ({ body: { deviceToken: "none", deviceId: "none", platform: "ios" } }),
    answers: everyone(401),
  },
  "POST /api/auth/device/register": {
    shot: () => ({ body: { deviceId: freshId("device"), platform: "web" } }),
    answers: own(201),
  },
  "GET /api/account/devices": { answers: own(200) },
  "DELETE /api/account/devices/:id": { shot: anotherDevice, answers: own(200) },
  "GET /api/auth/socket-token": {
    shot: ({ page }) => ({ query: `?pageId=${page}` }),
    answers: own(200, { oscar: 404, rupert: 404 }),
  },

  // These requests are not WebSocket upgrades; test/live/upgrade.test.ts tests those.
  "GET /api/realtime": { answers: everyone(426) },

  // Last, because these end the callers' sessions.
  "POST /api/account/reset-credentials": { shot: sessionsAgain, answers: own(200) },
  "POST /api/auth/logout-all": { shot: sessionsAgain, answers: own(200) },
  "POST /api/auth/logout": { answers: everyone(200) },
};
