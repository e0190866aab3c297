/** Interface of the Durable Object that counts failed passkeys. */
import type { Client } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";

/** A failed passkey sign-in of a known account. */
export type PasskeyFailure = {
  /** The challenge that was answered. A failure is counted once per challenge, however often it is reported. */
  readonly challengeId: string;
  readonly userId: string;
  readonly email: string;
  readonly passkeyId: string;
  readonly credentialId: string;
  readonly reason: "framed" | "user_handle" | "assertion" | "backup_eligibility" | "counter";
  readonly client: Client;
  readonly now: Instant;
};

/** The Durable Object of one account. */
export interface AccountLockoutRpc {
  recordFailure(failure: PasskeyFailure): Promise<void>;
}
