/** SQL for devices. */
import { eq } from "drizzle-orm";
import type { Caller } from "../../../kernel/caller.ts";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { devices } from "../../../db/schema/devices.ts";
import { sessions } from "../../../db/schema/sessions.ts";
import { users } from "../../../db/schema/users.ts";
import {
  builder,
  exists,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Operand,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { callerId } from "../../../permissions/credential.ts";
import { revokeDevices, idOf, type UserKey } from "../session/statements.ts";
import type { Platform } from "../session/contract.ts";
import type { Device, DevicePosition } from "./contract.ts";
import { IDLE_LIFETIME, type Fingerprint } from "./rules.ts";

/** Condition over `devices` and `users`: not revoked, expired or idle, and from the user's current epoch. */
export const deviceIsLive = (now: Operand): SQL => sql`${devices.revokedAt} is null
  and ${devices.expiresAt} > ${now}
  and ${devices.lastUsedAt} > ${now} - ${whole(IDLE_LIFETIME)}
  and ${devices.epoch} = ${users.epoch}
  and ${users.suspendedAt} is null`;

export type NewDevice = {
  readonly id: string;
  readonly user: UserKey;
  readonly deviceId: string;
  readonly name: string;
  readonly platform: Platform;
  readonly fingerprint: Fingerprint;
  readonly now: Instant;
  readonly expiresAt: Instant;
  readonly originSession: string;
};

/** Bound to the user's current epoch; a suspended user gets no device. */
export const insertDevice = ({ fingerprint: known, ...device }: NewDevice): Write<number> =>
  write(sql`
    insert into ${devices}
      (id, user_id, device_id, name, platform, epoch, browser, os, country, region, latitude, longitude,
        created_at, last_used_at, expires_at, origin_session)
    select ${device.id}, ${users.id}, ${device.deviceId}, ${device.name}, ${device.platform}, ${users.epoch},
      ${known.browser}, ${known.os}, ${known.country}, ${known.region}, ${known.latitude}, ${known.longitude},
      ${device.now}, ${device.now}, ${device.expiresAt}, ${device.originSession}
    from ${users}
    where ${users.id} = ${idOf(device.user)}
      and ${users.suspendedAt} is null`);

/** Makes the session the device's, so that it ends with the device. */
export const bindSession = (tokenHash: string, device: string): Write<number> =>
  write(builder.update(sessions).set({ deviceId: device }).where(eq(sessions.tokenHash, tokenHash)));

/** Ends the device that the user registered under this client identifier. */
export const replaceDevice = (user: UserKey, deviceId: string, now: Instant, spared: string | null): Write<number>[] =>
  revokeDevices(
    sql`
      select ${devices.id}
      from ${devices}
      where ${devices.userId} = ${idOf(user)}
        and ${devices.deviceId} = ${deviceId}
        and ${devices.revokedAt} is null`,
    now,
    spared,
  );

/** Selects the user's devices beyond the `kept` most recently used. */
export const leastRecentlyUsed = (user: UserKey, now: Instant, kept: number): SQL => sql`
  select ${devices.id}
  from ${users}
  cross join ${devices} on ${devices.userId} = ${users.id}
  where ${users.id} = ${idOf(user)}
    and ${deviceIsLive(now)}
  order by ${devices.lastUsedAt} desc, ${devices.id} desc
  limit -1 offset ${whole(kept)}`;

export const hasRows = (rows: SQL): SQL => sql`exists (${rows})`;

/** Guard condition: the device has not ended yet, so that only one of several concurrent requests records its end. */
export const deviceIsActive = (device: string, now: Instant): SQL => sql`exists (
  select 1
  from ${devices}
  join ${users} on ${users.id} = ${devices.userId}
  where ${devices.id} = ${device}
    and ${deviceIsLive(now)})`;

/** Records the score of a distrusted use before the device ends. */
export const lowerTrust = (device: string, score: number, suspicions: number): Write<number> =>
  write(
    builder
      .update(devices)
      .set({ trustScore: score, suspiciousCount: sql`${devices.suspiciousCount} + ${suspicions}` })
      .where(eq(devices.id, device)),
  );

const listedDevice = {
  id: devices.id,
  deviceId: devices.deviceId,
  name: devices.name,
  platform: devices.platform,
  trustScore: devices.trustScore,
  suspiciousCount: devices.suspiciousCount,
  createdAt: devices.createdAt,
  lastUsedAt: devices.lastUsedAt,
};

const toDevice = (row: RowOf<typeof listedDevice>): Device => ({
  ...row,
  createdAt: toIso(row.createdAt),
  lastUsedAt: toIso(row.lastUsedAt),
});

/** The caller's active devices, most recently used first. */
export const listDevices = (
  caller: Caller,
  after: DevicePosition | null,
  limit: number,
  now: Instant,
): Query<Device[]> => {
  const further = after === null ? sql`true` : sql`(${devices.lastUsedAt}, ${devices.id}) < (${after[0]}, ${after[1]})`;
  return many(
    rowsOf(
      listedDevice,
      (columns) => sql`
        select ${columns}
        from ${users}
        cross join ${devices} on ${devices.userId} = ${users.id}
        where ${users.id} = ${callerId(caller)}
          and ${further}
          and ${deviceIsLive(now)}
        order by ${devices.lastUsedAt} desc, ${devices.id} desc
        limit ${whole(limit)}`,
    ),
    toDevice,
  );
};

/** Whether the caller has an active device with this id. */
export const ownsDevice = (caller: Caller, device: string, now: Instant): Query<boolean> =>
  exists(sql`
    select 1
    from ${devices}
    join ${users} on ${users.id} = ${devices.userId}
    where ${devices.id} = ${device}
      and ${devices.userId} = ${callerId(caller)}
      and ${deviceIsLive(now)}`);
