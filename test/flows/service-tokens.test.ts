/** A service token allows one call to one service, and nothing else. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { issueServiceToken, verifyServiceToken } from "../../src/features/auth/tokens/service-tokens/service.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { entriesOf } from "../security/audit.ts";
import { freshId } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const depsAt = (ms = 0, variables: object = {}): Deps =>
  createDeps({ ...env, ...variables }, createExecutionContext(), Date.now() + ms);

const callTo = (audience = freshId("indexer")) => ({
  audience,
  resource: { type: "file", id: "file-1" },
  action: "read",
});
type Call = ReturnType<typeof callTo>;

const verify = (raw: string, call: Call, deps = depsAt()): Promise<string> =>
  verifyServiceToken(deps, raw, call).then(
    () => "good",
    (error: unknown) => (error as { code: string }).code, // an AppError has one
  );

test("accepts a token once for its intended call, and stores only its hash", async () => {
  const call = callTo();
  const raw = await issueServiceToken(depsAt(), call);
  expect(raw).toMatch(/^svc_[\w-]{43}$/);
  const row = await d1`select * from service_tokens where token_hash = ${hashToken("service", raw)}`.first();
  expect(row).toMatchObject({ audience: call.audience, resource_type: "file", resource_id: "file-1", action: "read" });
  expect(JSON.stringify(row)).not.toContain(raw.slice(4));
  expect([await verify(raw, call), await verify(raw, call)]).toEqual(["good", "unauthenticated"]);
});

test("accepts one of 100 concurrent uses of a token", async () => {
  const call = callTo();
  const raw = await issueServiceToken(depsAt(), call);
  const answers = await Promise.all(Array.from({ length: 100 }, () => verify(raw, call)));
  expect(answers.filter((answer) => answer === "good")).toHaveLength(1);
});

test("expires a token after 60 seconds", async () => {
  const call = callTo();
  const [young, old] = [await issueServiceToken(depsAt(), call), await issueServiceToken(depsAt(), call)];
  expect(await verify(young, call, depsAt(59_000))).toBe("good");
  expect(await verify(old, call, depsAt(60_001))).toBe("unauthenticated");
});

test.each<[string, (call: Call) => Call]>([
  ["audience", (call) => ({ ...call, audience: "mailer" })],
  ["resource type", (call) => ({ ...call, resource: { ...call.resource, type: "page" } })],
  ["resource", (call) => ({ ...call, resource: { ...call.resource, id: "file-2" } })],
  ["action", (call) => ({ ...call, action: "write" })],
])("rejects and uses up a token shown for another %s, and writes one audit entry", async (_, other) => {
  const call = callTo();
  const raw = await issueServiceToken(depsAt(), call);
  const context = createExecutionContext();
  const deps = createDeps(env, context);
  expect(await verify(raw, other(call), deps)).toBe("unauthenticated");
  expect(await verify(raw, other(call), deps)).toBe("unauthenticated");
  expect(await verify(raw, call)).toBe("unauthenticated");
  await waitOnExecutionContext(context);
  const told = await entriesOf("token.use_revoked", ({ entry }) => entry.d["audience"] === call.audience);
  expect(told.map(({ entry }) => [entry.outcome, entry.d["token"]])).toEqual([["refused", "service"]]);
});

test("accepts a call once when the database reply is lost after the token was used up", async () => {
  const call = callTo();
  const raw = await issueServiceToken(depsAt(), call);
  let reads = 0;
  const lossy = (statement: D1PreparedStatement): object => ({
    bind: (...params: unknown[]) => lossy(statement.bind(...params)),
    async all() {
      const answer = await statement.all();
      if ((reads += 1) === 1) throw new Error("D1_ERROR: Network connection lost.");
      return answer;
    },
  });
  const DB = { prepare: (text: string) => lossy(env.DB.prepare(text)) };
  expect(await verify(raw, call, depsAt(0, { DB }))).toBe("good");
  expect(await verify(raw, call)).toBe("unauthenticated");
});
