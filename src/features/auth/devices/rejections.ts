/** Handling of distrusted device tokens: the rejection, the audit entry, and the end of the device. */
import type { LocatedClient } from "../../../kernel/caller.ts";
import { HOUR } from "../../../kernel/clock.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { LimitRule } from "../../../kernel/limit.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { guard, type AnyQuery } from "../../../db/sql.ts";
import { exempt } from "../../../permissions/exempt.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import { commit, type CommitRequest } from "../../../commit/commit.ts";
import { revokeDevices } from "../session/statements.ts";
import { deviceIsActive, lowerTrust } from "./store.ts";
import type * as store from "./token-store.ts";
import type { TrustVerdict } from "./trust.ts";

type Subject = Pick<AuditNote, "by" | "resource">;

/** One entry per hour for each ended device that is still being refreshed. */
const LATE_USE: LimitRule = { name: "watch/late-use", dimension: "device", limit: 1, windowMs: HOUR, fixed: true };

export const invalidDevice = (): AppError =>
  new AppError("device_invalid", "This device token is invalid or has expired. Sign in again on this device.");

export const mismatch = (): AppError =>
  new AppError("device_mismatch", "This device token was issued for another device. Sign in again on this device.");

export async function recordLateUse(deps: Deps, token: store.DeviceTokenRecord, about: Subject): Promise<void> {
  const { kind } = await deps.limiter.take([{ rule: LATE_USE, value: `device ${token.device}` }], deps.now);
  if (kind !== "allowed") return;
  await commit(deps, exempt.record, {
    queries: [],
    notes: [{ kind: "token.use_revoked", outcome: "refused", ...about }],
  });
}

/**
 * A token was presented whose successor has been in use for a while, so one of the two clients is not the device. Since
 * they cannot be distinguished, both are signed out (RFC 9700 §4.14.2).
 */
export async function rejectReuse(deps: Deps, token: store.DeviceTokenRecord, about: Subject): Promise<never> {
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

export async function rejectUntrusted(
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
  throw new AppError("reauth_required", "This device is no longer trusted. Sign in again on it.");
}

/** Another request may just have ended the device and recorded it; that is fine. */
const endDevice = (deps: Deps, act: CommitRequest<readonly AnyQuery<unknown>[]>): Promise<unknown> =>
  commit(deps, exempt.endSessions, act).catch((error: unknown) => {
    if (!(error instanceof GuardFailed)) throw error;
  });

/** Names the factors that changed; their new values are stored only with the device. */
export const anomaly = (about: Subject, verdict: TrustVerdict, outcome: "ok" | "refused"): AuditNote => ({
  kind: "device.anomaly",
  outcome,
  ...about,
  detail: { factors: [...verdict.factors], trust: verdict.score },
});
