/** Signing in with a passkey: a challenge for anyone, and a response that proves the user's identity. */
import type { LocatedClient } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { guard } from "../../../db/sql.ts";
import { sha256 } from "../../../platform/tokens.ts";
import { exempt, writeOneExempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import { registerIfNamed } from "../devices/register.ts";
import type { SignedIn, User } from "../session/contract.ts";
import { beginSession, findUser, toSignedIn, userById, type SignIn } from "../session/sign-in.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { requireLimits } from "../../../rate-limits/service.ts";
import { isWellFormed, verifyAssertion } from "./ceremony.ts";
import { consumingChallenge, newChallenge } from "./challenge.ts";
import type { AuthenticatePasskey } from "./contract.ts";
import type { PasskeyFailure } from "../../../rpc/account-lockout.ts";
import { recordFailure } from "./lockout.ts";
import { CHALLENGE_LIFETIME, isValidChallenge, isValidCounter, isLocked, secondsUntil } from "./rules.ts";
import { webauthn } from "./webauthn.ts";
import * as store from "./store.ts";

/** Programs have no cookie and get the hash of the empty string: whoever has the challenge's id may answer it. */
const boundTo = (binding: string | null): string => sha256(binding ?? "");

/** Options that name no passkey and are the same for everyone: the authenticator finds one for this domain (WebAuthn §5.5). */
export async function createSignInOptions(deps: Deps, binding: string | null) {
  const challenge = newChallenge(deps, "authenticate", boundTo(binding), null);
  await writeOneExempt(deps.db, exempt.signIn, challenge.insert);
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: deps.config.webauthnRpId,
    challenge: challenge.bytes,
    timeout: CHALLENGE_LIFETIME,
    userVerification: "required",
  });
  return { options: { ...options, allowCredentials: [] }, challengeId: challenge.id };
}

type SignInAttempt = AuthenticatePasskey & {
  /** The browser's binding cookie; null if there is none. */
  readonly binding: string | null;
  /** Whether a browser makes the call; browsers always have the cookie. */
  readonly isBrowser: boolean;
  readonly presentedSession: string | null;
  readonly client: LocatedClient;
};

type PasskeySignIn = { readonly signedIn: SignedIn; readonly sessionToken: string };

/**
 * Throws `passkey_invalid` for any invalid response, whether or not the account exists or is locked; only a passkey
 * that proves its owner gets `account_locked` or `account_suspended`.
 */
export async function signIn(deps: Deps, attempt: SignInAttempt): Promise<PasskeySignIn> {
  const { response, challengeId } = attempt;
  const claimId = deps.newId();
  const [challenge, holder] = await consumingChallenge(() =>
    commit(deps, exempt.signIn, {
      queries: [store.consumeChallenge(challengeId, claimId, deps.now), store.findPasskeyOwner(response.id)],
    }),
  );
  const isStray = attempt.isBrowser && attempt.binding === null;
  if (isStray || !challenge || !isValidChallenge(challenge, "authenticate", boundTo(attempt.binding), deps.now)) {
    return rejectAttempt(deps, attempt, null, "challenge");
  }
  if (!(await isWellFormed(response))) return rejectAttempt(deps, attempt, null, "malformed");
  if (!holder) {
    await limitFailures(deps, attempt, `credential ${response.id}`);
    return rejectAttempt(deps, attempt, null, "unknown");
  }
  const asserted = await verifyAssertion(deps.config, challenge.challenge, holder, response);
  if (!asserted.ok) return failAttempt(deps, attempt, holder, asserted.reason);
  return completeSignIn(deps, attempt, holder, asserted, ROUNDS);
}

/** How often to retry if something changes between the check and the commit. */
const ROUNDS = 3;

type VerifiedAssertion = { readonly counter: number; readonly backedUp: boolean };

/** The signature is valid: this is the passkey's owner, or somebody with a copy of it. */
async function completeSignIn(
  deps: Deps,
  attempt: SignInAttempt,
  holder: store.PasskeyOwner,
  proof: VerifiedAssertion,
  rounds: number,
): Promise<PasskeySignIn> {
  if (!isValidCounter(holder.counter, proof.counter)) return failAttempt(deps, attempt, holder, "counter");
  if (holder.suspendedAt !== null) return rejectAttempt(deps, attempt, holder, "suspended");
  if (isLocked(holder, deps.now)) return rejectAttempt(deps, attempt, holder, "locked");
  const session = beginSessionFor(deps, attempt, holder);
  let user: User | null;
  try {
    const results = await commit(deps, exempt.signIn, {
      queries: [
        guard(store.canSignIn(holder, deps.now)),
        store.usePasskey(holder.credentialId, proof.counter, proof.backedUp, deps.now),
        ...session.queries,
        findUser(userById(holder.userId)),
      ],
      jobs: session.jobs,
    });
    user = results.at(-1) as User | null; // result of the last query
  } catch (error) {
    if (error instanceof GuardFailed) return retryWithOwner(deps, attempt, holder, proof, rounds - 1);
    // The response may have been lost after the commit; then the session exists.
    const [isBorn, owner] = await deps.db.batch([
      store.userHasSession(session.sessionId, holder.userId),
      findUser(userById(holder.userId)),
    ]);
    if (!isBorn) throw error;
    user = owner;
  }
  if (!user) throw invalidPasskey();
  flushOutbox(deps, true, []);
  const keepsCookie = (attempt.platform ?? "web") === "web";
  const signedIn = toSignedIn(deps, session, user, false, keepsCookie);
  return { signedIn, sessionToken: session.sessionToken };
}

