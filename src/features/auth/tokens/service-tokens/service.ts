/** Tokens for one call from one of our services to another. Never put one into a queue: it would outlive its minute. */
import type { Client } from "../../../../kernel/caller.ts";
import { MINUTE } from "../../../../kernel/clock.ts";
import { AppError, unauthenticated } from "../../../../kernel/errors.ts";
import type { Deps } from "../../../../deps.ts";
import { hashToken, isToken, makeToken } from "../../../../platform/tokens.ts";
import { exempt, writeOneExempt } from "../../../../permissions/exempt.ts";
import { commit } from "../../../../commit/commit.ts";
import { isSameCall, type ServiceCall } from "./rules.ts";
import * as store from "./store.ts";

/** In ms. */
const LIFETIME = MINUTE;
const NOBODY: Client = { ip: "", userAgent: "" };

/** The raw token, good for this very call within a minute. Calls are told of by anyone who makes them, not by their tokens. */
export async function issueServiceToken(deps: Pick<Deps, "db" | "now" | "random">, call: ServiceCall): Promise<string> {
  const token = makeToken("service", deps.random);
  const tokenHash = hashToken("service", token);
  await writeOneExempt(
    deps.db,
    exempt.signIn,
    store.insertServiceToken({ ...call, tokenHash, now: deps.now, expiresAt: deps.now + LIFETIME }),
  );
  return token;
}

/**
 * Uses the token up and returns if it was made for this call; else throws `unauthenticated`. A token shown for something
 * else is used up as well: the person who got to see it there could otherwise still use it where it is good.
 */
export async function verifyServiceToken(deps: Deps, raw: string, call: ServiceCall): Promise<void> {
  if (!isToken("service", raw)) throw unauthenticated();
  const claim = { tokenHash: hashToken("service", raw), claimId: deps.newId() };
  const meant = await writeOneExempt(
    deps.db,
    exempt.signIn,
    store.consumeServiceToken({ ...claim, now: deps.now }),
  ).catch((error: unknown) => {
    // The reply may have been lost after the write: the claim id tells.
    if (error instanceof AppError) return deps.db.one(store.findClaimedServiceToken(claim));
    throw error;
  });
  if (!meant) throw unauthenticated();
  if (isSameCall(meant, call)) return;
  // Once a token, for it is used up: nobody can write the log with it.
  await commit(deps, exempt.record, {
    queries: [],
    notes: [
      {
        kind: "token.use_revoked",
        outcome: "refused",
        by: { userId: null, client: NOBODY },
        detail: { token: "service", audience: meant.audience, presentedTo: call.audience, action: meant.action },
      },
    ],
  });
  throw unauthenticated();
}
