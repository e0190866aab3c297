/** A device token for a session and the next token: rotation with a grace, and what happens when it is not believed. */
import type { PlacedClient } from "../../kernel/caller.ts";
import { HOUR, type Instant } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { equalSecrets } from "../../platform/keys.ts";
import { guard, type Query, boundValue } from "../../db/sql.ts";
import { hashToken, isToken, tokenFrom } from "../../platform/tokens.ts";
import { exempt } from "../../permissions/exempt.ts";
import { auditRow, auditRowIf, commit, ship, type Act, type Note } from "../audit/service.ts";
import { endDevices, userById } from "../identity/access.ts";
import type { Platform } from "../identity/contract.ts";
import { beginSession, type SignIn } from "../identity/sign-in.ts";
import type { LimitRule } from "../../kernel/limit.ts";
import { LIMIT_RULES } from "../limits/rules.ts";
import { requireLimits } from "../limits/service.ts";
import { GRACE } from "./rules.ts";
import { deviceLives, distrustDevice } from "./store.ts";
import * as store from "./token-store.ts";
import { FULL_TRUST, LEAST_TRUST, fingerprintOf, judge, type Verdict } from "./trust.ts";

/** One entry an hour for each device that is over and goes on being refreshed. */
const LATE_USE: LimitRule = { name: "watch/late-use", dimension: "device", limit: 1, windowMs: HOUR, fixed: true };

type Presented = {
  readonly deviceToken: string;
  readonly deviceId: string;
  /** What the client says it is; null where the route does not ask. */
  readonly platform: Platform | null;
  /** Hash of the session that the browser came with. A web device's new cookie takes its place, and it ends. */
  readonly session: string | null;
  readonly client: PlacedClient;
};

type Refreshed = {
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
export async function refresh(deps: Deps, presented: Presented): Promise<Refreshed> {
  const held = await requireHeld(deps, presented);
  const verdict = judge(
    {
      score: held.trustScore,
      fingerprint: held.fingerprint,
      lastUsedAt: held.lastUsedAt,
      lastRefreshAt: held.generation === 0 ? null : held.lastUsedAt,
    },
    { fingerprint: fingerprintOf(presented.client), now: deps.now, again: held.replacedAt !== null },
  );
  if (verdict.score < LEAST_TRUST) return distrust(deps, held, presented.client, verdict);
  const deviceToken = successorOf(deps, presented.deviceToken, held.salt);
  const signIn = beginSession(deps, {
    user: userById(held.userId),
    userId: held.userId,
    email: held.email,
    method: verdict.score < FULL_TRUST ? "device_low" : "device",
    client: presented.client,
    presentedSession: held.platform === "web" ? presented.session : null,
    device: held.device,
  });
  const sessionHash = hashToken("session", signIn.sessionToken);
  await exchange(deps, { held, verdict, deviceToken, signIn, sessionHash, client: presented.client });
  return {
    platform: held.platform,
    sessionToken: signIn.sessionToken,
    sessionHash,
    deviceToken,
    trustScore: verdict.score,
    expiresAt: deps.now + deps.config.sessionLifetimeMs,
  };
}

/** Nothing but the token itself, the row's salt and our key tell it: no raw token is kept to be given again. */
const successorOf = (deps: Deps, parent: string, salt: string): string =>
  tokenFrom("device", Buffer.from(deps.keys.sign("device", "successor", parent, salt), "base64url"));

const invalidDevice = (): AppError =>
  new AppError("device_invalid", "This device token is not good, or no longer. Sign in again on this device.");

const mismatch = (): AppError =>
  new AppError("device_mismatch", "This device token was made for another device. Sign in again on this one.");

/** Looks the token up and refuses it unless it is live, of this device, and current or replaced a moment ago. */
async function requireHeld(deps: Deps, presented: Presented): Promise<store.Held> {
  const { deviceToken, deviceId, platform, client } = presented;
  if (!isToken("device", deviceToken)) throw invalidDevice();
  const tokenHash = hashToken("device", deviceToken);
  const held = await deps.db.one(store.findToken(tokenHash, deps.now));
  if (!held || !equalSecrets(held.tokenHash, tokenHash)) throw invalidDevice();
  const about = { by: { userId: held.userId, client }, resource: { type: "device", id: held.device } };
  await requireLimits(deps, [{ rule: LIMIT_RULES.deviceRefreshByDevice, value: held.device }], about.by);
  if (!held.isLive) {
    deps.defer(() => noteLateUse(deps, held, about));
    throw invalidDevice();
  }
  if (held.replacedAt !== null && held.replacedAt <= deps.now - GRACE) return refuseReuse(deps, held, about);
  if (!equalSecrets(held.deviceId, deviceId) || (platform !== null && platform !== held.platform)) {
    const detail = { factors: ["device"] };
    await commit(deps, exempt.record, {
      queries: [],
      notes: [{ kind: "device.anomaly", outcome: "refused", ...about, detail }],
    });
    throw mismatch();
  }
  return held;
}

async function noteLateUse(deps: Deps, held: store.Held, about: Pick<Note, "by" | "resource">): Promise<void> {
  const { kind } = await deps.limiter.take([{ rule: LATE_USE, value: `device ${held.device}` }], deps.now);
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
async function refuseReuse(deps: Deps, held: store.Held, about: Pick<Note, "by" | "resource">): Promise<never> {
  await end(deps, {
    queries: [guard(deviceLives(held.device, deps.now)), ...endDevices(boundValue(held.device), deps.now)],
    notes: [
      { kind: "token.reuse", outcome: "refused", ...about },
      { kind: "device.revoke", ...about, detail: { reason: "reuse" } },
    ],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId: held.userId, notice: "device_reuse" }],
  });
  throw invalidDevice();
}

