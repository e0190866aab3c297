/** Adds unknown keys to the body of every JSON route: they give no one another identity or more rights. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { api } from "../../src/app.ts";
import { type Client, type World, freshId, anonymous, world } from "../support/world.ts";
import type { Shot } from "./matrix-rows.ts";
import { ROWS, scenes } from "./matrix-scene.ts";
import { d1 } from "../support/d1.ts";

/** The matrix test ensures that every route has a row. */
const routesWithJson = api.list.filter(({ spec }) => spec.json && ROWS[keyOf(spec.method, spec.path)]);

function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

let w: World;

const REFUSES_UNKNOWN: ReadonlySet<string> = new Set(["POST /mcp"]);

beforeAll(async () => {
  w = await world();
});

/** Names that rows, credentials or other interfaces use for the actor and their rights. */
const NAMES = [
  "id userId user_id ownerId owner_id createdBy created_by actor user sessionId role isAdmin admin rights scope scopeMode",
  "scope_mode tokenHash token_hash grantedBy epoch authTime auth_time suspendedAt lockedUntil loginEmail emailVerified",
].flatMap((line) => line.split(" "));

/** Adds the names that are not in the route's schema, each with a value that can be searched for. */
function plant(schema: z.ZodType, body: object, mark: string): string {
  const shape = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const known = new Set([...Object.keys(shape.properties ?? {}), ...Object.keys(body)]);
  const keys = NAMES.filter((name) => !known.has(name));
  const planted = keys.map((name) => `${JSON.stringify(name)}:${JSON.stringify(mark)}`);
  const prototypes = `"__proto__":{"role":"${mark}","planted":"${mark}"},"constructor":{"prototype":{"planted":"${mark}"}}`;
  const own = JSON.stringify(body).slice(1, -1);
  return `{${[own, ...planted, prototypes].filter(Boolean).join(",")}}`;
}

/** One statement per table, which returns the table's name if it contains the text. */
const searches: string[] = [];

beforeAll(async () => {
  const { results } = await d1`select t.name as "table", group_concat('"' || c.name || '"') as columns
      from sqlite_schema t, pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'sqlite_%' and t.name not like '_cf_%' and t.name not like 'd1_%'
      group by t.name`.all<{ table: string; columns: string }>();
  for (const { table, columns } of results)
    searches.push(
      `select '${table}' as place where exists (select 1 from "${table}" where instr(concat_ws(' ', ${columns}), ?1))`,
    );
});

/** The tables that contain this text. */
async function placesOf(mark: string): Promise<string[]> {
  const found = await env.DB.batch<{ place: string }>(searches.map((search) => env.DB.prepare(search).bind(mark)));
  return found.flatMap(({ results }) => results.map(({ place }) => place));
}

const privileges = async (): Promise<unknown> =>
  (
    await d1`select (select count(*) from users where role = 'admin') as admins, (select count(*) from users where suspended_at is not null) as suspended, (select sum(epoch) from users) as epochs`.all()
  ).results;

async function send(client: Client, method: string, url: string, body: unknown): Promise<number> {
  if (method === "post") return (await client.post(url, body)).status;
  if (method === "patch") return (await client.patch(url, body)).status;
  if (method === "put") return (await client.put(url, body)).status;
  return (await client.delete(url, body)).status;
}

async function shoot(path: string, shot: Shot, page: string): Promise<string> {
  return path.replace(/:(\w+)/g, (_, name: string) => shot.params?.[name] ?? page) + (shot.query ?? "");
}

test.each(routesWithJson.map((route) => [keyOf(route.spec.method, route.spec.path), route] as const))(
  "%s ignores unknown keys",
  { timeout: 60_000 },
  async (key, { spec }) => {
    const row = ROWS[key];
    if (!row || !spec.json) throw new Error(`The matrix has no row for ${key}.`);
    const asker = spec.principals.includes("session") ? "olivia" : "tokenOfOlivia";
    const client = spec.principals.includes("anyone")
      ? anonymous()
      : asker === "olivia"
        ? w.as("olivia")
        : (await w.token("olivia")).client;
    const mark = freshId("planted");
    const before = await privileges();
    const statuses: number[] = [];
    for (const isPlanted of [false, true]) {
      const [at = expect.unreachable()] = await scenes(w, 1);
      const shot = (await row.shot?.(at, asker)) ?? {};
      const body: object = shot.body ?? {};
      const sent = isPlanted ? plant(spec.json, body, mark) : body;
      statuses.push(await send(client, spec.method, await shoot(spec.path, shot, at.page), sent));
    }
    const [plain, planted] = statuses;
    // A request that is rejected for another reason would prove nothing.
    expect(plain).toBe(row.answers[spec.principals.includes("anyone") ? "stranger" : asker]);
    // Strict schemas reject unknown keys; all others ignore them.
    expect(planted).toBe(REFUSES_UNKNOWN.has(key) ? 400 : plain);
    expect(await placesOf(mark)).toEqual([]);
    expect(await privileges()).toEqual(before);
    expect(Reflect.get({}, "planted")).toBe(undefined);
  },
);

test("the test detects a stored value", async () => {
  const mark = freshId("planted");
  await w.as("olivia").post("/api/drives", { name: mark });
  expect(await placesOf(mark)).toEqual(["drives"]);
});
