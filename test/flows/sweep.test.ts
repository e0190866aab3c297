/** The sweep: what is single-use and over leaves the database, so many rows at a time, and what may still be asked for stays. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/deps.ts";
import { makeId } from "../../src/kernel/ids.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { world } from "../world.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;

let userId = "";

beforeEach(async () => {
  userId = (await world()).ids.vera;
});

type Table =
  "socket_tokens" | "service_tokens" | "oauth_marks" | "spent_id_tokens" | "webauthn_challenges" | "email_changes";

/** A row whose time is up at that moment; it was made a minute before. */
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
  // Found by their ids, so they stay for a day or two.
  ["webauthn_challenges", 24 * HOUR],
  ["email_changes", 48 * HOUR],
])("rows of %s go once they are over", async (table, kept) => {
  const now = Date.now();
  const [over, live] = [now - kept - SECOND, now + HOUR];
  const young = now - kept + HOUR;
  await env.DB.batch([row(table, over), row(table, young), row(table, live)]);
  await sweepOnce();
  expect(await left(table)).toEqual([young, live]);
});

test("one run removes five hundred rows of a table and the next one the rest", async () => {
  const now = Date.now();
  await env.DB.batch(Array.from({ length: 520 }, (_, i) => row("service_tokens", now - HOUR - i)));
  const before = (await left("service_tokens")).length;
  await sweepOnce();
  expect(before - (await left("service_tokens")).length).toBe(500);
  await sweepOnce();
  expect((await left("service_tokens")).filter((at) => at < now)).toEqual([]);
});
