/** The service with floors beside it: what its parts cost alone, in the same process, for `npm run bench -- requests`. */
import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";
import service from "../../src/index.ts";

export { AccountLockout, AgentRun, AuditLog, Hub, MetricsWriter, PageRoom, RateLimiter } from "../../src/index.ts";

export class BenchObject extends DurableObject<Env> {
  ping(): number {
    return 1;
  }
}

/** The least that a page several people type on can cost: all that is heard goes to everybody, with a row for it or without. */
export class BenchEcho extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec("create table if not exists heard (id integer primary key, data blob not null) strict");
  }

  override fetch(request: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [new URL(request.url).searchParams.get("kind") ?? ""]);
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(ws: WebSocket, message: ArrayBuffer | string): void {
    const [kind = ""] = this.ctx.getTags(ws);
    if (kind === "insert") this.ctx.storage.sql.exec("insert into heard (data) values (?)", message);
    for (const each of this.ctx.getWebSockets(kind)) each.send(message);
  }
}

type Bindings = Env & {
  BENCH_OBJECT: DurableObjectNamespace<BenchObject>;
  BENCH_ECHO: DurableObjectNamespace<BenchEcho>;
};

/** The page tree of the drive as JSON, built in one statement: the least that any listing of it can cost. */
const TREE = `select json_group_array(json_object('id', id, 'title', title, 'type', type, 'driveId', drive_id, 'parentId', parent_id,
  'position', position, 'hasChildren', json('true'), 'createdAt', strftime('%Y-%m-%dT%H:%M:%fZ', created_at / 1000.0, 'unixepoch'),
  'updatedAt', strftime('%Y-%m-%dT%H:%M:%fZ', updated_at / 1000.0, 'unixepoch'))) as pages
  from (select * from pages where drive_id = ? limit 1000)`;

const floors = new Hono<{ Bindings: Bindings }>()
  .get("/__bench/hello", (c) => c.json({ hello: "world" }))
  // As hello, for a request that brings JSON.
  .patch("/__bench/hello", async (c) => c.json({ hello: await c.req.json<unknown>() }))
  .get("/__bench/d1", async (c) => {
    const answer = await c.env.DB.prepare("select content from page_contents where page_id = ?")
      .bind(c.req.query("id") ?? "")
      .all();
    return c.json(answer.results);
  })
  .get("/__bench/d1write", async (c) => {
    await c.env.DB.prepare("update pages set updated_at = updated_at + 1 where id = ?")
      .bind(c.req.query("id") ?? "")
      .run();
    return c.json({ ok: true });
  })
  .get("/__bench/do", async (c) => c.json({ pong: await c.env.BENCH_OBJECT.getByName(c.req.query("id") ?? "").ping() }))
  .get("/__bench/echo", (c) => c.env.BENCH_ECHO.getByName(c.req.query("id") ?? "").fetch(c.req.raw))
  .get("/__bench/drain", async (c) => c.json(await c.env.AUDIT_LOG.getByName("0").drain()))
  .get("/__bench/flood", async (c) => c.json(await c.env.FLOOD_IP.limit({ key: c.req.query("id") ?? "" })))
  .put("/__bench/r2", async (c) => {
    await c.env.FILES.put(`bench/${c.req.query("id") ?? ""}`, c.req.raw.body);
    return c.json({ ok: true });
  })
  .get("/__bench/r2", async (c) => {
    const object = await c.env.FILES.get(c.req.query("key") ?? "");
    return new Response(object?.body, { headers: { "Content-Length": String(object?.size) } });
  })
  .get("/__bench/r2-keys", async (c) => {
    const { objects } = await c.env.FILES.list({ prefix: c.req.query("prefix") ?? "" });
    return c.json(objects.map(({ key }) => key));
  })
  .get("/__bench/tree-json", async (c) => {
    const { results } = await c.env.DB.prepare(TREE)
      .bind(c.req.query("drive") ?? "")
      .all<{ pages: string }>();
    return c.body(results[0]?.pages ?? "[]", 200, { "Content-Type": "application/json" });
  });

/** The same service as it is when it does not measure itself, by the environment of the one that does. */
const unmeasured = new WeakMap<Bindings, Bindings>();

function withoutMonitoring(env: Bindings): Bindings {
  const known = unmeasured.get(env) ?? { ...env, MONITORING: "off" };
  unmeasured.set(env, known);
  return known;
}

// oxlint-disable-next-line import/no-default-export -- what workerd loads
export default {
  ...service,
  fetch: (request, env, ctx) => {
    if (new URL(request.url).pathname.startsWith("/__bench/")) return floors.fetch(request, env, ctx);
    const isMeasured = request.headers.get("X-Bench-Monitoring") !== "off";
    return service.fetch(request, isMeasured ? env : withoutMonitoring(env), ctx);
  },
} satisfies ExportedHandler<Bindings>;
