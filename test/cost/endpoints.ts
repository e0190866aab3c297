/** The requests whose cost is held down, each with the most it may cost. Raise no number without a reason beside it. */
import { env, exports } from "cloudflare:workers";
import { configOf } from "../../src/platform/config.ts";
import { keysFor } from "../../src/platform/keys.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { routeFor } from "../support/world.ts";
import { ask, READ, type Budget, type Endpoint } from "./endpoint.ts";
import { measure, type Cost } from "./meter.ts";
import { commentEndpoints } from "./comment-endpoints.ts";
import { workspaceEndpoints } from "./workspace-endpoints.ts";
import { ADMIN, DEEP, MEMBER, OWNER } from "./workspace.ts";
import { d1 } from "../support/d1.ts";

/** Drives that OWNER has, their personal one included. */
const OWNED = 5;

const AUDIT_DRAIN = { calls: ["AuditLog.drain"] } as const;

/**
 * An edit: the text's row, the page's, and the mark for the search index in D1; in the room's log the update, and the revision its
 * author has now seen.
 */
const EDIT = { trips: 1, rowsWritten: 3, printed: 2, objectRows: 2, calls: ["PageRoom.edit"] } as const;

/** One exact limit: a call to its object, which notes the hit. */
const LIMITED = { objectRows: 1, calls: ["RateLimiter.hit"] } as const;

/** Bytes of a page in an answer, without its text and children; and of one child. */
const PAGE = 500;
const CHILD = 220;

const get = (name: string, path: string, budget: Omit<Budget, "trips" | "rowsWritten">): Endpoint => ({
  name,
  status: 200,
  request: () => ask("GET", path, { as: MEMBER }),
  budget: { ...READ, ...budget },
});

/**
 * Reads. A level of the tree costs a page load four rows: the page and the walk's own step, and a look at each for the
 * nearest deletion and for how deep it lies; its children's rights take the walk once more. A child costs two (its
 * place in the index and its row) and two more if it has children itself.
 */
function reads(drive: string, textBytes: number): Endpoint[] {
  const page = `/api/pages/${drive}-5`;
  const deep = `/api/pages/deep-${DEEP}`;
  const text = textBytes * 1.03; // line feeds are two characters in JSON
  return [
    // Two of them look whether the page has messages and whether others mention it.
    get("GET page", page, { rowsRead: 68, bytes: text + 10 * CHILD + PAGE }),
    get("GET page, depth 64", deep, { rowsRead: 480, bytes: text + PAGE }),
    get("GET page, 1,000 children", "/api/pages/flat-1", { rowsRead: 2_050, bytes: text + 1_000 * CHILD + PAGE }),
    get("GET children", `${page}/children`, { rowsRead: 65, bytes: 10 * CHILD }),
    get("GET children, 1,000", "/api/pages/flat-1/children", { rowsRead: 2_050, bytes: 1_000 * CHILD }),
    get("GET breadcrumbs", `${page}/breadcrumbs`, { rowsRead: 43, printed: 1, bytes: 150 * 2 }),
    get("GET breadcrumbs, depth 64", `${deep}/breadcrumbs`, { rowsRead: 615, printed: 1, bytes: 150 * DEEP }),
    get("GET permissions/check", `${page}/permissions/check`, { rowsRead: 21, bytes: 100 }),
    // With the way up, for no page above is named that the caller may not see; two rows a person say whose address is shown.
    // One row for each person looks for an invitation of the caller's that they accepted.
    get("GET permissions", `${page}/permissions`, { rowsRead: 115, printed: 3, bytes: 10 * 260 }),
    get("GET auth/me", "/api/auth/me", { rowsRead: 4, bytes: 200 }),
    {
      // The call lets the room keep which revision this token saw: line numbers without a base mean that one.
      name: "MCP read",
      status: 200,
      request: () =>
        ask("POST", "/api/mcp/documents", { token: MEMBER, body: { pageId: `${drive}-10`, operation: "read" } }),
      budget: {
        ...READ,
        rowsRead: 22,
        printed: 1,
        objectRows: 0,
        calls: ["PageRoom.show"],
        bytes: 2 * text + 12 * (textBytes / 50) + 2 * PAGE,
      },
    },
  ];
}

