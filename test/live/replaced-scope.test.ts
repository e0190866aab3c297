/** A recently replaced token gives a connection no wider scope than the new token. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { findLiveCredentials } from "../../src/features/live/statements.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

test("keeps the scope of a token that was replaced", async () => {
  const w = await world();
  const { id, raw } = await w.token("olivia", { drives: [w.drive] });
  const tokenHash = hashToken("mcp", raw);
  const deps = createDeps(env, { waitUntil: () => undefined });
  await d1`update mcp_tokens set replaced_hash = token_hash, token_hash = ${`${tokenHash}-next`}, replaced_until = ${deps.now + 30_000} where id = ${id}`.run();
  const found = await deps.db.one(findLiveCredentials([{ kind: "mcp", tokenHash }], deps.now, 0));
  expect(found).toEqual([{ tokenHash, scope: [w.drive] }]);
});
