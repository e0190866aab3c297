/** From a verified identity to a session: finds, links or creates the account, and commits the sign-in. */
import type { LocatedClient } from "../../../kernel/caller.ts";
import type { Job } from "../../../kernel/job.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed, UniqueViolation, retryOn } from "../../../platform/db.ts";
import { FALSE, guard, type Query, type SQL, type AnyQuery } from "../../../db/sql.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { auditStatement, type AuditNote } from "../../../commit/audit-note.ts";
import { commit } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import { registerIfNamed } from "../devices/register.ts";
import type { Platform, User } from "../session/contract.ts";
import { claimInvitations, findClaimable } from "../../invitations/service.ts";
import { nameFromEmail } from "../session/rules.ts";
import { beginSession, newAccountStatements, findUser, userById, type SignIn } from "../session/sign-in.ts";
import { findRefusal } from "../../signup/statements.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { requireLimits } from "../../../rate-limits/service.ts";
import type { ProviderName } from "./contract.ts";
import type { Verified } from "./id-token.ts";
import type { NonceReading } from "./nonce.ts";
import { ProviderRejection } from "./errors.ts";
import { decideSignIn, type SignInDecision } from "./rules.ts";
import * as store from "./store.ts";

export type DeviceClaim = {
  readonly deviceId?: string | undefined;
  readonly deviceName?: string | undefined;
  readonly platform?: Platform | undefined;
};

type VerifiedSignIn = {
  readonly provider: ProviderName;
  readonly issuer: string;
  readonly verified: Verified;
  /** Name of a new account, if known. */
  readonly name: string | null;
  readonly client: LocatedClient;
  readonly presentedSession: string | null;
  /** Hash of the token of the sign-up link that the user has opened, if any. */
  readonly signUpHash: string | null;
  readonly device?: DeviceClaim;
  /** A nonce in the token that we issued; like the token, it is valid once. */
  readonly nonce?: NonceReading | null;
  /** Further audit notes to record if the sign-in succeeds. */
  readonly notes?: readonly AuditNote[];
};

type ProviderSignIn = { readonly signIn: SignIn; readonly user: User; readonly isNewUser: boolean };

/** Attempts to decide again if the accounts involved have changed. */
const ATTEMPTS = 3;

/** Throws ProviderRejection, or AppError if a limit is reached or the database fails. Nothing is written then. */
export const signInVerified = (deps: Deps, request: VerifiedSignIn): Promise<ProviderSignIn> =>
  retryOn(GuardFailed, ATTEMPTS, async () => {
    const decision = await resolveAccount(deps, request);
    return commitSignIn(deps, request, decision).catch(async (error: unknown) => {
      if (error instanceof GuardFailed && decision.kind === "new") await requireSignUp(deps, request, decision.email);
      throw isUsedMeanwhile(error) ? new ProviderRejection("token_invalid", "token_reused") : error;
    });
  });

/** Throws if no account can be created for the address. */
async function requireSignUp(
  { config, db, now }: Pick<Deps, "config" | "db" | "now">,
  { signUpHash }: Pick<VerifiedSignIn, "signUpHash">,
  email: string,
): Promise<void> {
  const refusal = await db.one(findRefusal(config, { email, signUpHash, now }, FALSE));
  if (refusal !== null) throw new ProviderRejection(refusal, refusal, { email });
}

type AcceptedDecision = Exclude<SignInDecision, { kind: "refuse" }>;

async function resolveAccount(
  deps: Deps,
  { verified, issuer, client, nonce }: VerifiedSignIn,
): Promise<AcceptedDecision> {
  const { email, emailVerified, subject, tokenHash } = verified;
  const [known, spent, holder, isNonceSpent] = await deps.db.batch([
    store.findByIdentity({ issuer, subject }),
    store.isTokenUsed(tokenHash),
    store.findByEmail(email ?? ""),
    ...(nonce ? [store.isTokenUsed(nonce.hash)] : []),
  ]);
  if (isNonceSpent && !spent) throw new ProviderRejection("token_invalid", "nonce_reused");
  const decision = decideSignIn({ email, emailVerified }, { known, holder, spent });
  if (decision.kind === "refuse")
    throw new ProviderRejection(decision.code, decision.reason, { userId: decision.account?.userId ?? null, email });
  if (decision.kind === "new") {
    const by = { userId: null, client };
    await requireLimits(deps, [{ rule: LIMIT_RULES.accountCreateByIp, value: client.ip }], by);
  }
  return decision;
}

