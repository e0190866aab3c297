/** The sweep deletes expired single-use rows in batches, and leaves those that may still be needed. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { makeId } from "../../src/kernel/ids.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { makePage, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let userId = "";

beforeEach(async () => {
  userId = (await world()).ids.vera;
});

type Table =
  | "socket_tokens"
  | "service_tokens"
  | "oauth_marks"
  | "spent_id_tokens"
  | "webauthn_challenges"
  | "email_changes";

/** A row that expires at that time and was created a minute earlier. */
function row(table: Table, expiresAt: number): D1PreparedStatement {
  const id = makeId(expiresAt - 60 * SECOND, systemRandom);
  const statement = env.DB.prepare(
    {
      socket_tokens:
        "insert into socket_tokens (token_hash, expires_at, user_id, session_id, epoch, created_at) values (?1, ?2, ?3, 's', 0, 1)",
      service_tokens:
        "insert into service_tokens (token_hash, expires_at, audience, resource_type, resource_id, action, created_at) values (?1, ?2, ?3, '', '', '', 1)",
      oauth_marks:
        "insert into oauth_marks (state_hash, expires_at, provider, created_at, claim_id) values (?1, ?2, 'providera', 1, ?3)",
      spent_id_tokens: "insert into spent_id_tokens (token_hash, expires_at, claim_id) values (?1, ?2, ?3)",
      webauthn_challenges:
        "insert into webauthn_challenges (id, expires_at, ceremony, challenge, bound_to, created_at) values (?1, ?2, 'register', '', ?3, 1)",
      email_changes:
        "insert into email_changes (id, expires_at, token_hash, user_id, email, previous_email, epoch, created_at) values (?1, ?2, ?1, ?3, '', '', 0, 1)",
    }[table],
  );
  return statement.bind(id, expiresAt, userId);
}

const left = async (table: Table): Promise<number[]> => {
  const { results } = await env.DB.prepare(`select expires_at from ${table} order by expires_at`).all<{
    expires_at: number;
  }>();
  return results.map((each) => each.expires_at);
};

async function sweepOnce(): Promise<void> {
  const context = createExecutionContext();
  await sweep(createDeps(env, context));
  await waitOnExecutionContext(context);
}

test.each<[Table, number]>([
  ["socket_tokens", 0],
  ["service_tokens", 0],
  ["oauth_marks", 0],
  ["spent_id_tokens", 0],
  // Selected by the time in their ids, so they stay for a day or two.
  ["webauthn_challenges", 24 * HOUR],
  ["email_changes", 48 * HOUR],
])("deletes expired rows of %s", async (table, kept) => {
  const now = Date.now();
  const [over, live] = [now - kept - SECOND, now + HOUR];
  const young = now - kept + HOUR;
  await env.DB.batch([row(table, over), row(table, young), row(table, live)]);
  await sweepOnce();
  expect(await left(table)).toEqual([young, live]);
});

const insert = (table: string, values: Readonly<Record<string, unknown>>): Promise<unknown> =>
  env.DB.prepare(
    `insert into ${table} (${Object.keys(values).join(", ")}) values (${Object.keys(values)
      .map(() => "?")
      .join(", ")})`,
  )
    .bind(...Object.values(values))
    .run();

const keysOf = async (table: string, key: string): Promise<string[]> =>
  (await env.DB.prepare(`select ${key} as k from ${table} order by k`).all<{ k: string }>()).results.map(({ k }) => k);

const idAgo = (ms: number): string => makeId(Date.now() - ms, systemRandom);

test("deletes notifications 90 days after reading and a year after creation, and updates the counts", async () => {
  const notification = (ago: number, readAgo: number | null) => {
    const id = idAgo(ago);
    const read_at = readAgo === null ? null : Date.now() - readAgo;
    const told = { user_id: userId, type: "MENTION", title: "", message: "", read_at, created_at: Date.now() - ago };
    return insert("notifications", { id, ...told }).then(() => id);
  };
  await notification(200 * DAY, 91 * DAY);
  await notification(366 * DAY, null);
  await notification(366 * DAY, 1 * DAY);
  const kept = [
    await notification(364 * DAY, null),
    await notification(200 * DAY, 89 * DAY),
    await notification(0, null),
  ];
  await sweepOnce();
  expect(await keysOf("notifications", "id")).toEqual(kept);
  const counts = await d1`select total, unread from notification_counts where user_id = ${userId}`.first();
  expect(counts).toEqual({ total: 3, unread: 2 });
});