function beginSessionFor(deps: Deps, attempt: SignInAttempt, { userId, email }: store.PasskeyOwner): SignIn {
  const user = userById(userId);
  const { client, deviceId, deviceName, platform, presentedSession } = attempt;
  const sessionId = deps.newId();
  return beginSession(deps, {
    sessionId,
    user,
    userId,
    email,
    method: "passkey",
    client,
    presentedSession,
    registration: registerIfNamed(deps, {
      user,
      userId,
      claim: { deviceId, deviceName, platform },
      client,
      session: { id: sessionId },
    }),
  });
}

/** Between the check and the commit, the passkey was used or removed, or the account was locked, suspended or signed out. */
async function retryWithOwner(
  deps: Deps,
  attempt: SignInAttempt,
  before: store.PasskeyOwner,
  proof: VerifiedAssertion,
  rounds: number,
): Promise<PasskeySignIn> {
  const now = await deps.db.one(store.findPasskeyOwner(before.credentialId));
  if (!now || now.publicKey !== before.publicKey || now.epoch !== before.epoch) {
    return rejectAttempt(deps, attempt, now, "ended");
  }
  if (rounds === 0)
    throw new AppError("unavailable", "This passkey is being used elsewhere at the same time. Try again.");
  return completeSignIn(deps, attempt, now, proof, rounds);
}

/** A well-formed response for a known passkey that fails verification: it counts against the account. */
async function failAttempt(
  deps: Deps,
  attempt: SignInAttempt,
  holder: store.PasskeyOwner,
  reason: PasskeyFailure["reason"],
): Promise<never> {
  await limitFailures(deps, attempt, holder.userId);
  const { challengeId, client } = attempt;
  const { userId, email, passkeyId, credentialId } = holder;
  await recordFailure(deps, { challengeId, userId, email, passkeyId, credentialId, reason, client, now: deps.now });
  throw invalidPasskey();
}

/**
 * Only failures count towards the limit, so that other people's attempts never lock out the owner. Unknown passkeys
 * have their own limit, so that known and unknown ones always get the same responses.
 */
async function limitFailures(deps: Deps, { client }: SignInAttempt, value: string): Promise<void> {
  await requireLimits(deps, [{ rule: LIMIT_RULES.passkeySigninByAccount, value }], { userId: null, client });
}

type RejectionReason = "challenge" | "malformed" | "unknown" | "suspended" | "locked" | "ended";

/** A rejection that counts against no account; the audit log records the reason. */
async function rejectAttempt(
  deps: Deps,
  attempt: SignInAttempt,
  holder: store.PasskeyOwner | null,
  reason: RejectionReason,
): Promise<never> {
  const about = {
    by: { userId: holder?.userId ?? null, client: attempt.client },
    detail: { method: "passkey", reason },
    ...(holder && { email: holder.email, resource: { type: "passkey", id: holder.passkeyId } }),
  };
  const note: AuditNote =
    reason === "locked"
      ? { ...about, kind: "lockout.reject", outcome: "refused" }
      : { ...about, kind: "auth.login.fail", outcome: "fail" };
  await commit(deps, exempt.record, { queries: [], notes: [note] });
  const lockedUntil = holder?.lockedUntil ?? null;
  if (reason === "locked" && lockedUntil !== null) {
    throw new AppError(
      "account_locked",
      "This account's passkeys are temporarily locked after too many failed attempts. You can sign in now with an emailed link.",
      { retryAfter: secondsUntil(lockedUntil, deps.now) },
    );
  }
  if (reason === "suspended") {
    throw new AppError("account_suspended", "This account is suspended. Contact an administrator of this service.");
  }
  throw invalidPasskey();
}

const invalidPasskey = (): AppError =>
  new AppError(
    "passkey_invalid",
    "This passkey could not be used to sign in. Try again, or request a sign-in link by email.",
  );
