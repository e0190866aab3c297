/** Shared by all sign-in methods: the statements for the batch that proves the sign-in, and the client's response. */
import type { Client } from "../../../kernel/caller.ts";
import type { Job } from "../../../kernel/job.ts";
import type { Deps } from "../../../deps.ts";
import { makeCsrfToken } from "../../../platform/csrf-token.ts";
import { hashToken, makeToken, sha256 } from "../../../platform/tokens.ts";
import { FALSE, guard, type AnyQuery, type SQL } from "../../../db/sql.ts";
import { auditStatement, auditStatementIf, type AuditNote } from "../../../commit/audit-note.ts";
import { insertPersonalDrive } from "../../drives/service.ts";
import { countAccount, mayCreateAccount } from "../../signup/statements.ts";
import type { SignedIn, User } from "./contract.ts";
import { moveOrigin } from "./origin-store.ts";
import * as store from "./store.ts";
import type { UserKey } from "./user-statements.ts";
import * as users from "./user-store.ts";

/**
 * The sign-in method, as named in sessions and the audit log. A device token does not prove the user's presence;
 * `device_low` is that of a device with low trust.
 */
type SignInMethod = "magic-link" | "passkey" | "providera" | "providerb" | "device" | "device_low";

/** A device that is registered along with the sign-in. */
export type DeviceRegistration = {
  readonly device: string;
  readonly deviceToken: string;
  readonly queries: readonly AnyQuery<unknown>[];
  /** Notifies the owner by mail. */
  readonly jobs: readonly Job[];
};

type SignInRequest = {
  /** Resolved when the batch runs; a new user's row is inserted before. */
  readonly user: UserKey;
  readonly userId: string;
  /** The proven address, by which configured administrators are recognized. */
  readonly email: string;
  readonly method: SignInMethod;
  readonly client: Client;
  /** Hash of the session that the browser had; it ends. */
  readonly presentedSession: string | null;
  readonly sessionId?: string;
  /** Whether the session counts as used from the start; false if a mail scanner may have opened the link. Defaults to true. */
  readonly claimed?: boolean;
  readonly registration?: DeviceRegistration | null;
  /** The device whose token creates this session, for the methods `device` and `device_low`. */
  readonly device?: string;
};

export type SignIn = {
  readonly sessionId: string;
  readonly sessionToken: string;
  readonly deviceToken: string | null;
  /** Session, end of lockout, role, audit entries; to be placed after the guard and the user's own row. */
  readonly queries: readonly AnyQuery<unknown>[];
  readonly jobs: readonly Job[];
};

/** The other sign-in method that `users.provider` records: email, provider A or both. */
const otherMethodOf = (method: SignInMethod): "email" | "providera" | null =>
  method === "magic-link" ? "providera" : method === "providera" ? "email" : null;

/** Maximum sessions per user; the least recently used ones make room for a new one. */
const MAX_SESSIONS = 200;

/** The key of `demoted_addresses`: an administrator's decision about an address overrides the configuration. */
export const hashAddress = (email: string): string => sha256(`octavo/demoted/v1\0${email}`);

/** When a browser signs in again, its new session replaces the old one. */
const replacedSession = { kind: "session.revoke", detail: { reason: "replaced" } } as const;

const evictedSession = { kind: "session.revoke", detail: { reason: "too_many" } } as const;

