/** A device token for a session and the next token: rotation with a grace, and what happens when it is not believed. */
import type { LocatedClient } from "../../../kernel/caller.ts";
import { HOUR, type Instant } from "../../../kernel/clock.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { equalSecrets } from "../../../platform/keys.ts";
import { guard, type AnyQuery } from "../../../db/sql.ts";
import { hashToken, isToken, tokenFrom } from "../../../platform/tokens.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { auditStatement, auditStatementIf, type AuditNote } from "../../../commit/audit-note.ts";
import { commit, type CommitRequest } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import { revokeDevices, userById } from "../session/statements.ts";
import type { Platform } from "../session/contract.ts";
import { beginSession, type SignIn } from "../session/sign-in.ts";
import type { LimitRule } from "../../../kernel/limit.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { requireLimits } from "../../../rate-limits/service.ts";
import { GRACE } from "./rules.ts";
import { deviceIsActive, lowerTrust } from "./store.ts";
import * as store from "./token-store.ts";
import { FULL_TRUST, MIN_TRUST, fingerprintOf, assessTrust, type TrustVerdict } from "./trust.ts";

type Subject = Pick<AuditNote, "by" | "resource">;

/** One entry an hour for each device that is over and goes on being refreshed. */
const LATE_USE: LimitRule = { name: "watch/late-use", dimension: "device", limit: 1, windowMs: HOUR, fixed: true };

type PresentedDeviceToken = {
  readonly deviceToken: string;
  readonly deviceId: string;
  /** What the client says it is; null where the route does not ask. */
  readonly platform: Platform | null;
  /** Hash of the session that the browser came with. A web device's new cookie takes its place, and it ends. */
  readonly session: string | null;
  readonly client: LocatedClient;
};

type RefreshedDevice = {
  readonly platform: Platform;
  readonly sessionToken: string;
  readonly sessionHash: string;
  readonly deviceToken: string;
  /** The score this use was judged by. */
  readonly trustScore: number;
  /** When the session ends. */
  readonly expiresAt: Instant;
};

/**
 * Exchanges a device token. Of all who present the same token within the grace, each gets a session of their own and all
 * get the same successor. Throws `device_invalid`, `device_mismatch`, `reauth_required` or `rate_limited`.
 */
export async function refresh(deps: Deps, presented: PresentedDeviceToken): Promise<RefreshedDevice> {
  const token = await requireDeviceToken(deps, presented);
  const verdict = assessTrust(
    {
      score: token.trustScore,
      fingerprint: token.fingerprint,
      lastUsedAt: token.lastUsedAt,
      lastRefreshAt: token.generation === 0 ? null : token.lastUsedAt,
    },
    { fingerprint: fingerprintOf(presented.client), now: deps.now, again: token.replacedAt !== null },
  );
  if (verdict.score < MIN_TRUST) return rejectUntrusted(deps, token, presented.client, verdict);
  const deviceToken = successorOf(deps, presented.deviceToken, token.salt);
  const signIn = beginSession(deps, {
    user: userById(token.userId),
    userId: token.userId,
    email: token.email,
    method: verdict.score < FULL_TRUST ? "device_low" : "device",
    client: presented.client,
    presentedSession: token.platform === "web" ? presented.session : null,
    device: token.device,
  });
  const sessionHash = hashToken("session", signIn.sessionToken);
  await rotateToken(deps, { held: token, verdict, deviceToken, signIn, sessionHash, client: presented.client });
  return {
    platform: token.platform,
    sessionToken: signIn.sessionToken,
    sessionHash,
    deviceToken,
    trustScore: verdict.score,
    expiresAt: deps.now + deps.config.sessionLifetimeMs,
  };
}

/** Nothing but the token itself, the row's salt and our key tell it: no raw token is kept to be given again. */
const successorOf = (deps: Pick<Deps, "keys">, parent: string, salt: string): string =>
  tokenFrom("device", Buffer.from(deps.keys.sign("device", "successor", parent, salt), "base64url"));

const invalidDevice = (): AppError =>
  new AppError("device_invalid", "This device token is not good, or no longer. Sign in again on this device.");

const mismatch = (): AppError =>
  new AppError("device_mismatch", "This device token was made for another device. Sign in again on this one.");

/** Looks the token up and refuses it unless it is live, of this device, and current or replaced a moment ago. */
async function requireDeviceToken(deps: Deps, presented: PresentedDeviceToken): Promise<store.DeviceTokenRecord> {
  const { deviceToken, deviceId, platform, client } = presented;
  if (!isToken("device", deviceToken)) throw invalidDevice();
  const tokenHash = hashToken("device", deviceToken);
  const token = await deps.db.one(store.findToken(tokenHash, deps.now));
  if (!token || !equalSecrets(token.tokenHash, tokenHash)) throw invalidDevice();
  const about = { by: { userId: token.userId, client }, resource: { type: "device", id: token.device } };
  await requireLimits(deps, [{ rule: LIMIT_RULES.deviceRefreshByDevice, value: token.device }], about.by);
  if (!token.isLive) {
    deps.defer(() => recordLateUse(deps, token, about));
    throw invalidDevice();
  }
  if (token.replacedAt !== null && token.replacedAt <= deps.now - GRACE) return rejectReuse(deps, token, about);
  if (!equalSecrets(token.deviceId, deviceId) || (platform !== null && platform !== token.platform)) {
    const detail = { factors: ["device"] };
    await commit(deps, exempt.record, {
      queries: [],
      notes: [{ kind: "device.anomaly", outcome: "refused", ...about, detail }],
    });
    throw mismatch();
  }
  return token;
}

