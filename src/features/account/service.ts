/** Use cases of the account: name and address, profile, the nonexistent password, and resetting all credentials. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Job } from "../../kernel/job.ts";
import type { Deps } from "../../deps.ts";
import { UniqueViolation } from "../../platform/db.ts";
import { equalSecrets } from "../../platform/keys.ts";
import { requireMail } from "../../platform/mail.ts";
import { guard, type AnyQuery } from "../../db/sql.ts";
import { hashToken, sha256 } from "../../platform/tokens.ts";
import { authenticate, type Authenticated, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowAccount, authorizeAccount } from "../../permissions/authorize-account.ts";
import { exempt } from "../../permissions/exempt.ts";
import { commit } from "../../commit/commit.ts";
import type { AuditNote } from "../../commit/audit-note.ts";
import { revokeDevices, raiseEpoch, consumeLinksOf } from "../auth/session/statements.ts";
import type { User } from "../auth/session/contract.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { requireLimits } from "../../rate-limits/service.ts";
import { indexPerson } from "../people/statements.ts";
import type { ChangePassword, PatchAccount, PatchProfile, Profile } from "./contract.ts";
import { PROOF_LIFETIME, proofToken } from "./email-change.ts";
import * as emails from "./email-store.ts";
import * as store from "./store.ts";

export { openPicture } from "./avatar.ts";

/** The account for its settings page. */
export async function getAccount(deps: AuthDeps, caller: Caller): Promise<store.Account> {
  return (await loadAccount(deps, caller)).account;
}

export async function getProfile(deps: AuthDeps, caller: Caller): Promise<Profile> {
  return (await loadAccount(deps, caller)).account.profile;
}

/**
 * A new name takes effect at once. A new address is shown to its owner and mailed a link, even if it belongs to another
 * account: the response does not reveal that. Returning to the proven address cancels the change. Throws
 * `step_up_required` for a new address.
 */
export async function patchAccount(deps: Deps, caller: Caller, patch: PatchAccount): Promise<User> {
  const { by, account } = await loadAccount(deps, caller);
  const isNewAddress = patch.email !== undefined && patch.email !== account.loginEmail;
  const allowed = allowAccount(by, isNewAddress ? "changeEmail" : "editProfile");
  const user = { ...account.user, name: patch.name ?? account.user.name, email: patch.email ?? account.user.email };
  const asked = patch.email === undefined ? null : await requestProof(deps, allowed.actor, account, patch.email);
  await commit(deps, allowed, {
    queries: [
      guard(store.isAccountUnchanged(account)),
      ...(patch.name === undefined
        ? []
        : [store.updateName(user.id, patch.name, deps.now), ...indexPerson({ ...user, ...account.profile })]),
      ...(patch.email === undefined ? [] : [store.updateShownEmail(user.id, patch.email, deps.now)]),
      ...(asked?.queries ?? []),
    ],
    notes: asked?.notes ?? [],
    jobs: asked?.jobs ?? [],
  });
  return user;
}

type PendingChanges = { readonly queries: AnyQuery<unknown>[]; readonly notes: AuditNote[]; readonly jobs: Job[] };

async function requestProof(
  deps: Deps,
  actor: Actor,
  { loginEmail }: store.Account,
  email: string,
): Promise<PendingChanges> {
  const forget = emails.cancelPendingChanges(actor.userId, deps.now);
  if (email === loginEmail) return { queries: [forget], notes: [], jobs: [] };
  requireMail(deps.config);
  const { silenced: muted } = await requireLimits(
    deps,
    [
      { rule: LIMIT_RULES.accountEmailByUser, value: actor.userId },
      { rule: LIMIT_RULES.accountEmailByEmail, value: email },
    ],
    actor,
  );
  const id = deps.newId();
  const change = {
    id,
    tokenHash: hashToken("proof", proofToken(deps, id)),
    userId: actor.userId,
    email,
    muted,
    now: deps.now,
    expiresAt: deps.now + PROOF_LIFETIME,
  };
  return {
    queries: [forget, emails.insertChange(change)],
    notes: [{ kind: "account.email_change", by: actor, email, resource: { type: "email_change", id } }],
    jobs: [
      { id: deps.newId(), kind: "mail.email-proof", changeId: id },
      { id: deps.newId(), kind: "mail.notice", userId: actor.userId, notice: "email_changing", changeId: id },
    ],
  };
}

/** Throws `conflict` for a username that is taken. */
export async function patchProfile(deps: Deps, caller: Caller, patch: PatchProfile): Promise<Profile> {
  const { by, account } = await loadAccount(deps, caller);
  const { user, profile: before } = account;
  const profile: Profile = {
    username: patch.username === undefined ? before.username : patch.username,
    displayName: patch.displayName === undefined ? before.displayName : patch.displayName,
    bio: patch.bio ?? before.bio,
    discoverable: patch.discoverable ?? before.discoverable,
  };
  await commit(deps, allowAccount(by, "editProfile"), {
    queries: [
      guard(store.isAccountUnchanged(account)),
      store.updateProfile(user.id, profile, deps.now),
      ...indexPerson({ id: user.id, name: user.name, ...profile }),
    ],
  }).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? new AppError("conflict", "This username is taken.") : error;
  });
  return profile;
}

/** Matches no password's hash. */
const NO_PASSWORD = "-".repeat(43);

/** No account has a password, so the current one is always wrong: the work and the response are those for a wrong password. */
export async function changePassword(deps: Deps, caller: Caller, { currentPassword }: ChangePassword): Promise<never> {
  const { actor } = await authenticate(deps, caller, []);
  equalSecrets(sha256(currentPassword), NO_PASSWORD);
  await commit(deps, exempt.record, {
    queries: [],
    notes: [{ kind: "account.password_fail", outcome: "fail", by: actor }],
  });
  throw new AppError(
    "current_password_invalid",
    "The current password is incorrect. Octavo accounts have no passwords.",
  );
}

/**
 * For users who fear that others can sign in as them: ends every session (this one too), device, passkey, MCP token,
 * sign-in link and change of address at once. They sign in again by a mailed link. Throws `step_up_required`.
 */
export async function resetCredentials(deps: Deps, caller: Caller): Promise<void> {
  const [allowed, held] = await authorizeAccount(deps, caller, "resetAccount", [store.countCredentials(caller)]);
  const { actor } = allowed;
  const { userId } = actor;
  await commit(deps, allowed, {
    queries: [
      raiseEpoch(userId, deps.now),
      ...revokeDevices(store.devicesOf(userId), deps.now),
      store.deletePasskeys(userId),
      store.revokeTokens(userId, deps.now),
      consumeLinksOf(userId, deps.now),
      emails.cancelPendingChanges(userId, deps.now),
      store.resetUnprovenEmail(userId),
    ],
    notes: [
      { kind: "account.reset", by: actor, detail: { ...held } },
      { kind: "session.invalidate_all", by: actor, detail: { reason: "reset" } },
    ],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId, notice: "credentials_reset" }],
  });
}

async function loadAccount(deps: AuthDeps, caller: Caller): Promise<{ by: Authenticated; account: store.Account }> {
  const { by, results } = await authenticate(deps, caller, [store.findAccount(caller)]);
  const [account] = results;
  if (!account) throw notFound("This account");
  return { by, account };
}