/**
 * Searching: what the caller can reach, the index, and the pages that are shown. However many pages hold a word, the
 * newest three hundred are looked at, a row each, and those that fill the answer are judged by a walk up.
 */
function searches(drive: string): Endpoint[] {
  const search = (name: string, as: string, query: string, budget: Pick<Budget, "rowsRead">): Endpoint => ({
    name,
    status: 200,
    request: () => ask("GET", `/api/search?limit=20&${query}`, { as }),
    budget: { ...LIMITED, trips: 3, rowsWritten: 0, printed: 2, bytes: 20 * 600, ...budget },
  });
  return [
    search("GET search, one page", MEMBER, `q=line+${drive}-77&type=DOCUMENT&driveId=${drive}`, { rowsRead: 1_430 }),
    search("GET search, a word of every page", MEMBER, `q=line&driveId=${drive}`, { rowsRead: 1_035 }),
    search("GET search, everywhere", ADMIN, "q=line", { rowsRead: 980 }),
    search("GET search, nothing", ADMIN, "q=rhinoceros", { rowsRead: 118 }),
  ];
}

/**
 * Changes of text and title. Whoever read or edited the page a moment ago goes straight to its room, where the commit
 * proves the right and reads what the answer shows: one trip.
 */
function edits(drive: string, textBytes: number): Endpoint[] {
  const patch = (page: string, body: unknown): Request => ask("PATCH", `/api/pages/${page}`, { as: MEMBER, body });
  return [
    {
      name: "PATCH page (content)",
      status: 200,
      request: (round) => patch(`${drive}-5`, { content: `round ${round} of ${drive}\n`.repeat(textBytes / 20) }),
      budget: { ...EDIT, rowsRead: 87, bytes: 1.1 * textBytes + 10 * CHILD + PAGE },
    },
    {
      // The drive counts its text; what its owner's drives hold together is two rows for each of them.
      name: "PATCH page (content), longer",
      status: 200,
      request: (round) => patch(`${drive}-12`, { content: "more ".repeat(10 + 10 * round) }),
      budget: { ...EDIT, rowsRead: 87 + 2 * OWNED + 4, rowsWritten: 4, bytes: 1_000 + 10 * CHILD + PAGE },
    },
    {
      name: "PATCH page (content), depth 64",
      status: 200,
      request: (round) => patch(`deep-${DEEP}`, { content: `round ${round} of ${drive}\n` }),
      budget: { ...EDIT, rowsRead: 755, bytes: 600 },
    },
    {
      name: "PATCH page (title)",
      status: 200,
      request: (round) => patch(`${drive}-5`, { title: `Round ${round}` }),
      budget: { trips: 2, rowsRead: 86, rowsWritten: 2, bytes: 1.1 * textBytes + 10 * CHILD + PAGE },
    },
    {
      name: "MCP edit of a line",
      status: 200,
      request: (round) =>
        ask("POST", "/api/mcp/documents", {
          token: MEMBER,
          body: { pageId: `${drive}-6`, operation: "replace", startLine: 1, content: `line ${round}` },
        }),
      // One of them is how long the text was, and one looks for properties of the previous text.
      budget: { ...EDIT, rowsRead: 45, printed: 3, bytes: 1_000 },
    },
  ];
}

/** Rows that a change of access looks at, while nobody is connected, to know that nobody is. */
const CONNECTED = 12;

/** Rows read to prove that an audit entry is stored. */
const ENTRY = 1;