async function distrust(deps: Deps, held: store.Held, client: PlacedClient, verdict: Verdict): Promise<never> {
  const about = { by: { userId: held.userId, client }, resource: { type: "device", id: held.device } };
  await end(deps, {
    queries: [
      guard(deviceLives(held.device, deps.now)),
      distrustDevice(held.device, verdict.score, verdict.factors.length),
      ...endDevices(boundValue(held.device), deps.now),
    ],
    notes: [anomaly(about, verdict, "refused"), { kind: "device.revoke", ...about, detail: { reason: "trust" } }],
  });
  throw new AppError("reauth_required", "This device is not trusted any more. Sign in again on it.");
}

/** Another request may have ended the device a moment ago, and told of it: that is as good. */
const end = (deps: Deps, act: Act<readonly Query<unknown>[]>): Promise<unknown> =>
  commit(deps, exempt.signIn, act).catch((error: unknown) => {
    if (!(error instanceof GuardFailed)) throw error;
  });

/** Names what did not fit; what it was instead stays with the device. */
const anomaly = (about: Pick<Note, "by" | "resource">, verdict: Verdict, outcome: "ok" | "refused"): Note => ({
  kind: "device.anomaly",
  outcome,
  ...about,
  detail: { factors: [...verdict.factors], trust: verdict.score },
});

type Exchange = {
  readonly held: store.Held;
  readonly verdict: Verdict;
  readonly deviceToken: string;
  readonly signIn: SignIn;
  readonly sessionHash: string;
  readonly client: PlacedClient;
};

/** One transaction: the first to present the token changes the device; all who may present it get a session. */
async function exchange(deps: Deps, { held, verdict, client, ...made }: Exchange): Promise<void> {
  const { device, tokenHash } = held;
  const by = { userId: held.userId, sessionId: made.signIn.sessionId, client };
  const about = { by, resource: { type: "device", id: device } };
  const queries: Query<unknown>[] = [
    guard(store.tokenHolds(tokenHash, deps.now)),
    auditRowIf(deps, { kind: "token.rotate", ...about }, store.isCurrent(tokenHash)),
    ...store.rotate({
      parent: tokenHash,
      successor: hashToken("device", made.deviceToken),
      device,
      generation: held.generation + 1,
      salt: store.newSalt(deps.random),
      score: verdict.score,
      suspicions: verdict.factors.length,
      fingerprint: verdict.fingerprint,
      now: deps.now,
    }),
    ...made.signIn.queries,
    ...(verdict.factors.length > 0 ? [auditRow(deps, anomaly(about, verdict, "ok"))] : []),
  ];
  try {
    await commit(deps, exempt.signIn, { queries });
  } catch (error) {
    // Since the look the device was revoked, or its user signed out everywhere.
    if (error instanceof GuardFailed) throw invalidDevice();
    // The reply may have been lost after the commit: the session tells.
    if (!(await deps.db.one(store.sessionExists(made.sessionHash)))) throw error;
  }
  ship(deps, true, []);
}
