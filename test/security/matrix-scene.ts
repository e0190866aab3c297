/** Prepares the requests of the matrix: fresh rows for each, and the resulting URL and body. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { freshId, type World } from "../support/world.ts";
import { ROWS as FIRST_ROWS, type Asker, type Row, type Scene, type Shot } from "./matrix-rows.ts";
import { AGENT_ROWS } from "./matrix-agents.ts";
import { COMMENT_ROWS } from "./matrix-comments.ts";
import { TRANSFER_ROWS } from "./matrix-transfers.ts";
import { WORKSPACE_ROWS } from "./matrix-workspace.ts";
import { d1 } from "../support/d1.ts";

export const ROWS: Readonly<Record<string, Row>> = {
  ...WORKSPACE_ROWS,
  ...AGENT_ROWS,
  ...COMMENT_ROWS,
  ...TRANSFER_ROWS,
  ...FIRST_ROWS,
};

export async function personalDriveOf(ownerId: string): Promise<string> {
  const id = freshId("drive");
  await d1`insert into drives (id, owner_id, name, slug, created_at, updated_at) values (${id}, ${ownerId}, 'Other', ${id}, 1, 1)`.run();
  return id;
}

/** Creates `count` sets of fresh rows, so that no response depends on an earlier request. */
export async function scenes(w: World, count: number): Promise<Scene[]> {
  const made = Array.from({ length: count }, () => ({
    world: w,
    personalDriveOf,
    page: freshId("page"),
    trashed: freshId("page"),
    child: freshId("page"),
    parent: freshId("page"),
  }));
  const pages = made.flatMap(({ page, trashed, child, parent }) => [
    { id: page, parent: null, title: "page", trashedAt: null },
    { id: trashed, parent: null, title: "trashed", trashedAt: 1 },
    { id: child, parent: page, title: "child", trashedAt: null },
    { id: parent, parent: null, title: "parent", trashedAt: null },
  ]);
  await env.DB.batch([
    d1`insert into pages (id, drive_id, parent_id, title, type, position, trashed_at, created_by, created_at, updated_at)
        select value ->> 'id', ${w.drive}, value ->> 'parent', value ->> 'title', 'DOCUMENT', 1, value ->> 'trashedAt', ${w.ids.olivia}, 1, 1
        from json_each(${JSON.stringify(pages)}) order by key`,
    d1`insert into page_contents (page_id, content) select value ->> 'id', 'one\ntwo' from json_each(${JSON.stringify(pages)})`,
  ]);
  return made;
}

export type PreparedRequest = Pick<Shot, "body" | "type"> & { readonly method: string; readonly url: string };

/** The request that `asker` sends to the route named by `key`, on fresh rows. */
export async function prepareRequest(w: World, key: string, asker: Asker): Promise<PreparedRequest> {
  const [at = expect.unreachable()] = await scenes(w, 1);
  return prepareRequestAt(at, key, asker);
}

/** The request that `asker` sends to the route named by `key`, on the rows of this scene. */
export async function prepareRequestAt(at: Scene, key: string, asker: Asker): Promise<PreparedRequest> {
  const [method = "", path = ""] = key.split(" ");
  const shot: Shot = (await ROWS[key]?.shot?.(at, asker)) ?? {};
  const url = path.replace(/:(\w+)/g, (_, name: string) => shot.params?.[name] ?? at.page) + (shot.query ?? "");
  return { method, url, body: shot.body, ...(shot.type !== undefined && { type: shot.type }) };
}