/** Changes of the tree. Only the page itself is marked or moved, whatever lies under it. */
function moves(drive: string, textBytes: number): Endpoint[] {
  const page = 1.03 * textBytes + 10 * CHILD + PAGE;
  const reorder = (pageId: string, parentId: string, position: number): Request =>
    ask("POST", "/api/pages/reorder", { as: MEMBER, body: { pageId, parentId, position } });
  const trash = (pageId: string): Request => ask("DELETE", `/api/pages/${pageId}`, { as: MEMBER });
  /** By somebody who has looked at the page: else its room is told what they are shown, as for any answer with its text. */
  const restore = async (pageId: string): Promise<Request> => {
    await exports.default.fetch(ask("GET", `/api/pages/${pageId}`, { as: MEMBER }));
    return ask("POST", `/api/pages/${pageId}/restore`, { as: MEMBER });
  };
  return [
    {
      name: "POST reorder, same parent",
      status: 200,
      request: (round) => reorder(`${drive}-5`, `${drive}-1`, 5.5 + round / 10),
      budget: { trips: 2, rowsRead: 110 + CONNECTED, rowsWritten: 2, bytes: page },
    },
    {
      name: "POST reorder, to another parent",
      status: 200,
      // Both ways up are read with all their grants: the move may give nobody more than the mover holds.
      request: (round) => reorder(`${drive}-600`, `${drive}-${60 + round}`, 5.5),
      budget: { trips: 2, rowsRead: 198 + CONNECTED, rowsWritten: 2, bytes: page },
    },
    {
      // The limit of 64 levels holds for what is moved, too, so its subtree is measured: two rows a page.
      name: "POST reorder, with 111 pages below",
      status: 200,
      request: (round) => reorder(`${drive}-7`, `${drive}-${8 + round}`, 5.5),
      // With the new siblings, who are counted.
      budget: { trips: 2, rowsRead: 414 + CONNECTED, rowsWritten: 2, bytes: page },
    },
    {
      name: "POST pages",
      status: 201,
      request: () =>
        ask("POST", "/api/pages", {
          as: ADMIN,
          body: { driveId: drive, parentId: `${drive}-9`, title: "New", type: "DOCUMENT", content: "text" },
        }),
      // The page, its place in the tree, its text (row and key), the drive's counts of live pages, of all pages and of
      // text, and the mark for the search index. Read beside: what the owner's drives hold, what the instance has room for, and
      // the new siblings.
      budget: { ...LIMITED, trips: 2, rowsRead: 52 + 2 * OWNED + 17, rowsWritten: 8, bytes: PAGE },
    },
    {
      name: "DELETE page",
      status: 200,
      request: (round) => trash(`${drive}-${700 + round}`),
      // The page, its place in the trash, and the drive's count.
      budget: { trips: 2, rowsRead: 73 + CONNECTED, rowsWritten: 3, bytes: 100 },
    },
    {
      name: "POST restore",
      status: 200,
      request: (round) => restore(`${drive}-${700 + round}`),
      budget: { trips: 2, rowsRead: 158, rowsWritten: 3, bytes: page },
    },
    {
      name: "DELETE page, with 111 pages below",
      status: 200,
      request: (round) => trash(`${drive}-${3 + round}`),
      budget: { trips: 2, rowsRead: 282 + CONNECTED, rowsWritten: 3, bytes: 100 },
    },
    {
      // The subtree is walked for its depth, once before and once in the commit, and for the drive's count.
      name: "POST restore, with 111 pages below",
      status: 200,
      request: (round) => restore(`${drive}-${3 + round}`),
      budget: { trips: 2, rowsRead: 835, rowsWritten: 3, bytes: page },
    },
  ];
}

/** Sharing and signing in. An entry of the audit log is a row in its outbox,
 * and later five in the chain, one for the chain's head and one for leaving the outbox. */