async function recordLateUse(deps: Deps, token: store.DeviceTokenRecord, about: Subject): Promise<void> {
  const { kind } = await deps.limiter.take([{ rule: LATE_USE, value: `device ${token.device}` }], deps.now);
  if (kind !== "allowed") return;
  await commit(deps, exempt.record, {
    queries: [],
    notes: [{ kind: "token.use_revoked", outcome: "refused", ...about }],
  });
}

/**
 * Somebody presents a token whose successor has been in use for a while: one of the two is not the device. Which one
 * cannot be known, so both are out (RFC 9700 §4.14.2).
 */
async function rejectReuse(deps: Deps, token: store.DeviceTokenRecord, about: Subject): Promise<never> {
  await endDevice(deps, {
    queries: [guard(deviceIsActive(token.device, deps.now)), ...revokeDevices(token.device, deps.now)],
    notes: [
      { kind: "token.reuse", outcome: "refused", ...about },
      { kind: "device.revoke", ...about, detail: { reason: "reuse" } },
    ],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId: token.userId, notice: "device_reuse" }],
  });
  throw invalidDevice();
}

async function rejectUntrusted(
  deps: Deps,
  token: store.DeviceTokenRecord,
  client: LocatedClient,
  verdict: TrustVerdict,
): Promise<never> {
  const about = { by: { userId: token.userId, client }, resource: { type: "device", id: token.device } };
  await endDevice(deps, {
    queries: [
      guard(deviceIsActive(token.device, deps.now)),
      lowerTrust(token.device, verdict.score, verdict.factors.length),
      ...revokeDevices(token.device, deps.now),
    ],
    notes: [anomaly(about, verdict, "refused"), { kind: "device.revoke", ...about, detail: { reason: "trust" } }],
  });
  throw new AppError("reauth_required", "This device is not trusted any more. Sign in again on it.");
}

/** Another request may have ended the device a moment ago, and told of it: that is as good. */
const endDevice = (deps: Deps, act: CommitRequest<readonly AnyQuery<unknown>[]>): Promise<unknown> =>
  commit(deps, exempt.endSessions, act).catch((error: unknown) => {
    if (!(error instanceof GuardFailed)) throw error;
  });

/** Names what did not fit; what it was instead stays with the device. */
const anomaly = (about: Subject, verdict: TrustVerdict, outcome: "ok" | "refused"): AuditNote => ({
  kind: "device.anomaly",
  outcome,
  ...about,
  detail: { factors: [...verdict.factors], trust: verdict.score },
});

type TokenRotation = {
  readonly held: store.DeviceTokenRecord;
  readonly verdict: TrustVerdict;
  readonly deviceToken: string;
  readonly signIn: SignIn;
  readonly sessionHash: string;
  readonly client: LocatedClient;
};

/** One transaction: the first to present the token changes the device; all who may present it get a session. */
async function rotateToken(deps: Deps, { held: token, verdict, client, ...made }: TokenRotation): Promise<void> {
  const { device, tokenHash } = token;
  const by = { userId: token.userId, sessionId: made.signIn.sessionId, client };
  const about = { by, resource: { type: "device", id: device } };
  const queries: AnyQuery<unknown>[] = [
    guard(store.tokenIsUsable(tokenHash, deps.now)),
    auditStatementIf(deps, { kind: "token.rotate", ...about }, store.isCurrent(tokenHash)),
    ...store.rotate({
      parent: tokenHash,
      successor: hashToken("device", made.deviceToken),
      device,
      generation: token.generation + 1,
      salt: store.newSalt(deps.random),
      score: verdict.score,
      suspicions: verdict.factors.length,
      fingerprint: verdict.fingerprint,
      now: deps.now,
    }),
    ...made.signIn.queries,
    ...(verdict.factors.length > 0 ? [auditStatement(deps, anomaly(about, verdict, "ok"))] : []),
  ];
  try {
    await commit(deps, exempt.signIn, { queries });
  } catch (error) {
    // Since the look the device was revoked, or its user signed out everywhere.
    if (error instanceof GuardFailed) throw invalidDevice();
    // The reply may have been lost after the commit: the session tells.
    if (!(await deps.db.one(store.sessionExists(made.sessionHash)))) throw error;
  }
  flushOutbox(deps, true, []);
}
