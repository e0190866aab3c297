/** What the object that counts failed passkeys is asked. */
import type { Client } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";

/** A failed passkey of a known account. */
export type PasskeyFailure = {
  /** The challenge that was answered: a failure is counted once for it, however often it is reported. */
  readonly challengeId: string;
  readonly userId: string;
  readonly email: string;
  readonly passkeyId: string;
  readonly credentialId: string;
  readonly reason: "framed" | "user_handle" | "assertion" | "backup_eligibility" | "counter";
  readonly client: Client;
  readonly now: Instant;
};

/** The object of one account. */
export interface AccountLockoutRpc {
  recordFailure(failure: PasskeyFailure): Promise<void>;
}
