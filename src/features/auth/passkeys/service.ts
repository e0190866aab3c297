/** A user's own passkeys: list, register, remove. Registering and removing require a recent sign-in. */
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { toIso } from "../../../kernel/clock.ts";
import { AppError, notFound, unauthenticated } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed, UniqueViolation } from "../../../platform/db.ts";
import { guard } from "../../../db/sql.ts";
import { authenticate, authenticateAndWrite, type AuthDeps } from "../../../permissions/authenticate.ts";
import { allowAccount, authorizeAccount } from "../../../permissions/authorize-account.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { clientDataOf, verifyAttestation } from "./ceremony.ts";
import { webauthn } from "./webauthn.ts";
import { consumingChallenge, idOfChallenge, newChallenge } from "./challenge.ts";
import type { Passkey, RegisterPasskey } from "./contract.ts";
import { PASSKEY_ALGORITHMS, CHALLENGE_LIFETIME, MAX_PASSKEYS, isValidChallenge } from "./rules.ts";
import * as store from "./store.ts";

const HANDLE_BYTES = 32;

export async function listPasskeys(deps: AuthDeps, caller: Caller): Promise<Passkey[]> {
  const { results } = await authenticate(deps, caller, [store.listPasskeys(caller)]);
  return results[0];
}

/**
 * Options for creating a passkey: discoverable, with user verification (WebAuthn §5.4). All passkeys of a user share
 * one random handle. Throws `step_up_required`, `too_many_passkeys`.
 */
export async function createRegistrationOptions(
  deps: Deps,
  caller: Caller,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const [allowed, known, address] = await authorizeAccount(deps, caller, "addPasskey", [
    store.listCredentials(caller),
    store.findAddress(caller),
  ]);
  if (!address) throw notFound("This account");
  if (known.length >= MAX_PASSKEYS) throw tooMany();
  const userHandle = known[0]?.userHandle ?? Buffer.from(deps.random(HANDLE_BYTES)).toString("base64url");
  const challenge = newChallenge(deps, "register", caller.tokenHash, userHandle);
  await commit(deps, allowed, { queries: [challenge.insert] });
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: "Octavo",
    rpID: deps.config.webauthnRpId,
    userName: address.email,
    userDisplayName: address.name,
    userID: new Uint8Array(Buffer.from(userHandle, "base64url")),
    challenge: challenge.bytes,
    timeout: CHALLENGE_LIFETIME,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  });
}

/**
 * Stores a new passkey. Throws `challenge_invalid` if the response matches no challenge of this session,
 * `verification_failed` if it is invalid, `passkey_exists` for a credential already registered, `too_many_passkeys`.
 */
export async function registerPasskey(deps: Deps, caller: Caller, asked: RegisterPasskey): Promise<Passkey> {
  const challengeId = idOfChallenge(clientDataOf(asked.response)?.challenge ?? "");
  const claimId = deps.newId();
  const { by, results } = await consumingChallenge(() =>
    authenticateAndWrite(deps, caller, exempt.signIn, [
      store.consumeChallenge(challengeId, claimId, deps.now),
      store.listCredentials(caller),
      store.findAddress(caller),
    ]),
  );
  const [challenge, known, address] = results;
  const allowed = allowAccount(by, "addPasskey");
  const { actor } = allowed;
  if (
    !challenge ||
    !isValidChallenge(challenge, "register", caller.tokenHash, deps.now) ||
    challenge.userHandle === null
  ) {
    throw new AppError(
      "challenge_invalid",
      "The challenge has expired or was already used. Start adding the passkey again.",
    );
  }
  const attested = await verifyAttestation(deps.config, challenge.challenge, asked.response);
  if (!attested) {
    throw new AppError("verification_failed", "The passkey could not be verified, so it was not added.");
  }
  if (known.length >= MAX_PASSKEYS) throw tooMany();
  const id = deps.newId();
  const name = asked.name ?? "Passkey";
  const row = {
    ...attested,
    id,
    userId: actor.userId,
    userHandle: challenge.userHandle,
    transports: asked.response.response.transports,
    name,
    originSession: actor.credentialId,
    now: deps.now,
  };
  const canRegister = store.canRegister(actor.userId, challenge.userHandle, MAX_PASSKEYS);
  await commit(deps, allowed, {
    queries: [guard(canRegister), store.insertPasskey(row)],
    notes: [{ ...noteAbout(actor, id, name, address?.email), kind: "passkey.add" }],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId: actor.userId, notice: "passkey_added" }],
  }).catch((error: unknown) => refuseRegistration(deps, caller, error));
  const { deviceType, backedUp } = attested;
  return { id, name, deviceType, backedUp, createdAt: toIso(deps.now), lastUsedAt: null, cloneSuspectedAt: null };
}

/** The passkey is rejected from now on. Even the last one may be removed: signing in by mail is always possible. */
export async function removePasskey(deps: Deps, caller: Caller, id: string): Promise<void> {
  const [allowed, passkey, address] = await authorizeAccount(deps, caller, "deletePasskey", [
    store.findPasskey(caller, id),
    store.findAddress(caller),
  ]);
  if (!passkey) throw notFound("This passkey");
  const { actor } = allowed;
  await commit(deps, allowed, {
    queries: [store.deletePasskey(actor.userId, id)],
    notes: [{ ...noteAbout(actor, id, passkey.name, address?.email), kind: "passkey.remove" }],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId: actor.userId, notice: "passkey_removed" }],
  }).catch((error: unknown) => {
    // This commit has no guard but that the session is still valid.
    throw error instanceof GuardFailed ? unauthenticated() : error;
  });
}

const tooMany = (): AppError =>
  new AppError("too_many_passkeys", `You have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`);

const noteAbout = (actor: Actor, id: string, name: string, email: string | undefined) => ({
  by: actor,
  resource: { type: "passkey", id },
  detail: { name },
  ...(email !== undefined && { email }),
});

/** Explains why the commit failed: the credential is already registered, or something changed since it was checked. */
async function refuseRegistration(deps: AuthDeps, caller: Caller, error: unknown): Promise<never> {
  if (error instanceof UniqueViolation && error.constraint.includes("passkeys.credential_id")) {
    throw new AppError("passkey_exists", "This passkey is already in use.");
  }
  if (!(error instanceof GuardFailed)) throw error;
  const { results } = await authenticate(deps, caller, [store.listCredentials(caller)]);
  throw results[0].length >= MAX_PASSKEYS ? tooMany() : error;
}
