/** Signing out everywhere takes effect at one instant: no older session writes anything after it. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { app } from "../../src/app.ts";
import { createDeps } from "../../src/composition.ts";
import { beginSession } from "../../src/features/auth/session/sign-in.ts";
import { userWithEmail } from "../../src/features/auth/session/user-statements.ts";
import { raiseEpoch } from "../../src/features/auth/session/user-store.ts";
import { createDb, writable } from "../../src/platform/db.ts";
import { first, sql, type Query } from "../../src/db/sql.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { makePage, bearer, anonymous, world } from "../support/world.ts";
import { requestTo, signIn } from "./sign-in.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 120_000 });

/** A user has at most 200 sessions, so more sign-ins need several people. */
const PEOPLE = env.PROOFS ? 5 : 1;
const REQUESTS = env.PROOFS ? 10_000 : 2_000;
const ROUNDS = env.PROOFS ? 10 : 5;

beforeAll(() => {
  // Of hundreds of shards woken at once, some do not count in time, and each logs a warning.
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

/** Signs in with the statements that all sign-in methods share. */
async function arrive(email: string, userId: string): Promise<string> {
  const context = createExecutionContext();
  const deps = createDeps(env, context);
  const { sessionToken, queries } = beginSession(deps, {
    user: userWithEmail(email),
    userId,
    email,
    method: "magic-link",
    client: { ip: "192.0.2.7", userAgent: "Test/1.0" },
    presentedSession: null,
  });
  await writable(deps.db).write(queries);
  await waitOnExecutionContext(context);
  return sessionToken;
}

async function epochsOf(tokens: readonly string[]): Promise<Map<string, number>> {
  const { results } =
    await d1`select token_hash, epoch from sessions where token_hash in (select value from json_each(${JSON.stringify(tokens.map((token) => hashToken("session", token)))}))`.all<{
      token_hash: string;
      epoch: number;
    }>();
  return new Map(results.map(({ token_hash: hash, epoch }) => [hash, epoch]));
}

test("accepts only sessions created after a concurrent sign-out everywhere", async () => {
  for (let round = 0; round < PEOPLE; round += 1) {
    const { email, token: ender, id: userId } = await signIn();
    const tokens: string[] = [];
    let ended: number | undefined;
    const lanes = Array.from({ length: 50 }, async (_, lane) => {
      for (let i = 0; i < 4 && tokens.length < 199; i += 1) {
        if (lane === 25 && i === 2) ended = (await bearer(ender).post("/api/auth/logout-all")).status;
        tokens.push(await arrive(email, userId));
      }
    });
    await Promise.all(lanes);
    expect([ended, tokens.length > 190]).toEqual([200, true]);
    const epochs = await epochsOf(tokens);
    expect(new Set(epochs.values())).toEqual(new Set([0, 1]));
    const statuses = await Promise.all(tokens.map(async (token) => (await bearer(token).get("/api/auth/me")).status));
    expect(statuses).toEqual(tokens.map((token) => (epochs.get(hashToken("session", token)) === 1 ? 200 : 401)));
  }
});

nightly(`accepts none of ${REQUESTS} requests from 40 sessions that start after the sign-out response`, async () => {
  const { email, token: ender, id: userId } = await signIn();
  const tokens = [ender];
  for (let i = 0; i < 39; i += 1) tokens.push(await arrive(email, userId));
  const clients = tokens.map(bearer);
  const before = await Promise.all(clients.map((client) => client.get("/api/auth/me")));
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await bearer(ender).post("/api/auth/logout-all")).status).toBe(200);
  const statuses = new Map<number, number>();
  const context = createExecutionContext();
  const lanes = tokens.map(async (token) => {
    for (let i = 0; i < REQUESTS / 40; i += 1) {
      const request = requestTo("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } });
      const { status } = await app.fetch(request, env, context);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await Promise.all(lanes);
  await waitOnExecutionContext(context);
  expect([...statuses]).toEqual([[401, REQUESTS]]);
});

type State = { tokens: number; pages: number; title: string; revision: number; content: string };

const stateOf = (userId: string, drive: string, page: string): Query<State | null> =>
  first<State, State>(
    sql`select p.title, p.revision, c.content,
          (select count(*) from mcp_tokens where user_id = ${userId}) as tokens,
          (select count(*) from pages where drive_id = ${drive}) as pages
        from pages p join page_contents c on c.page_id = p.id where p.id = ${page}`,
    (row) => row,
  );

nightly("commits writes in progress before the epoch ends, or rejects them", async () => {
  const db = createDb(env.DB);
  let [before, refused] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const w = await world();
    const owner = w.as("olivia");
    const page = await makePage(owner, { driveId: w.drive, title: "t", content: "one" });
    const acts = [
      () => owner.post("/api/auth/mcp-tokens", { name: "late" }),
      () => owner.post("/api/pages", { driveId: w.drive, title: "late", type: "DOCUMENT" }),
      (i: number) => owner.patch(`/api/pages/${page}`, { title: `late ${i}` }),
      (i: number) => owner.patch(`/api/pages/${page}`, { content: `one\nlate ${i}` }),
    ];
    const lanes = Array.from({ length: 12 }, async (_, lane) => {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i += 1) statuses.push((await acts[lane % 4]?.(i * 12 + lane))?.status ?? 0);
      return statuses;
    });
    // Signs out everywhere and reads the state in the same transaction, a little later in each round.
    const end = async (): Promise<State | null> => {
      for (let i = 0; i < round; i += 1) await anonymous().get("/api/health");
      return (await db.write([raiseEpoch(w.ids.olivia, Date.now()), stateOf(w.ids.olivia, w.drive, page)]))[1];
    };
    const [then, ...all] = await Promise.all([end(), ...lanes]);
    const now = await db.one(stateOf(w.ids.olivia, w.drive, page));
    expect(now).toEqual(then);
    const statuses = all.flat();
    expect(statuses.filter((status) => ![200, 201, 401, 409].includes(status))).toEqual([]);
    // Every successful response was followed by its row.
    const created = statuses.filter((status) => status === 201).length;
    expect(created).toBe((now?.tokens ?? 0) + (now?.pages ?? 0) - 1);
    before += statuses.filter((status) => status < 300).length;
    refused += statuses.filter((status) => status >= 400).length;
  }
  // Both outcomes must occur, otherwise nothing was tested.
  expect([before > 0, refused > 0]).toEqual([true, true]);
});