function people(drive: string): Endpoint[] {
  return [
    {
      name: "POST permissions",
      status: 200,
      request: (round) =>
        ask("POST", `/api/pages/${drive}-8/permissions`, {
          as: OWNER,
          body: { userId: "user-3", canView: true, canEdit: round === 0, canShare: false, canDelete: false },
        }),
      // One row is the index of grants that keep somebody from deleting; one finds the grant by who gave it; one looks for an
      // invitation of the caller's that the person accepted.
      budget: {
        trips: 2,
        rowsRead: 56 + CONNECTED + ENTRY,
        rowsWritten: 8,
        objectRows: 8,
        calls: ["RateLimiter.hit"],
        bytes: 300,
        later: AUDIT_DRAIN,
      },
    },
    {
      name: "GET magic-link/verify",
      status: 303,
      request: openedLink,
      location: "/auth/continue",
      budget: {
        trips: 2,
        // With the user's sessions, of which there may be two hundred.
        rowsRead: 16 + 4 * ENTRY,
        rowsWritten: 7,
        objectRows: 14,
        calls: ["RateLimiter.hit"],
        bytes: 0,
        later: AUDIT_DRAIN,
      },
    },
    {
      name: "POST device/refresh",
      status: 200,
      request: presentedDevice,
      // The next token, the session, the device and the token it replaces; two entries of the audit log. A device that was
      // never seen before is counted in a limiter that may have to be made. What is open by the session that ends is asked.
      budget: {
        trips: 2,
        rowsRead: 35 + ENTRY,
        rowsWritten: 10,
        objectRows: 19,
        calls: ["RateLimiter.hit", "RateLimiter.hit"],
        bytes: 400,
        later: AUDIT_DRAIN,
      },
    },
    {
      name: "GET socket-token",
      status: 200,
      request: () => ask("GET", `/api/auth/socket-token?pageId=${drive}-5`, { as: MEMBER }),
      budget: { trips: 2, rowsRead: 47, rowsWritten: 2, objectRows: 1, calls: ["RateLimiter.hit"], bytes: 200 },
    },
    // Last: the queue mails the link a second later, which would be counted with another request.
    {
      name: "POST magic-link/send",
      status: 200,
      request: () => ask("POST", "/api/auth/magic-link/send", { body: { email: "user-7@example.com" } }),
      budget: {
        trips: 1,
        rowsRead: ENTRY,
        rowsWritten: 5,
        objectRows: 10,
        // By address, by mailbox, and of all that the service mails.
        calls: ["RateLimiter.hit", "RateLimiter.hit", "RateLimiter.hit"],
        bytes: 200,
        later: { trips: 1, rowsWritten: 1, calls: ["AuditLog.drain", "Jobs.sendBatch"] },
      },
    },
  ];
}

/** Refusals, and what browsers report, reach neither the database nor an object. */
const refusals = (drive: string): Endpoint[] =>
  [
    { name: "404, no such address", status: 404, request: () => ask("GET", "/api/nothing") },
    { name: "401", status: 401, request: () => ask("GET", `/api/pages/${drive}-5`) },
    { name: "400", status: 400, request: () => ask("PATCH", `/api/pages/${drive}-5`, { as: MEMBER, body: {} }) },
    { name: "POST track", status: 200, request: () => ask("POST", "/api/track", { body: { event: "page.opened" } }) },
  ].map((endpoint) => ({ ...endpoint, budget: { trips: 0, rowsRead: 0, rowsWritten: 0, bytes: 300 } }));

/** Drives that MEMBER is in, their own one included. */
const DRIVES = 5;

/** They join by themselves where the service has the route. */
function lists(drive: string): Endpoint[] {
  const found = [
    { path: "/api/drives", ...get("GET drives", "/api/drives", { rowsRead: 51, bytes: 400 * DRIVES }) },
    {
      path: "/api/drives/x/pages",
      ...get("GET drive tree, one level", `/api/drives/${drive}/pages?parentId=${drive}-5`, {
        rowsRead: 99,
        bytes: 12 * CHILD,
      }),
    },
    {
      path: "/api/drives/x/pages",
      ...get("GET drive tree, 111 pages", `/api/drives/${drive}/pages?parentId=${drive}-6&depth=64&treeLimit=2000`, {
        rowsRead: 318,
        printed: 1,
        bytes: 120 * CHILD,
      }),
    },
  ];
  return found.filter(({ path }) => routeFor("GET", path) !== undefined);
}

/** Everything, over one drive of workspace.ts whose texts have this many bytes. */
export const endpointsOf = (drive: string, textBytes: number): Endpoint[] => [
  ...reads(drive, textBytes),
  ...searches(drive),
  ...edits(drive, textBytes),
  ...moves(drive, textBytes),
  ...lists(drive),
  ...refusals(drive),
  ...people(drive),
  ...workspaceEndpoints(drive),
  ...commentEndpoints(drive),
];

