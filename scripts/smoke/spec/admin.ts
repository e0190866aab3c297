/** Notifications, administration, monitoring, and requests open to everyone. */
import type { Setup } from "./people-setup.ts";
import { makePage } from "./people-setup.ts";
import { ApiClient, checkFields, multipart, requireStatus } from "./api-client.ts";
import { at, holds, isOfKind, itemWith, listAt, numberAt, same, textAt, type Kind } from "./values.ts";

const RANGES = ["1h", "24h", "7d", "30d"] as const;

/** The subject of each metric, and the fields of its response. */
const METRICS: Readonly<Record<string, { readonly about: string; readonly shape: Readonly<Record<string, Kind>> }>> = {
  "system-health": {
    about: "status, uptime, memory",
    shape: { status: ["ok", "degraded", "down"], uptime: "number", "memory.limitBytes": "number" },
  },
  "api-metrics": {
    about: "request counts, latency percentiles",
    shape: {
      requests: "integer",
      errors: "integer",
      "latency.p50": "number",
      "latency.p95": "number",
      "latency.p99": "number",
    },
  },
  "user-activity": { about: "active users, session counts", shape: { activeUsers: "integer", sessions: "integer" } },
  "ai-usage": {
    about: "calls, tokens, costs by provider",
    shape: { calls: "integer", inputTokens: "integer", outputTokens: "integer", cost: "number", byProvider: "array" },
  },
  "error-logs": { about: "recent errors with their stacks", shape: { errors: "array" } },
  performance: {
    about: "query times, cache hit rates",
    shape: {
      "queries.count": "integer",
      "queries.p50": "number",
      "queries.p95": "number",
      "cache.hits": "integer",
      "cache.misses": "integer",
    },
  },
};

/** After this time without a new notification, no more are expected. */
const QUIET_MS = 3_000;

export async function checkNotifications(setup: Setup): Promise<void> {
  const { rows, owner, guest, drive } = setup;
  rows.section("Notifications");
  const list = (query = "") => guest.api.get(`/api/notifications${query}`);
  const share = async (title: string) => {
    const page = await makePage(owner.api, drive, title);
    await owner.api.post(`/api/pages/${page}/permissions`, { userId: guest.id, canView: true }, 201);
  };
  const first = await rows.check(
    "GET /api/notifications: 200 with the list and both counts, newest first",
    async () => {
      // Jobs for earlier changes may still be creating notifications, and these are counted here, so wait for them.
      const total = async () => numberAt(await list("?countOnly=true"), "totalCount");
      for (let before = -1, now = await total(); before !== now; now = await total()) {
        before = now;
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      }
      await share("News one");
      await share("News two");
      const found = await list();
      holds(
        "the newest on top",
        textAt(found, "notifications.0.message").includes("News two"),
        at(found, "notifications.0"),
      );
      return found;
    },
  );
  await checkFields(rows, "notifications", first, {
    notifications: "array",
    totalCount: "integer",
    unreadCount: "integer",
  });
  await checkFields(rows, "notification", at(first, "notifications.0"), {
    id: "string",
    type: "string",
    title: "string",
    message: "string",
    read: "boolean",
    createdAt: "time",
  });
  await rows.check("countOnly, limit and offset", async () => {
    const counted = await list("?countOnly=true");
    same("the list", at(counted, "notifications"), []);
    same(
      "the counts",
      [at(counted, "totalCount"), at(counted, "unreadCount")],
      [at(first, "totalCount"), at(first, "unreadCount")],
    );
    const second = await list("?limit=1&offset=1");
    same(
      "the second one",
      listAt(second, "notifications").map((each) => at(each, "id")),
      [at(first, "notifications.1.id")],
    );
  });
  await checkNotification(setup, String(at(first, "notifications.0.id")));
}

/** Reading and deleting a notification, which is the newest and unread. */
async function checkNotification({ rows, owner, guest }: Setup, id: string): Promise<void> {
  const list = (query = "") => guest.api.get(`/api/notifications${query}`);
  const unread = async () => numberAt(await list("?countOnly=true"), "unreadCount");
  await rows.check("POST /api/notifications/{id}/read: one fewer unread", async () => {
    const before = await unread();
    await guest.api.post(`/api/notifications/${id}/read`);
    same("unread", await unread(), before - 1);
    same("read", at(itemWith(listAt(await list(), "notifications"), "id", id), "read"), true);
    await owner.api.refused("POST", `/api/notifications/${id}/read`, 404, "not_found");
  });
  await rows.check("POST /api/notifications/read-all: none unread", async () => {
    await guest.api.post("/api/notifications/read-all");
    same("unread", await unread(), 0);
  });
  await rows.check("DELETE /api/notifications/{id}: one fewer in total", async () => {
    const before = numberAt(await list("?countOnly=true"), "totalCount");
    await guest.api.delete(`/api/notifications/${id}`);
    same("in all", at(await list("?countOnly=true"), "totalCount"), before - 1);
  });
}

