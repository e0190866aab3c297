/** Who gets what answer: every route of the table, asked by everybody. A route without a row fails. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { api } from "../../src/app.ts";
import { type Client, type Person, type World, bearer, freshId, stranger, world } from "../world.ts";
import { ROWS as FIRST_ROWS, type Asker, type Scene, type Shot } from "./matrix-rows.ts";
import { WORKSPACE_ROWS } from "./matrix-workspace.ts";

// Those that end the askers' sessions come last.
const ROWS = { ...WORKSPACE_ROWS, ...FIRST_ROWS };

let w: World;
let askers: Record<Asker, Client>;

beforeAll(async () => {
  w = await world();
  const people = [
    "olivia",
    "adam",
    "edna",
    "vera",
    "sara",
    "dora",
    "oscar",
    "rupert",
  ] as const satisfies readonly Person[];
  askers = {
    // One client a person; `people` lists them all.
    ...(Object.fromEntries(people.map((person) => [person, w.as(person)])) as Record<Person, Client>),
    stranger: stranger(),
    garbage: bearer(`ses_${"x".repeat(43)}`),
    tokenOfOlivia: (await w.token("olivia")).client,
    tokenOfEdna: (await w.token("edna")).client,
    readOnly: (await w.token("olivia", { readOnly: true })).client,
    elsewhere: (await w.token("olivia", { drives: [await driveOf(w.ids.olivia)] })).client,
    scopeGone: (await w.token("olivia", { drives: ["no-such-drive"] })).client,
  };
});

async function driveOf(ownerId: string): Promise<string> {
  const id = freshId("drive");
  await env.DB.prepare(
    "insert into drives (id, owner_id, name, slug, created_at, updated_at) values (?1, ?2, 'Other', ?1, 1, 1)",
  )
    .bind(id, ownerId)
    .run();
  return id;
}

/** Fresh things for one question, so that no answer depends on the one before. */
async function scene(): Promise<Scene> {
  const [page, trashed, child, parent] = [freshId("page"), freshId("page"), freshId("page"), freshId("page")];
  const pages = [
    [page, null, "page", null],
    [trashed, null, "trashed", 1],
    [child, page, "child", null],
    [parent, null, "parent", null],
  ] as const;
  await env.DB.batch(
    pages.flatMap(([id, parentId, title, trashedAt]) => [
      env.DB.prepare(
        `insert into pages (id, drive_id, parent_id, title, type, position, trashed_at, created_by, created_at, updated_at)
          values (?1, ?2, ?3, ?4, 'DOCUMENT', 1, ?5, ?6, 1, 1)`,
      ).bind(id, w.drive, parentId, title, trashedAt, w.ids.olivia),
      env.DB.prepare("insert into page_contents (page_id, content) values (?1, 'one\ntwo')").bind(id),
    ]),
  );
  return { world: w, page, trashed, child, parent, driveOf };
}

const keyOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

test("every route has a row and every row a route", () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(api.list.map(({ spec }) => keyOf(spec.method, spec.path)).toSorted());
});

test.each(Object.entries(ROWS))("%s", { timeout: 60_000 }, async (key, row) => {
  const [method = "", path = ""] = key.split(" ");
  const answers: Partial<Record<Asker, number>> = {};
  for (const asker of Object.keys(askers) as Asker[]) {
    const at = await scene();
    const shot: Shot = (await row.shot?.(at, asker)) ?? {};
    const url = path.replace(/:(\w+)/g, (_, name: string) => shot.params?.[name] ?? at.page) + (shot.query ?? "");
    const client = askers[asker];
    const reply =
      method === "GET"
        ? await client.get(url)
        : method === "POST"
          ? await client.post(url, shot.body, shot.type === undefined ? {} : { headers: { "Content-Type": shot.type } })
          : method === "PUT"
            ? await client.put(url, shot.body, { headers: { "Content-Type": shot.type ?? "" } })
            : method === "PATCH"
              ? await client.patch(url, shot.body)
              : await client.delete(url, shot.body);
    answers[asker] = reply.status;
  }
  expect(answers).toEqual(row.answers);
});
