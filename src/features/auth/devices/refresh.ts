/** Exchanges a device token for a session and the next token: rotation with a grace period, and handling of distrusted tokens. */
import type { LocatedClient } from "../../../kernel/caller.ts";
import { type Instant } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { equalSecrets } from "../../../platform/keys.ts";
import { guard, type AnyQuery } from "../../../db/sql.ts";
import { hashToken, isToken, makeSalt, tokenFrom } from "../../../platform/tokens.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { auditStatement, auditStatementIf } from "../../../commit/audit-note.ts";
import { commit } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import { userById } from "../session/statements.ts";
import type { Platform } from "../session/contract.ts";
import { beginSession, type SignIn } from "../session/sign-in.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { requireLimits } from "../../../rate-limits/service.ts";
import { anomaly, invalidDevice, mismatch, recordLateUse, rejectReuse, rejectUntrusted } from "./rejections.ts";
import { isReused } from "../rotation-rules.ts";
import * as store from "./token-store.ts";
import { FULL_TRUST, MIN_TRUST, fingerprintOf, assessTrust, type TrustVerdict } from "./trust.ts";

type PresentedDeviceToken = {
  readonly deviceToken: string;
  readonly deviceId: string;
  /** The platform that the client states; null if the route does not require it. */
  readonly platform: Platform | null;
  /** Hash of the browser's current session. A web device's new cookie replaces it, and it ends. */
  readonly session: string | null;
  readonly client: LocatedClient;
};

type RefreshedDevice = {
  readonly platform: Platform;
  readonly sessionToken: string;
  readonly sessionHash: string;
  readonly deviceToken: string;
  /** The trust score after this use. */
  readonly trustScore: number;
  /** When the session expires. */
  readonly expiresAt: Instant;
};

/**
 * Exchanges a device token. Everyone who presents the same token within the grace period gets their own session and the
 * same successor. Throws `device_invalid`, `device_mismatch`, `reauth_required` or `rate_limited`.
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

/** Derived from the token itself, the row's salt and our key, so no raw token has to be stored to be returned again. */
const successorOf = (deps: Pick<Deps, "keys">, parent: string, salt: string): string =>
  tokenFrom("device", Buffer.from(deps.keys.sign("device", "successor", parent, salt), "base64url"));

/**
 * Finds the token, and rejects it unless it is valid, belongs to this device, and is current or was replaced within the
 * grace period.
 */
async function requireDeviceToken(deps: Deps, presented: PresentedDeviceToken): Promise<store.DeviceTokenRecord> {
  const { deviceToken, deviceId, platform, client } = presented;
  if (!isToken("device", deviceToken)) throw invalidDevice();
  const tokenHash = hashToken("device", deviceToken);
  const token = await deps.db.one(store.findDeviceToken(tokenHash, deps.now));
  if (!token || !equalSecrets(token.tokenHash, tokenHash)) throw invalidDevice();
  const about = { by: { userId: token.userId, client }, resource: { type: "device", id: token.device } };
  await requireLimits(deps, [{ rule: LIMIT_RULES.deviceRefreshByDevice, value: token.device }], about.by);
  if (!token.isLive) {
    deps.defer(() => recordLateUse(deps, token, about));
    throw invalidDevice();
  }
  if (isReused(token, deps.now)) return rejectReuse(deps, token, about);
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

type TokenRotation = {
  readonly held: store.DeviceTokenRecord;
  readonly verdict: TrustVerdict;
  readonly deviceToken: string;
  readonly signIn: SignIn;
  readonly sessionHash: string;
  readonly client: LocatedClient;
};

/** One transaction: the first request that presents the token updates the device; every valid one gets a session. */
async function rotateToken(deps: Deps, { held: token, verdict, client, ...made }: TokenRotation): Promise<void> {
  const { device, tokenHash } = token;
  const by = { userId: token.userId, sessionId: made.signIn.sessionId, client };
  const about = { by, resource: { type: "device", id: device } };
  const queries: AnyQuery<unknown>[] = [
    guard(store.tokenIsUsable(tokenHash, deps.now)),
    auditStatementIf(deps, { kind: "token.rotate", ...about }, store.isCurrentDeviceToken(tokenHash)),
    ...store.rotateDeviceToken({
      parent: tokenHash,
      successor: hashToken("device", made.deviceToken),
      device,
      generation: token.generation + 1,
      salt: makeSalt(deps.random),
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
    // The device was revoked after it was loaded, or its user signed out everywhere.
    if (error instanceof GuardFailed) throw invalidDevice();
    // The response may have been lost after the commit; then the session exists.
    if (!(await deps.db.one(store.wasSessionCreated(made.sessionHash)))) throw error;
  }
  flushOutbox(deps, true, []);
}
