/** A socket token allows one connection, within one minute, for one session. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { consumeSocketToken } from "../../src/features/auth/tokens/socket/service.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { makePage, bearer, world, type World, makeSession } from "../support/world.ts";
import { callWith, requestTo } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 30_000 });

const depsAt = (ms = 0, variables: object = {}): Deps =>
  createDeps({ ...env, ...variables }, createExecutionContext(), Date.now() + ms);

const consume = (raw: string, deps = depsAt()) =>
  consumeSocketToken(deps, raw).catch((error: unknown) => (error as { code?: string }).code); // an AppError has one

async function issued(w: World, pageId?: string): Promise<string> {
  const { body } = await w.as("olivia").get(`/api/auth/socket-token${pageId === undefined ? "" : `?pageId=${pageId}`}`);
  return body.token;
}

const pageOf = async (w: World): Promise<string> => {
  return makePage(w, { title: "Page" });
};

test("issues a socket token for a minute with its URL, and stores only its hash", async () => {
  const w = await world();
  const before = Date.now();
  const { status, body } = await w.as("vera").get("/api/auth/socket-token");
  expect(status).toBe(200);
  expect(body).toEqual({
    token: expect.stringMatching(/^sok_[\w-]{43}$/),
    expiresAt: expect.any(String),
    url: "ws://localhost:8787/api/realtime",
  });
  expect(Math.abs(Date.parse(body.expiresAt) - before - 60_000)).toBeLessThan(5_000);
  const row = await d1`select * from socket_tokens where token_hash = ${hashToken("socket", body.token)}`.first();
  expect(row).toMatchObject({ user_id: w.ids.vera, session_id: `s-${w.ids.vera}`, page_id: null, used_at: null });
  expect(JSON.stringify(row)).not.toContain(body.token.slice(4));
});

test("returns a wss URL behind TLS", async () => {
  const production = {
    ENVIRONMENT: "production",
    APP_ORIGIN: "https://octavo.example",
    ROOT_SECRET: "a root secret for tests only, 0123456789",
  };
  const w = await world();
  const headers = { Authorization: `Bearer ${w.session("vera")}` };
  const answer = await callWith(production, requestTo("/api/auth/socket-token", { headers }));
  expect((await answer.json<{ url: string }>()).url).toBe("wss://octavo.example/api/realtime");
});

test("issues a token for a page to users who can view it, and returns 404 to others", async () => {
  const w = await world();
  const page = await pageOf(w);
  const ask = async (person: "vera" | "oscar" | "olivia", id = page) =>
    (await w.as(person).get(`/api/auth/socket-token?pageId=${id}`)).status;
  expect([await ask("vera"), await ask("oscar"), await ask("vera", "none")]).toEqual([200, 404, 404]);
  expect(await consume(await issued(w, page))).toMatchObject({ userId: w.ids.olivia, pageId: page });
  await w.as("olivia").delete(`/api/pages/${page}`);
  expect(await ask("olivia")).toBe(404);
});

test("accepts one of 100 concurrent connections with the same token", async () => {
  const w = await world();
  const raw = await issued(w);
  const answers = await Promise.all(Array.from({ length: 100 }, () => consume(raw)));
  const made = answers.filter((answer) => answer !== "unauthenticated");
  expect(made).toEqual([
    {
      userId: w.ids.olivia,
      sessionId: `s-${w.ids.olivia}`,
      sessionHash: hashToken("session", w.session("olivia")),
      epoch: 0,
      pageId: null,
    },
  ]);
  expect(await consume(raw)).toBe("unauthenticated");
});

test("expires a socket token after 60 seconds", async () => {
  const w = await world();
  const [young, old] = [await issued(w), await issued(w)];
  expect(await consume(young, depsAt(59_000))).toMatchObject({ userId: w.ids.olivia });
  expect(await consume(old, depsAt(60_001))).toBe("unauthenticated");
});

test.each<[string, (w: World) => Promise<unknown>]>([
  ["its session is signed out", (w) => w.as("olivia").post("/api/auth/logout")],
  ["its user signs out everywhere", (w) => w.as("olivia").post("/api/auth/logout-all")],
  ["its user is suspended", (w) => d1`update users set suspended_at = 1 where id = ${w.ids.olivia}`.run()],
  ["its session expires", (w) => d1`update sessions set expires_at = 1 where user_id = ${w.ids.olivia}`.run()],
])("rejects a socket token once %s", async (_, endIt) => {
  const w = await world();
  const raw = await issued(w);
  await endIt(w);
  expect(await consume(raw)).toBe("unauthenticated");
});

test("rejects a socket token whose session ended, although the user has another session", async () => {
  const w = await world();
  const raw = await issued(w);
  const { token: other } = await makeSession(w.ids.olivia);
  await w.as("olivia").post("/api/auth/logout");
  expect((await bearer(other).get("/api/auth/me")).status).toBe(200);
  expect(await consume(raw)).toBe("unauthenticated");
});

test("opens one connection when the database reply is lost after the token was used up", async () => {
  const w = await world();
  const raw = await issued(w);
  let writes = 0;
  const lossy = (statement: D1PreparedStatement): object => ({
    bind: (...params: unknown[]) => lossy(statement.bind(...params)),
    async all() {
      const answer = await statement.all();
      if ((writes += 1) === 1) throw new Error("D1_ERROR: Network connection lost.");
      return answer;
    },
  });
  const DB = { prepare: (text: string) => lossy(env.DB.prepare(text)) };
  expect(await consume(raw, depsAt(0, { DB }))).toMatchObject({ userId: w.ids.olivia });
  expect(writes).toBe(2);
  expect(await consume(raw)).toBe("unauthenticated");
});

test("limits a user to 60 socket tokens a minute", async () => {
  const w = await world();
  const headers = { Authorization: `Bearer ${w.session("edna")}` };
  const answers = await Promise.all(
    Array.from({ length: 62 }, () =>
      callWith({ RATE_LIMIT_SCALE: "1" }, requestTo("/api/auth/socket-token", { headers })),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
});
