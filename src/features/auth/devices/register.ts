/** Registration: the rows of a new device, for the batch that proves the sign-in. */
import type { LocatedClient } from "../../../kernel/caller.ts";
import { toIso } from "../../../kernel/clock.ts";
import type { Deps } from "../../../deps.ts";
import { hashToken, makeSalt, makeToken } from "../../../platform/tokens.ts";
import { auditStatement, auditStatementIf } from "../../../commit/audit-note.ts";
import { revokeDevices, type UserKey } from "../session/statements.ts";
import type { Platform } from "../session/contract.ts";
import type { DeviceRegistration } from "../session/sign-in.ts";
import type { Device } from "./contract.ts";
import { ABSOLUTE_LIFETIME, IDLE_LIFETIME, MAX_DEVICES } from "./rules.ts";
import * as store from "./store.ts";
import { insertFirstToken } from "./token-store.ts";
import { fingerprintOf } from "./trust.ts";

type DeviceDescription = {
  readonly deviceId?: string | undefined;
  readonly deviceName?: string | undefined;
  readonly platform?: Platform | undefined;
};

type RegistrationRequest<C extends DeviceDescription> = {
  /** Resolved when the batch runs. */
  readonly user: UserKey;
  readonly userId: string;
  readonly claim: C;
  readonly client: LocatedClient;
  /**
   * With `tokenHash`, an existing session that becomes the new device's; otherwise the session is created along with
   * the device.
   */
  readonly session: { readonly id: string; readonly tokenHash?: string };
};

/** Default device names, for clients that send none. */
const NAMES = { web: "Browser", desktop: "Computer", ios: "iPhone or iPad", android: "Android device" } as const;

/** For sign-ins that may name a device; null if they do not. */
export function registerIfNamed(
  deps: Deps,
  { claim, ...rest }: RegistrationRequest<DeviceDescription>,
): DeviceRegistration | null {
  const { deviceId } = claim;
  return deviceId === undefined ? null : registerWithSession(deps, { ...rest, claim: { ...claim, deviceId } });
}

/**
 * A new device and its first token. A device that the user registered before under the same client identifier ends with
 * its tokens and sessions, as does the least recently used one beyond the limit.
 */
export function registerWithSession(
  deps: Deps,
  { user, userId, claim, client, session }: RegistrationRequest<DeviceDescription & { readonly deviceId: string }>,
): DeviceRegistration & { readonly shown: Device } {
  const { now } = deps;
  const { deviceId, platform = "web" } = claim;
  const id = deps.newId();
  const name = claim.deviceName ?? NAMES[platform];
  const deviceToken = makeToken("device", deps.random);
  const spared = session.tokenHash ?? null;
  const by = { userId, client, sessionId: session.id };
  const crowded = store.leastRecentlyUsed(user, now, MAX_DEVICES - 1);
  return {
    device: id,
    deviceToken,
    shown: {
      id,
      deviceId,
      name,
      platform,
      trustScore: 100,
      suspiciousCount: 0,
      createdAt: toIso(now),
      lastUsedAt: toIso(now),
    },
    queries: [
      ...store.replaceDevice(user, deviceId, now, spared),
      auditStatementIf(deps, { kind: "device.revoke", by, detail: { reason: "too_many" } }, store.hasRows(crowded)),
      ...revokeDevices(crowded, now, spared),
      store.insertDevice({
        id,
        user,
        deviceId,
        name,
        platform,
        now,
        fingerprint: fingerprintOf(client),
        expiresAt: now + ABSOLUTE_LIFETIME,
        originSession: session.id,
      }),
      insertFirstToken({
        tokenHash: hashToken("device", deviceToken),
        device: id,
        salt: makeSalt(deps.random),
        now,
        expiresAt: now + IDLE_LIFETIME,
      }),
      ...(spared === null ? [] : [store.bindSession(spared, id)]),
      auditStatement(deps, { kind: "device.register", by, resource: { type: "device", id }, detail: { platform } }),
      auditStatement(deps, { kind: "token.create", by, resource: { type: "device", id }, detail: { token: "device" } }),
    ],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId, notice: "device_added" }],
  };
}
