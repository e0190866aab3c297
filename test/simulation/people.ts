/** The people, drives and pages that a simulation starts with: in the database and in the model. */
import { hashToken, makeToken } from "../../src/platform/tokens.ts";
import { rightsColumns } from "../../src/db/rights-columns.ts";
import { EVERYTHING } from "../../src/kernel/rights.ts";
import { Model } from "../model/model.ts";
import { pick, randomFrom, rightsOf } from "../model/steps.ts";
import type { World } from "./world.ts";

/** Ann and Ben own a drive each; Rory has the role admin. */
export const USERS = ["ann", "ben", "cleo", "dan", "rory"] as const;
export const ADMIN = "rory";

/** A drive of the first user that only receives imports. It is not part of the model. */
export const IMPORTS = "imports";

/** The first text of each document. Words that are inserted above it end its properties. */
export const START = "---\nproject: start\ntags: [a, b]\n---\nstart";

export type Credential = { readonly id: string; readonly raw: string; readonly user: string };
export type Start = {
  readonly model: Model;
  readonly sessions: Map<string, Credential>;
  readonly tokens: Map<string, Credential>;
  readonly channels: ReadonlySet<string>;
};

const YEAR = 31_536_000_000;
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

export function addSession(world: World, user: string, id: string): Credential {
  const raw = makeToken("session", random);
  const { now } = world.engine;
  world.rows(
    `insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
     values (?, ?, ?, (select epoch from users where id = ?), ?, ?, ?, ?, 'test', '', '')`,
    hashToken("session", raw),
    id,
    user,
    user,
    now,
    now + YEAR,
    now + 1,
    now + YEAR,
  );
  return { id, raw, user };
}

export function addToken(world: World, user: string, id: string): Credential {
  const raw = makeToken("mcp", random);
  world.rows(
    `insert into mcp_tokens (token_hash, id, user_id, name, last_four, scope_mode, read_only, can_share, created_at)
     values (?, ?, ?, 'tool', 'abcd', 'all', 0, 0, ?)`,
    hashToken("mcp", raw),
    id,
    user,
    world.engine.now,
  );
  return { id, raw, user };
}

/** Members and grants are drawn from the seed, too. */
export function populate(world: World): Start {
  const draw = randomFrom(world.engine.seed * 7 + 3);
  const { now } = world.engine;
  const model = new Model();
  const channels = new Set<string>();
  for (const user of USERS)
    world.rows(
      "insert into users (id, name, email, login_email, role, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)",
      user,
      user,
      `${user}@example.com`,
      `${user}@example.com`,
      user === ADMIN ? "admin" : "user",
      now,
      now,
    );
  for (const [index, owner] of USERS.slice(0, 2).entries()) {
    const id = `drive-${index}`;
    const members = new Map(
      USERS.filter((user) => user !== owner && draw(3) > 0).map((user) => {
        const role = draw(8) === 0 ? "admin" : "member";
        return [user, { role, rights: role === "admin" ? EVERYTHING : rightsOf(draw(1000)) | 1 } as const];
      }),
    );
    model.drives.set(id, { id, owner, trashed: false, members });
    const count = 4 + draw(3);
    for (let n = 0; n < count; n += 1) {
      const parent = n < 2 ? null : (pick([null, ...model.within(id)], draw(8))?.id ?? null);
      const page = {
        id: `page-${index}-${n}`,
        drive: id,
        parent,
        position: n,
        trashed: false,
        grants: new Map<string, number>(),
      };
      if (n === 0) channels.add(page.id);
      for (const user of USERS) if (draw(6) === 0) page.grants.set(user, rightsOf(draw(1000)));
      model.pages.set(page.id, page);
    }
    world.rows("insert into drives (id, owner_id, name, slug, page_count, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)", id, owner, id, id, count, now, now); // oxfmt-ignore
    for (const [user, { role, rights }] of members) {
      const { storedRights, canComment } = rightsColumns(rights);
      world.rows("insert into drive_members (drive_id, user_id, role, rights, can_comment, granted_by, created_at) values (?, ?, ?, ?, ?, '', ?)", id, user, role, storedRights, canComment, now); // oxfmt-ignore
    }
  }
  world.rows("insert into drives (id, owner_id, name, slug, page_count, created_at, updated_at) values (?, ?, ?, ?, 0, ?, ?)", IMPORTS, USERS[0], IMPORTS, IMPORTS, now, now); // oxfmt-ignore
  for (const page of model.pages.values()) {
    const type = channels.has(page.id) ? "CHANNEL" : "DOCUMENT";
    world.rows("insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at) values (?, ?, ?, ?, ?, ?, '', ?, ?)", page.id, page.drive, page.parent, page.id, type, page.position, now, now); // oxfmt-ignore
    if (type === "DOCUMENT") world.rows("insert into page_contents (page_id, content) values (?, ?)", page.id, START);
    for (const [user, rights] of page.grants) {
      const { storedRights, canComment } = rightsColumns(rights);
      world.rows("insert into page_grants (page_id, user_id, rights, can_comment, granted_by, created_at) values (?, ?, ?, ?, '', ?)", page.id, user, storedRights, canComment, now); // oxfmt-ignore
    }
  }
  const each = (make: (user: string) => Credential) => new Map(USERS.map((user) => [user as string, make(user)]));
  return {
    model,
    channels,
    sessions: each((user) => addSession(world, user, `session-${user}`)),
    tokens: each((user) => addToken(world, user, `token-${user}`)),
  };
}