test("deletes records of edits across several pages after a day", async () => {
  const [old, young] = [idAgo(DAY + MINUTE), idAgo(DAY - MINUTE)];
  for (const ticket of [old, young]) await insert("edit_tickets", { ticket, committed: 1, created_at: 1 });
  await sweepOnce();
  expect(await keysOf("edit_tickets", "ticket")).toEqual([young]);
});

test("deletes contact messages after a year", async () => {
  const [old, young] = [idAgo(366 * DAY), idAgo(364 * DAY)];
  for (const id of [old, young])
    await insert("contact_messages", {
      id,
      user_id: userId,
      name: "",
      email: "",
      subject: "",
      message: "",
      created_at: 1,
    });
  await sweepOnce();
  expect(await keysOf("contact_messages", "id")).toEqual([young]);
});

test("deletes a device and its tokens a month after it ends", async () => {
  const device = async (id: string, expiresAgo: number, revokedAgo: number | null) => {
    await insert("devices", {
      id,
      user_id: userId,
      device_id: id,
      name: "",
      platform: "web",
      epoch: 0,
      browser: "",
      os: "",
      country: "",
      region: "",
      created_at: 1,
      last_used_at: 1,
      expires_at: Date.now() - expiresAgo,
      revoked_at: revokedAgo === null ? null : Date.now() - revokedAgo,
    });
    await insert("device_tokens", {
      token_hash: id,
      device: id,
      generation: 0,
      salt: "",
      created_at: 1,
      expires_at: 1,
    });
  };
  await device("over", 31 * DAY, null);
  await device("revoked", -DAY, 31 * DAY);
  await device("just over", 29 * DAY, null);
  await device("just revoked", -DAY, 29 * DAY);
  await device("live", -DAY, null);
  await sweepOnce();
  expect(await keysOf("devices", "id")).toEqual(["just over", "just revoked", "live"]);
  expect(await keysOf("device_tokens", "token_hash")).toEqual(["just over", "just revoked", "live"]);
});

test("deletes a revoked token with its list of edited pages of any length, and no other token's", async () => {
  const w = await world();
  const page = await makePage(w, { title: "t" });
  const token = async (id: string, revokedAgo: number) => {
    const rest = { name: "", last_four: "", scope_mode: "all", created_at: 1, revoked_at: Date.now() - revokedAgo };
    await insert("mcp_tokens", { token_hash: id, id, user_id: userId, ...rest });
    await insert("mcp_token_drives", { token_id: id, drive_id: w.drive });
    await insert("token_pages", { token_id: id, page_id: page, last_at: 1 });
  };
  await token("old", 31 * DAY);
  await token("young", 29 * DAY);
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 2500)
      insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at)
      select 'written-' || i, ${w.drive}, '', 'DOCUMENT', i, '', 1, 1 from n`.run();
  await d1`insert into token_pages (token_id, page_id, last_at) select 'old', id, 1 from pages where id like 'written-%'`.run();
  await sweepOnce();
  expect(await keysOf("mcp_tokens", "id")).toEqual(expect.arrayContaining(["old", "young"]));
  await sweepOnce();
  const tokens = await keysOf("mcp_tokens", "id");
  expect([tokens.includes("old"), tokens.includes("young")]).toEqual([false, true]);
  expect(await keysOf("token_pages", "token_id")).toEqual(["young"]);
  expect(await keysOf("mcp_token_drives", "token_id")).toContain("young");
});

test("deletes 500 rows of a table per run, and continues on the next run", async () => {
  const now = Date.now();
  await env.DB.batch(Array.from({ length: 520 }, (_, i) => row("service_tokens", now - HOUR - i)));
  const before = (await left("service_tokens")).length;
  await sweepOnce();
  expect(before - (await left("service_tokens")).length).toBe(500);
  await sweepOnce();
  expect((await left("service_tokens")).filter((at) => at < now)).toEqual([]);
});
