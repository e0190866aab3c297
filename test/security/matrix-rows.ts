/** The table of the authorisation matrix: for each route a request, and the status each asker gets. */
import { env } from "cloudflare:workers";
import { hashToken, makeToken } from "../../src/platform/tokens.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { type Person, type World, freshId } from "../world.ts";

/** Everybody who asks: people with sessions, nobody, a made-up token, and tool tokens of several makes. */
export type Asker =
  | Person
  | "stranger"
  | "garbage"
  | "tokenOfOlivia"
  | "tokenOfEdna"
  | "readOnly"
  | "elsewhere"
  | "scopeGone";

export type Scene = {
  world: World;
  /** A live page in the first drive, `child` under it, `parent` beside it; `trashed` is in the trash. */
  page: string;
  child: string;
  parent: string;
  trashed: string;
  driveOf: (ownerId: string) => Promise<string>;
};

export type Shot = { params?: Record<string, string>; query?: string; body?: unknown };
export type Row = {
  shot?: (scene: Scene, asker: Asker) => Shot | Promise<Shot>;
  answers: Record<Asker, number>;
};

type Answers = Partial<Record<Asker, number>>;

/** No credential, and a made-up one, are 401 everywhere that asks for one. */
const NOBODY = { stranger: 401, garbage: 401 } as const;
/** A scoped token with no drive left is refused before anything else. */
const TOKENS = { readOnly: 200, elsewhere: 404, scopeGone: 403, tokenOfOlivia: 200, tokenOfEdna: 200 } as const;
const NO_TOKENS = { readOnly: 401, elsewhere: 401, scopeGone: 401, tokenOfOlivia: 401, tokenOfEdna: 401 } as const;

const everyone = (status: number): Record<Asker, number> => ({
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

const members = (status: number) => ({ olivia: status, adam: status, edna: status, vera: status, sara: status, dora: status });

/** A session route where each user sees their own. */
const own = (status: number, changes: Answers = {}): Record<Asker, number> => ({
  ...members(status),
  oscar: status,
  rupert: status,
  ...NOBODY,
  ...NO_TOKENS,
  ...changes,
});

const adminOnly = own(403, { rupert: 200 });

/** Reading a page of the first drive: its members may, everybody else sees nothing there. */
const reads: Record<Asker, number> = { ...members(200), oscar: 404, rupert: 404, ...NOBODY, ...TOKENS };

/** Changing one: `allowed` is the status for those who may; members who may not are told so. */
const changes = (allowed: number, who: readonly Person[], more: Answers = {}): Record<Asker, number> => {
  const of = (person: Person): number => (who.includes(person) ? allowed : 403);
  return {
    olivia: of("olivia"),
    adam: of("adam"),
    edna: of("edna"),
    vera: of("vera"),
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

const EDITORS = ["olivia", "adam", "edna", "dora"] as const;
const DELETERS = ["olivia", "adam", "dora"] as const;
const ADMINS = ["olivia", "adam"] as const;
const SHARERS = ["olivia", "adam", "sara"] as const;

/** A second session of the asker, to be listed or ended. */
async function anotherSession({ world }: Scene, asker: Asker): Promise<Shot> {
  const id = freshId("session");
  const userId = asker in world.ids ? world.ids[asker as Person] : world.ids.olivia; // askers that are people have ids
  await env.DB.prepare(
    "insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent) values (?, ?, ?, (select epoch from users where id = ?3), 1, 4102444800000, 1, 1, 'test', '', '')",
  )
    .bind(hashToken("session", makeToken("session", systemRandom)), id, userId)
    .run();
  return { params: { id } };
}

const trash = ({ trashed }: Scene): Shot => ({ params: { pageId: trashed } });

export const ROWS: Record<string, Row> = {
  "GET /api/health": { answers: everyone(200) },
  "GET /api/openapi.json": { answers: everyone(200) },
  "GET /api/docs": { answers: everyone(200) },

  "POST /api/auth/magic-link/send": { shot: () => ({ body: { email: "someone@example.com" } }), answers: everyone(200) },
  "GET /api/auth/magic-link/verify": { answers: everyone(303) },
  "GET /api/auth/me": { answers: own(200) },
  "GET /api/auth/csrf": { answers: own(200) },
  "GET /api/account": { answers: own(200) },
  "GET /api/account/sessions": { answers: own(200) },
  "DELETE /api/account/sessions/:id": { shot: anotherSession, answers: own(200) },

  "GET /api/admin/audit": { answers: adminOnly },
  "GET /api/admin/audit/verify": { answers: adminOnly },
  "GET /api/admin/audit/export": { answers: adminOnly },

  "POST /api/pages": {
    shot: ({ world }) => ({ body: { driveId: world.drive, title: "new", type: "DOCUMENT" } }),
    answers: changes(201, ADMINS),
  },
  "GET /api/pages/:pageId": { answers: reads },
  "GET /api/pages/:pageId/children": { answers: reads },
  "GET /api/pages/:pageId/breadcrumbs": { answers: reads },
  "GET /api/pages/:pageId/versions": { answers: reads },
  "GET /api/pages/:pageId/versions/:version": { shot: () => ({ params: { version: "1" } }), answers: reads },
  "POST /api/pages/:pageId/versions/:version/restore": {
    shot: () => ({ params: { version: "1" } }),
    answers: changes(200, EDITORS),
  },
  "PATCH /api/pages/:pageId": { shot: () => ({ body: { content: "changed" } }), answers: changes(200, EDITORS) },
  "POST /api/pages/reorder": {
    shot: ({ page, parent }) => ({ body: { pageId: page, parentId: parent, position: 1 } }),
    answers: changes(200, EDITORS),
  },
  "DELETE /api/pages/:pageId": { answers: changes(200, DELETERS) },
  "POST /api/pages/:pageId/restore": { shot: trash, answers: changes(200, DELETERS) },
  "DELETE /api/trash/:pageId": { shot: trash, answers: changes(200, DELETERS) },

  "GET /api/pages/:pageId/permissions": { answers: reads },
  "GET /api/pages/:pageId/permissions/check": {
    // Says what one may do: nothing at all is an answer too.
    answers: { ...reads, oscar: 200, rupert: 200, elsewhere: 200 },
  },
  "POST /api/pages/:pageId/permissions": {
    shot: ({ world }) => ({ body: { userId: world.ids.oscar, canView: true } }),
    answers: changes(201, SHARERS),
  },
  "DELETE /api/pages/:pageId/permissions": {
    shot: ({ world }) => ({ body: { userId: world.ids.oscar } }),
    answers: changes(200, SHARERS),
  },

  "POST /api/mcp/documents": {
    shot: ({ page }) => ({ body: { pageId: page, operation: "replace", startLine: 1, content: "ONE" } }),
    answers: { ...own(401), tokenOfOlivia: 200, tokenOfEdna: 200, readOnly: 403, elsewhere: 404, scopeGone: 403 },
  },

  // Last, because the askers' sessions end here.
  "POST /api/auth/logout-all": { answers: own(200) },
  "POST /api/auth/logout": { answers: everyone(200) },
};
