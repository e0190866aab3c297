/** One object a user: failed passkeys of an account take turns here, and each is in D1 before its sender is answered. */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../src/deps.ts";
import { writeFailure, type Failure } from "../src/features/passkeys/lockout.ts";

/** It keeps nothing itself: the count is in the user's row, where every way in clears it. */
export class AccountLockout extends DurableObject<Env> {
  #turn: Promise<unknown> = Promise.resolve();

  charge(failure: Failure): Promise<void> {
    const turn = this.#turn.then(() => writeFailure(createDeps(this.env, this.ctx, failure.now), failure));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}
