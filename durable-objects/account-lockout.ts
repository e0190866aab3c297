/**
 * One object per user: serializes failed passkey attempts of an account, and stores each in D1 before its sender gets a
 * response.
 */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../src/composition.ts";
import { writeFailure } from "../src/features/auth/index.ts";
import type { AccountLockoutRpc, PasskeyFailure } from "../src/rpc/account-lockout.ts";

/** Has no state of its own: the count is in the user's row, where every sign-in method clears it. */
export class AccountLockout extends DurableObject<Env> implements AccountLockoutRpc {
  #turn: Promise<unknown> = Promise.resolve();

  recordFailure(failure: PasskeyFailure): Promise<void> {
    const turn = this.#turn.then(() => writeFailure(createDeps(this.env, this.ctx, failure.now), failure));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