/** Creates a session without writing it: the caller's batch does that, together with the proof of the sign-in. */
export function beginSession(deps: Deps, request: SignInRequest): SignIn {
  const { user, userId, email, method, client } = request;
  const sessionId = request.sessionId ?? deps.newId();
  const sessionToken = makeToken("session", deps.random);
  const by = { userId, sessionId, client };
  const isPresent = method !== "device" && method !== "device_low";
  const notes: AuditNote[] = [
    ...(isPresent ? [{ kind: "auth.login.ok" as const, by, email, detail: { method } }] : []),
    { kind: "session.create", by, email, detail: { method } },
  ];
  const isAdmin = deps.config.adminEmails.has(email);
  const addressHash = hashAddress(email);
  const promotion: AuditNote = {
    kind: "role.change",
    by,
    subject: userId,
    email,
    detail: { role: "admin", by: "configuration" },
  };
  return {
    sessionId,
    sessionToken,
    jobs: request.registration?.jobs ?? [],
    deviceToken: request.registration?.deviceToken ?? null,
    queries: [
      ...(isPresent ? [auditStatementIf(deps, { kind: "lockout.clear", by, email }, users.hasLockout(user))] : []),
      ...(request.registration?.queries ?? []),
      store.insertSession({
        id: sessionId,
        tokenHash: hashToken("session", sessionToken),
        user,
        method,
        ip: client.ip,
        userAgent: client.userAgent,
        now: deps.now,
        expiresAt: deps.now + deps.config.sessionLifetimeMs,
        authTime: isPresent ? deps.now : 0,
        device: request.registration?.device ?? request.device ?? null,
        claimed: request.claimed ?? true,
      }),
      auditStatementIf(deps, { ...evictedSession, by }, store.hasMoreSessions(user, MAX_SESSIONS)),
      store.endIdleSessions(user, MAX_SESSIONS),
      // A device token does not prove the user's presence, so it ends no lockout.
      ...(isPresent && isAdmin ? [auditStatementIf(deps, promotion, users.isPromotable(user, addressHash))] : []),
      ...(isPresent
        ? [users.updateUserOnSignIn(user, { isAdmin, addressHash, otherMethod: otherMethodOf(method), now: deps.now })]
        : []),
      ...(request.presentedSession === null
        ? []
        : [
            auditStatementIf(deps, { ...replacedSession, by }, store.sessionExists(request.presentedSession)),
            ...moveOrigin(user, request.presentedSession, sessionId),
            store.deleteSessionByHash(request.presentedSession),
          ]),
      ...notes.map((note) => auditStatement(deps, note)),
    ],
  };
}

type NewAccount = {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** Hash of the token of the sign-up link that the user has opened, if any. */
  readonly signUpHash: string | null;
  /** Condition under which neither the sign-up policy nor the limit of users applies. */
  readonly permit?: SQL;
};

/**
 * The rows of a new account: the user and their first drive, after a guard that requires the sign-up policy and the limit
 * of users to allow it. Does nothing if the address was taken meanwhile. A configured administrator gets the role by
 * signing in, like everyone who has it from the configuration.
 */
export function newAccountStatements(
  deps: Pick<Deps, "config" | "newId" | "now">,
  { userId, email, name, signUpHash, permit = FALSE }: NewAccount,
): AnyQuery<unknown>[] {
  const { config, now } = deps;
  const applicant = { email, signUpHash, now };
  return [
    guard(mayCreateAccount(config, applicant, permit)),
    users.insertUser({ id: userId, email, name, now }),
    ...countAccount(config, userId, applicant),
    insertPersonalDrive(deps, userId),
  ];
}

/** The response of sign-ins by API call. Only non-browser clients get raw tokens in the body. */
export function toSignedIn(
  deps: Pick<Deps, "keys" | "now" | "random">,
  signIn: SignIn,
  user: User,
  isNewUser: boolean,
  isBrowser: boolean,
): SignedIn {
  const sessionHash = hashToken("session", signIn.sessionToken);
  return {
    user,
    csrfToken: makeCsrfToken(deps.keys, sessionHash, deps.now, deps.random).csrfToken,
    isNewUser,
    ...(!isBrowser && { sessionToken: signIn.sessionToken }),
    ...(signIn.deviceToken !== null && { deviceToken: signIn.deviceToken }),
  };
}

/** The user after the sign-in; goes after its queries. */
export { findUser } from "./user-store.ts";
export { userById } from "./user-statements.ts";
