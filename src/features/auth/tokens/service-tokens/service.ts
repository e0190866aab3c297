/** Tokens for one call between our services. Never put one into a queue: it expires within a minute. */
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

/** Issues a raw token, valid for this call within a minute. It is not audited: callers record the calls themselves. */
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
 * Consumes the token and returns if it was issued for this call; otherwise throws `unauthenticated`. A token presented
 * for another call is consumed as well: whoever received it could otherwise still use it where it is valid.
 */
export async function verifyServiceToken(deps: Deps, raw: string, call: ServiceCall): Promise<void> {
  if (!isToken("service", raw)) throw unauthenticated();
  const claim = { tokenHash: hashToken("service", raw), claimId: deps.newId() };
  const meant = await writeOneExempt(
    deps.db,
    exempt.signIn,
    store.consumeServiceToken({ ...claim, now: deps.now }),
  ).catch((error: unknown) => {
    // The response may have been lost after the write; the claim id shows whether it was.
    if (error instanceof AppError) return deps.db.one(store.findClaimedServiceToken(claim));
    throw error;
  });
  if (!meant) throw unauthenticated();
  if (isSameCall(meant, call)) return;
  // Recorded at most once per token, because it is now used up: nobody can flood the log with it.
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
