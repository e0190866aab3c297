/** The requests of the matrix, made ready to be sent: fresh things for each, and the address and body they lead to. */
import { env } from "cloudflare:workers";
import { freshId, type World } from "../world.ts";
import { ROWS as FIRST_ROWS, type Asker, type Row, type Scene, type Shot } from "./matrix-rows.ts";
import { WORKSPACE_ROWS } from "./matrix-workspace.ts";

// Those that end the askers' sessions come last.
export const ROWS: Readonly<Record<string, Row>> = { ...WORKSPACE_ROWS, ...FIRST_ROWS };

export async function driveOf(ownerId: string): Promise<string> {
  const id = freshId("drive");
  await env.DB.prepare(
    "insert into drives (id, owner_id, name, slug, created_at, updated_at) values (?1, ?2, 'Other', ?1, 1, 1)",
  )
    .bind(id, ownerId)
    .run();
  return id;
}

/** Fresh things for one question, so that no answer depends on the one before. */
async function scene(w: World): Promise<Scene> {
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

export type Aimed = Pick<Shot, "body" | "type"> & { readonly method: string; readonly url: string };

/** What `asker` sends to the route that `key` names, about fresh things. */
export async function aim(w: World, key: string, asker: Asker): Promise<Aimed> {
  const [method = "", path = ""] = key.split(" ");
  const at = await scene(w);
  const shot: Shot = (await ROWS[key]?.shot?.(at, asker)) ?? {};
  const url = path.replace(/:(\w+)/g, (_, name: string) => shot.params?.[name] ?? at.page) + (shot.query ?? "");
  return { method, url, body: shot.body, ...(shot.type !== undefined && { type: shot.type }) };
}