/** Signing in looks at the sessions that somebody has. */
const endSessions = (): Promise<unknown> => d1`delete from sessions where user_id in ('user-8', 'user-9')`.run();

/** A sign-in link as its mail carries it, opened by a program. A sign-in spends the user's other links. */
async function openedLink(round: number): Promise<Request> {
  const { rootSecret, origin } = configOf(env);
  const keys = keysFor(rootSecret);
  const now = Date.now();
  const id = `link-${now}-${round}`;
  await endSessions();
  const token = `mlk_${keys.sign("magic-link", "token", id)}`;
  await d1`insert into magic_links (id, token_hash, email, next, created_at, expires_at) values (${id}, ${hashToken("magic", token)}, ${`user-${8 + round}@example.com`}, '/', ${now}, ${now + 600_000})`.run();
  const exp = String(Math.floor((now + 600_000) / 1_000));
  const sig = keys.sign("magic-link", "url", token, exp, "/", origin);
  return ask("GET", `/api/auth/magic-link/verify?${new URLSearchParams({ token, exp, sig }).toString()}`);
}

/** A device's token, presented for the first time. */
async function presentedDevice(round: number): Promise<Request> {
  const now = Date.now();
  const id = `device-${now}-${round}`;
  await endSessions();
  const deviceToken = `dev_${id.padEnd(43, "A")}`;
  await env.DB.batch([
    d1`insert into devices (id, user_id, device_id, name, platform, epoch, browser, os, country, region, created_at, last_used_at, expires_at) values (${id}, ${"user-9"}, ${id}, 'Phone', 'ios', 0, 'unknown', 'unknown', '', '', ${now}, ${now}, ${now + 86_400_000})`,
    d1`insert into device_tokens (token_hash, device, generation, salt, created_at, expires_at) values (${hashToken("device", deviceToken)}, ${id}, 0, '', ${now}, ${now + 86_400_000})`,
  ]);
  return ask("POST", "/api/auth/device/refresh", { body: { deviceToken, deviceId: id } });
}

/** The second of two requests: the first wakes what sleeps and leaves the notes that are left once. */
export async function measureWarm(endpoint: Endpoint): Promise<Cost> {
  const [first, second] = [await endpoint.request(0), await endpoint.request(1)];
  await measure(() => exports.default.fetch(first));
  // As if the index had caught up, so that marking the page for it is counted every time.
  await d1`delete from search_dirty`.run();
  return measure(() => exports.default.fetch(second));
}

/** One line for each way in which a request cost more than it may. */
export function overruns({ name, status, location, budget }: Endpoint, cost: Cost): string[] {
  const limits: readonly (readonly [string, number, number])[] = [
    ["sequential trips", cost.waited.trips, budget.trips],
    ["parallel trips", cost.waited.parallelTrips, 0],
    ["rows read", cost.waited.rowsRead, budget.rowsRead],
    ["rows written", cost.waited.rowsWritten, budget.rowsWritten],
    ["statements printed", cost.waited.printed, budget.printed ?? Infinity],
    ["rows written in objects", cost.objects.rowsWritten, budget.objectRows ?? 0],
    ["bytes", cost.bytes, budget.bytes],
    ["trips after the answer", cost.deferred.trips + cost.deferred.parallelTrips, budget.later?.trips ?? 0],
    ["rows written after the answer", cost.deferred.rowsWritten, budget.later?.rowsWritten ?? 0],
  ];
  const over = limits.filter(([, is, most]) => is > most).map(([what, is, most]) => `${name}: ${what} ${is} > ${most}`);
  const called = [cost.waited.calls, cost.deferred.calls].map((list) => list.join(" ")).join(" | ");
  const planned = [budget.calls ?? [], budget.later?.calls ?? []].map((list) => list.join(" ")).join(" | ");
  if (called !== planned) over.push(`${name}: calls ${called}, planned ${planned}`);
  if (location !== undefined && !cost.location.startsWith(location)) over.push(`${name}: led to ${cost.location}`);
  if (cost.status !== status) over.push(`${name}: status ${cost.status} ${cost.body.slice(0, 300)}`);
  return over;
}