export async function checkAdmin(setup: Setup): Promise<void> {
  const { rows, owner, admin, anonymous } = setup;
  rows.section("Administration");
  await rows.check(
    "tokens 17, errors 7: administration takes the role admin: 403 for others, 401 for strangers",
    async () => {
      for (const path of ["/api/admin/users", "/api/admin/schema", "/api/monitoring/system-health"]) {
        await owner.api.refused("GET", path, 403, "forbidden");
        await anonymous.refused("GET", path, 401, "unauthenticated");
      }
    },
  );
  await rows.check("only an administrator's profile has the admin role", async () => {
    const roles = [admin, owner].map(async ({ api }) => at(await api.get("/api/account"), "role"));
    same("the roles", await Promise.all(roles), ["admin", "user"]);
  });
  const users = await rows.check("GET /api/admin/users: 200, an array", async () =>
    listAt(await admin.api.get(`/api/admin/users?q=${encodeURIComponent(owner.email)}`)),
  );
  await checkFields(rows, "user for administrators", users?.[0], {
    id: "string",
    name: "string",
    email: "string",
    role: ["user", "admin"],
    driveCount: "integer",
    pageCount: "integer",
    messageCount: "integer",
    aiProvider: "string",
    createdAt: "time",
  });
  await rows.check("its counts are the user's", () => {
    holds(
      "drives, pages and a message",
      numberAt(users?.[0], "driveCount") >= 2 &&
        numberAt(users?.[0], "pageCount") > 5 &&
        numberAt(users?.[0], "messageCount") >= 1,
      users?.[0],
    );
  });
  await rows.check("GET /api/admin/schema: 200, tables with columns", async () => {
    const tables = listAt(await admin.api.get("/api/admin/schema"), "tables");
    const table = itemWith(tables, "name", "users");
    const columns = listAt(table, "columns").map((each) => textAt(each, "name"));
    same(
      "columns of passwords",
      columns.filter((name) => /password/.test(name) && name !== "failed_passkeys"),
      [],
    );
    holds("the count of failed passkeys on the account's record", columns.includes("failed_passkeys"), columns);
  });
  await checkMonitoring(setup);
  await checkOpenRoutes(setup);
}

async function checkMonitoring({ rows, admin }: Setup): Promise<void> {
  rows.section("Monitoring");
  for (const [metric, { about, shape }] of Object.entries(METRICS)) {
    await rows.check(`GET /api/monitoring/${metric}: ${about}, for ${RANGES.join(", ")}`, async () => {
      for (const timeRange of RANGES) {
        const answer = await admin.api.get(`/api/monitoring/${metric}?timeRange=${timeRange}`);
        same("timeRange", at(answer, "timeRange"), timeRange);
        for (const [path, kind] of Object.entries(shape))
          holds(`${path} to be ${String(kind)} for ${timeRange}`, isOfKind(at(answer, path), kind), at(answer, path));
      }
    });
  }
  await rows.check("another range is 400, another metric 404", async () => {
    await admin.api.refused("GET", "/api/monitoring/performance?timeRange=2h", 400, "invalid_request");
    await admin.api.refused("GET", "/api/monitoring/nothing", 404, "not_found");
  });
  await rows.byTests(
    "errors are kept with their stacks",
    "test/monitoring/errors.test.ts",
    "stores error messages without tokens, emails and headers",
  );
}

async function checkOpenRoutes({ rows, client, anonymous, owner, mark }: Setup): Promise<void> {
  rows.section("Events and messages");
  await rows.check("POST /api/track, errors 6: 200 for any input, signed in or not", async () => {
    const bodies = [
      { json: { event: "opened", properties: { view: "page" } } },
      { json: { event: 7, properties: "none" } },
      { json: [] },
      {},
      { body: { type: "application/json", bytes: Buffer.from("{") } },
      { body: { type: "text/plain", bytes: Buffer.alloc(200_000, "x") } },
      { body: multipart({ name: "a", type: "text/plain", bytes: Buffer.from("a") }) },
    ];
    const bad = new ApiClient(client, { kind: "bearer", token: "ses_none" });
    for (const extra of bodies)
      for (const api of [anonymous, owner.api, bad]) requireStatus(await api.send("POST", "/api/track", extra), 200);
  });
  await rows.check("POST /api/contact: 201 for signed-in users, 400 if a field is missing", async () => {
    const json = {
      name: "Visitor",
      email: `visitor-${mark}@example.com`,
      subject: "A question",
      message: "How do I begin with this?",
    };
    await anonymous.refused("POST", "/api/contact", 401, "unauthenticated", { json });
    await owner.api.post("/api/contact", json, 201);
    for (const field of Object.keys(json))
      await owner.api.refused("POST", "/api/contact", 400, "invalid_request", { json: { ...json, [field]: "" } });
  });
}
