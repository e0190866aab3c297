/** One object a user: failed passkeys of an account take turns here, and each is in D1 before its sender is answered. */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../src/composition.ts";
import { writeFailure } from "../src/features/auth/index.ts";
import type { AccountLockoutRpc, PasskeyFailure } from "../src/rpc/account-lockout.ts";

/** It keeps nothing itself: the count is in the user's row, where every sign-in method clears it. */
export class AccountLockout extends DurableObject<Env> implements AccountLockoutRpc {
  #turn: Promise<unknown> = Promise.resolve();

  recordFailure(failure: PasskeyFailure): Promise<void> {
    const turn = this.#turn.then(() => writeFailure(createDeps(this.env, this.ctx, failure.now), failure));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
