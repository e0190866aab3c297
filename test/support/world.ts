/** A test world: two tenants with every role, and clients that call the real Worker over fetch. */
import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { api } from "../../src/app.ts";
import { rightsColumns } from "../../src/db/rights-columns.ts";
import { errorsOf, type Route } from "../../src/http/route.ts";
import { COMMENT, DELETE, EDIT, EVERYTHING, type RightsFlags, SHARE, VIEW } from "../../src/kernel/rights.ts";
import { hashToken, makeToken } from "../../src/platform/tokens.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { d1 } from "./d1.ts";

export const ORIGIN = "http://localhost:8787";

/** Olivia owns the first drive; Oscar owns the other tenant's. Rupert has the role admin and is not a member of any drive. */
export const PEOPLE = ["olivia", "adam", "edna", "vera", "cora", "sara", "dora", "oscar", "rupert"] as const;
export type Person = (typeof PEOPLE)[number];

export const MEMBERS: Partial<Record<Person, { role: "admin" | "member"; rights: number }>> = {
  adam: { role: "admin", rights: EVERYTHING },
  edna: { role: "member", rights: VIEW | EDIT | COMMENT },
  vera: { role: "member", rights: VIEW },
  cora: { role: "member", rights: VIEW | COMMENT },
  sara: { role: "member", rights: VIEW | SHARE },
  dora: { role: "member", rights: VIEW | EDIT | COMMENT | DELETE },
};

export type Reply<T = Record<string, unknown>> = { status: number; body: T; headers: Headers };
type Send = { body?: unknown; headers?: Record<string, string> };

/** Untyped, because every JSON answer is checked against its route's schema anyway. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

export type Client = {
  get<T = Loose>(path: string, send?: Send): Promise<Reply<T>>;
  post<T = Loose>(path: string, body?: unknown, send?: Send): Promise<Reply<T>>;
  put<T = Loose>(path: string, body?: unknown, send?: Send): Promise<Reply<T>>;
  patch<T = Loose>(path: string, body?: unknown, send?: Send): Promise<Reply<T>>;
  delete<T = Loose>(path: string, body?: unknown, send?: Send): Promise<Reply<T>>;
};

let unique = 0;
/** An id that no other test in this file uses. */
export const freshId = (prefix: string): string =>
  `${prefix}-${(unique += 1)}-${Buffer.from(systemRandom(6)).toString("hex")}`;

export type World = {
  readonly ids: Record<Person, string>;
  readonly drive: string;
  readonly otherDrive: string;
  /** A client with this person's session. */
  as(person: Person): Client;
  /** The raw session token. */
  session(person: Person): string;
  /** Creates an MCP token for this person; without `drives` it covers all drives. */
  token(
    person: Person,
    options?: { drives?: string[]; readOnly?: boolean; canShare?: boolean },
  ): Promise<{ raw: string; client: Client; id: string }>;
};

export async function world(): Promise<World> {
  const now = Date.now();
  // One entry per person.
  const ids = Object.fromEntries(PEOPLE.map((person) => [person, freshId(person)])) as Record<Person, string>;
  const sessions = Object.fromEntries(PEOPLE.map((person) => [person, makeToken("session", systemRandom)])) as Record<
    Person,
    string
  >;
  const drive = freshId("drive");
  const otherDrive = freshId("drive");
  const statements = PEOPLE.flatMap((person) => [
    d1`insert into users (id, name, email, login_email, role, created_at, updated_at) values (${ids[person]}, ${person}, ${`${ids[person]}@example.com`}, ${`${ids[person]}@example.com`}, ${person === "rupert" ? "admin" : "user"}, ${now}, ${now})`,
    d1`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent) values (${hashToken("session", sessions[person])}, ${`s-${ids[person]}`}, ${ids[person]}, 0, ${now}, ${now + 30 * 86_400_000}, ${now + 1}, ${now}, 'test', '', '')`,
  ]);
  for (const [id, owner] of [
    [drive, ids.olivia],
    [otherDrive, ids.oscar],
  ] as const) {
    statements.push(
      d1`insert into drives (id, owner_id, name, slug, created_at, updated_at) values (${id}, ${owner}, 'Team', ${id}, ${now}, ${now})`,
    );
  }
  for (const [person, { role, rights }] of Object.entries(MEMBERS)) {
    const userId = ids[person as Person]; // the keys of MEMBERS are of type Person
    const { storedRights, canComment } = rightsColumns(rights);
    statements.push(
      d1`insert into drive_members (drive_id, user_id, role, rights, can_comment, granted_by, created_at) values (${drive}, ${userId}, ${role}, ${storedRights}, ${canComment}, ${ids.olivia}, ${now})`,
    );
  }
  await env.DB.batch(statements);
  return {
    ids,
    drive,
    otherDrive,
    as: (person) => bearer(sessions[person]),
    session: (person) => sessions[person],
    async token(person, options = {}) {
      const raw = makeToken("mcp", systemRandom);
      const id = freshId("token");
      await env.DB.batch([
        d1`insert into mcp_tokens (token_hash, id, user_id, name, last_four, scope_mode, read_only, can_share, created_at) values (${hashToken("mcp", raw)}, ${id}, ${ids[person]}, 'test', ${raw.slice(-4)}, ${options.drives ? "drives" : "all"}, ${options.readOnly ? 1 : 0}, ${options.canShare ? 1 : 0}, ${now})`,
        ...(options.drives ?? []).map(
          (driveId) => d1`insert into mcp_token_drives (token_id, drive_id) values (${id}, ${driveId})`,
        ),
      ]);
      return { raw, id, client: bearer(raw) };
    },
  };
}

