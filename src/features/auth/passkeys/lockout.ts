/** Counts failed passkey sign-ins per account, from any IP address, and locks the account's passkeys for a while. */
import { SECOND } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { guard } from "../../../db/sql.ts";
import { raceTimeout } from "../../../platform/timeout.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { auditStatement, auditStatementIf, type AuditNote } from "../../../commit/audit-note.ts";
import { commit } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import { detectFailedSignIns } from "../detection/observe.ts";
import * as store from "./lockout-store.ts";
import type { PasskeyFailure } from "../../../rpc/account-lockout.ts";

/** Timeout for the account's object; it only serializes failures of one account, so we can do without it. */
const TIMEOUT_MS = 10 * SECOND;

/** Counts a failure. Returns once it is in the user's row and the audit log. */
export async function recordFailure(deps: Deps, failure: PasskeyFailure): Promise<void> {
  try {
    await raceTimeout(deps.objects.accountLockout(failure.userId).recordFailure(failure), TIMEOUT_MS);
  } catch (error) {
    deps.log.warn("lockout.object_unavailable", { error });
    await writeFailure(deps, failure);
  }
  // The object only writes; everything after the response belongs to the request.
  flushOutbox(deps, true, []);
  detectFailedSignIns(deps, [failedSignIn(failure)]);
}

const about = ({ userId, email, passkeyId, client }: PasskeyFailure) => ({
  by: { userId, client },
  email,
  resource: { type: "passkey", id: passkeyId },
});

const failedSignIn = (failure: PasskeyFailure): AuditNote => ({
  ...about(failure),
  kind: "auth.login.fail",
  outcome: "fail",
  detail: { method: "passkey", reason: failure.reason },
});

/** The transaction: counts the failure, sets the lock when it is due, and writes the audit entries. */
export async function writeFailure(deps: Deps, failure: PasskeyFailure): Promise<void> {
  const { challengeId, userId, credentialId, reason, now } = failure;
  const reject: AuditNote = { ...failedSignIn(failure), kind: "lockout.reject", outcome: "refused" };
  const set: AuditNote = { ...about(failure), kind: "lockout.set", detail: { method: "passkey" } };
  const clone: AuditNote = { ...about(failure), kind: "passkey.clone", outcome: "fail" };
  try {
    await commit(deps, exempt.signIn, {
      queries: [
        guard(store.isFailureUncounted(challengeId)),
        store.markFailureCounted(challengeId, now),
        auditStatement(deps, failedSignIn(failure)),
        auditStatementIf(deps, reject, store.userIsLocked(userId, now)),
        auditStatementIf(deps, set, store.nextFailureLocks(userId)),
        store.countFailure(userId, now),
        ...(reason === "counter" ? [store.suspectClone(credentialId, now), auditStatement(deps, clone)] : []),
      ],
    });
  } catch (error) {
    // Already counted: the response to this same report was lost.
    if (!(error instanceof GuardFailed)) throw error;
  }
}