/** One transaction: the decision is still valid, the token is marked as used, and identity, user and session are written. */
async function commitSignIn(deps: Deps, request: VerifiedSignIn, decision: AcceptedDecision): Promise<ProviderSignIn> {
  const { provider, verified, client, presentedSession, device = {}, nonce, notes = [] } = request;
  const isNewUser = decision.kind === "new";
  const userId = decision.kind === "new" ? deps.newId() : decision.account.userId;
  const email = decision.kind === "new" ? decision.email : decision.account.loginEmail;
  const user = userById(userId);
  const claimId = deps.newId();
  const sessionId = deps.newId();
  const signIn = beginSession(deps, {
    sessionId,
    user,
    userId,
    email,
    method: provider,
    client,
    presentedSession,
    registration: registerIfNamed(deps, { user, userId, claim: device, client, session: { id: sessionId } }),
  });
  const writes = [
    guard(conditionOf(request, decision)),
    store.markTokenUsed(verified.tokenHash, verified.expiresAt, claimId),
    ...(nonce ? [store.markTokenUsed(nonce.hash, nonce.expiresAt, claimId)] : []),
    ...(isNewUser
      ? newAccountStatements(deps, {
          userId,
          email,
          name: request.name ?? nameFromEmail(email),
          signUpHash: request.signUpHash,
        })
      : []),
    ...identityRows(deps, request, decision, userId),
    ...signIn.queries,
    ...notes.map((note) => auditStatement(deps, note)),
  ];
  const written = await writeOnce(
    deps,
    { writes, jobs: signIn.jobs },
    findUser(user),
    store.wasTokenUsedBy(verified.tokenHash, claimId),
  );
  flushOutbox(deps, true, []);
  if (!written) throw new Error("The signed-in user does not exist");
  await claimInvitations(deps, await deps.db.one(findClaimable(deps, email)), client);
  return { signIn, user: written, isNewUser };
}

/** Runs the writes and reads their result. If the response was lost after the commit, reads it again. */
async function writeOnce<T>(
  deps: Deps,
  { writes, jobs }: { readonly writes: readonly AnyQuery<unknown>[]; readonly jobs: readonly Job[] },
  after: Query<T>,
  wasWritten: Query<boolean>,
): Promise<T> {
  try {
    const results = await commit(deps, exempt.signIn, { queries: [...writes, after], jobs });
    return results.at(-1) as T; // result of the last query
  } catch (error) {
    if (error instanceof GuardFailed || error instanceof UniqueViolation) throw error;
    const [isOurs, found] = await deps.db.batch([wasWritten, after]);
    if (!isOurs) throw error;
    return found;
  }
}

function conditionOf({ issuer, verified: { subject } }: VerifiedSignIn, decision: AcceptedDecision): SQL {
  const identity = { issuer, subject };
  switch (decision.kind) {
    case "known":
      return store.identityIsUnchanged(identity, decision.account.userId);
    case "link":
      return store.ownerIsUnchanged(identity, decision.account.userId, decision.account.loginEmail);
    case "new":
      return store.accountIsAbsent(identity, decision.email);
  }
}

/** Rows for an identity that was unknown so far. */
function identityRows(
  deps: Deps,
  request: VerifiedSignIn,
  decision: AcceptedDecision,
  userId: string,
): AnyQuery<unknown>[] {
  const { provider, issuer, verified, client } = request;
  if (decision.kind === "known") return [];
  const email = decision.kind === "new" ? decision.email : decision.account.loginEmail;
  const identity = store.insertIdentity({ issuer, subject: verified.subject, userId, provider, email, now: deps.now });
  if (decision.kind === "new")
    return [identity, ...(provider === "providera" ? [store.markCreatedByProviderA(userId)] : [])];
  return [identity, auditStatement(deps, { kind: "oauth.link", by: { userId, client }, email, detail: { provider } })];
}

/** Another request has used the same token or nonce. */
const isUsedMeanwhile = (error: unknown): boolean =>
  error instanceof UniqueViolation && error.constraint.startsWith("spent_id_tokens");