/** What a test chooses of a new page; the rest is a document called "Page". */
type NewPage = {
  driveId?: string;
  title?: string;
  type?: string;
  content?: string | undefined;
  parentId?: string | null | undefined;
  position?: number;
};

/** Creates a page and returns its id. In a world, Olivia creates it in the first drive; a client has to name the drive. */
export async function makePage(by: World | Client, page: NewPage = {}): Promise<string> {
  const [creator, drive] = "drive" in by ? [by.as("olivia"), { driveId: by.drive }] : [by, {}];
  const { status, body } = await creator.post("/api/pages", { ...drive, title: "Page", type: "DOCUMENT", ...page });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

/** Creates a drive and returns its id. In a world, Olivia creates it. */
export async function makeDrive(by: World | Client, name = "Other"): Promise<string> {
  const creator = "drive" in by ? by.as("olivia") : by;
  const { status, body } = await creator.post("/api/drives", { name });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

type NewMember = Partial<RightsFlags> & { driveId?: string; role?: "admin" | "member" };

/** Adds a user to a drive. In a world, Olivia adds them to the first drive; a client has to name the drive. */
export async function addMember(by: World | Client, userId: string, member: NewMember = {}): Promise<void> {
  const [owner, drive] = "drive" in by ? [by.as("olivia"), by.drive] : [by, ""];
  const { driveId = drive, ...access } = member;
  const { status, body } = await owner.post(`/api/drives/${driveId}/members`, { userId, ...access });
  expect(status, JSON.stringify(body)).toBe(201);
}

/** Creates a session of a user, without a fresh sign-in, and returns its token and id. */
export async function makeSession(userId: string): Promise<{ token: string; id: string }> {
  const [token, id, now] = [makeToken("session", systemRandom), freshId("session"), Date.now()];
  await d1`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent) values (${hashToken("session", token)}, ${id}, ${userId}, (select epoch from users where id = ${userId}), ${now}, ${now + 30 * 86_400_000}, ${now}, 1, 'test', '', '')`.run();
  return { token, id };
}

/** Gives a user these rights on a page; 0 hides the page from them. */
export function grant(pageId: string, userId: string, rights: number): Promise<unknown> {
  const { storedRights, canComment } = rightsColumns(rights);
  return d1`insert into page_grants (page_id, user_id, rights, can_comment, granted_by, created_at) values (${pageId}, ${userId}, ${storedRights}, ${canComment}, 'x', 1)`.run();
}

export const bearer = (token: string): Client => client({ Authorization: `Bearer ${token}` });
export const anonymous = (): Client => client({});

export function client(credentials: Record<string, string>): Client {
  const send = async (method: string, path: string, body: unknown, extra: Send = {}): Promise<Reply<Loose>> => {
    const headers = new Headers({ "CF-Connecting-IP": "192.0.2.1", ...credentials, ...extra.headers });
    const init: RequestInit = { method, headers, redirect: "manual" };
    if (body !== undefined) {
      headers.set("Content-Type", headers.get("Content-Type") ?? "application/json");
      init.body = typeof body === "string" ? body : JSON.stringify(body);
    }
    const response = await exports.default.fetch(new Request(ORIGIN + path, init));
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    const reply = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
    if (isJson) checkAgainstContract(method, path, reply);
    return reply;
  };
  return {
    get: (path, extra) => send("GET", path, undefined, extra),
    post: (path, body, extra) => send("POST", path, body, extra),
    put: (path, body, extra) => send("PUT", path, body, extra),
    patch: (path, body, extra) => send("PATCH", path, body, extra),
    delete: (path, body, extra) => send("DELETE", path, body, extra),
  };
}

const patterns = api.list
  .map((route) => ({ route, matches: new RegExp(`^${route.spec.path.replace(/:\w+(\{[^}]*\})?/g, "[^/]+")}$`) }))
  .toSorted((a, b) => a.route.spec.path.split(":").length - b.route.spec.path.split(":").length);

/** The route that handles a path; the most literal one wins, as in the router. */
export function routeFor(method: string, path: string): Route | undefined {
  const bare = path.split("?")[0] ?? path;
  return patterns.find(({ route, matches }) => route.spec.method === method.toLowerCase() && matches.test(bare))?.route;
}

/** Checks every JSON answer in every test against the route's schema, so that the OpenAPI description stays true. */
function checkAgainstContract(method: string, path: string, reply: Reply): void {
  const route = routeFor(method, path);
  if (!route) return;
  const { answer } = route.spec;
  if (reply.status === answer.status || reply.status === answer.also) {
    if (typeof answer.schema === "string") return;
    const parsed = answer.schema.safeParse(reply.body);
    expect(
      parsed.success ? [] : parsed.error.issues,
      `${method} ${route.spec.path} returned a response outside its schema`,
    ).toEqual([]);
    return;
  }
  // MCP errors use the JSON-RPC format (JSON-RPC 2.0 §5.1).
  if (route.spec.path === "/mcp" && reply.body["jsonrpc"] === "2.0") return;
  // OAuth endpoints have their own error format (RFC 6749 §5.2).
  if (route.spec.tag === "OAuth" && "error_description" in reply.body) return;
  expect(
    errorsOf(route.spec),
    `${method} ${route.spec.path} returned ${reply.status} ${JSON.stringify(reply.body)}, which it does not declare`,
  ).toContain(reply.body["code"]);
}
