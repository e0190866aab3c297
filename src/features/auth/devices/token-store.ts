/** SQL for families of device tokens. */
import { and, eq } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { deviceTokens, devices } from "../../../db/schema/devices.ts";
import { sessions } from "../../../db/schema/sessions.ts";
import { users } from "../../../db/schema/users.ts";
import {
  aliased,
  builder,
  exists,
  first,
  prepare,
  rowsOf,
  sql,
  write,
  type Named,
  type Operand,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { isUnreplaced, isWithinGrace, replaceToken } from "../rotation-statements.ts";
import { MAX_DEVICE_GENERATIONS, IDLE_LIFETIME, type Fingerprint } from "./rules.ts";
import { deviceIsLive } from "./store.ts";

export type NewToken = {
  readonly tokenHash: string;
  readonly device: string;
  readonly salt: string;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

export const insertFirstToken = (token: NewToken): Write<number> =>
  write(sql`
    insert into ${deviceTokens} (token_hash, device, generation, salt, created_at, expires_at)
    select ${token.tokenHash}, ${devices.id}, 0, ${token.salt}, ${token.now}, ${token.expiresAt}
    from ${devices}
    where ${devices.id} = ${token.device}`);

const deviceTokenColumns = (now: Operand) => ({
  tokenHash: deviceTokens.tokenHash,
  generation: deviceTokens.generation,
  salt: deviceTokens.salt,
  replacedAt: deviceTokens.replacedAt,
  isLive: sql<0 | 1>`(${deviceTokens.expiresAt} > ${now} and ${deviceIsLive(now)})`,
  device: devices.id,
  userId: devices.userId,
  email: users.loginEmail,
  deviceId: devices.deviceId,
  platform: devices.platform,
  trustScore: devices.trustScore,
  browser: devices.browser,
  os: devices.os,
  country: devices.country,
  region: devices.region,
  latitude: devices.latitude,
  longitude: devices.longitude,
  lastUsedAt: devices.lastUsedAt,
});

type DeviceTokenRow = RowOf<ReturnType<typeof deviceTokenColumns>>;

/** The presented token with its device and the details of its owner. */
export type DeviceTokenRecord = Omit<DeviceTokenRow, keyof Fingerprint | "isLive"> & {
  readonly fingerprint: Fingerprint;
  readonly isLive: boolean;
};

const toDeviceTokenRecord = ({
  browser,
  os,
  country,
  region,
  latitude,
  longitude,
  isLive,
  ...row
}: DeviceTokenRow): DeviceTokenRecord => ({
  ...row,
  isLive: isLive === 1,
  fingerprint: { browser, os, country, region, latitude, longitude },
});

const deviceTokenByHash = prepare(({ tokenHash, now }: Named<"tokenHash" | "now">) =>
  rowsOf(
    deviceTokenColumns(now),
    (columns) => sql`
      select ${columns}
      from ${deviceTokens}
      join ${devices} on ${devices.id} = ${deviceTokens.device}
      join ${users} on ${users.id} = ${devices.userId}
      where ${deviceTokens.tokenHash} = ${tokenHash}`,
  ),
);

export const findDeviceToken = (tokenHash: string, now: Instant): Query<DeviceTokenRecord | null> =>
  first(deviceTokenByHash({ tokenHash, now }), toDeviceTokenRecord);

/** Guard condition: the token is current or within the grace period, and its device is active. */
export const tokenIsUsable = (tokenHash: string, now: Instant): SQL => sql`exists (
  select 1
  from ${deviceTokens}
  join ${devices} on ${devices.id} = ${deviceTokens.device}
  join ${users} on ${users.id} = ${devices.userId}
  where ${deviceTokens.tokenHash} = ${tokenHash}
    and ${deviceTokens.expiresAt} > ${now}
    and ${isWithinGrace(deviceTokens.replacedAt, now)}
    and ${deviceIsLive(now)})`;

export const isCurrentDeviceToken = (tokenHash: string): SQL => isUnreplaced(deviceTokens, tokenHash);

type Rotation = {
  readonly parent: string;
  readonly successor: string;
  readonly device: string;
  readonly generation: number;
  readonly salt: string;
  readonly score: number;
  readonly suspicions: number;
  readonly fingerprint: Fingerprint;
  readonly now: Instant;
};

/** Rotates the token once, for the first request that presents it; later ones change nothing. */
export const rotateDeviceToken = ({ parent, device, now, fingerprint, ...next }: Rotation): Write<number>[] => [
  {
    ...write(sql`
      delete from ${sessions}
      where ${sessions.deviceId} = ${device}
        and ${sessions.method} in ('device', 'device_low')
        and ${isCurrentDeviceToken(parent)}`),
    endsSessionsOf: sql`select ${devices.userId} from ${devices} where ${devices.id} = ${device}`,
  },
  write(
    builder
      .update(devices)
      .set({
        trustScore: next.score,
        suspiciousCount: sql`${devices.suspiciousCount} + ${next.suspicions}`,
        ...fingerprint,
        lastUsedAt: now,
      })
      .where(and(eq(devices.id, device), isCurrentDeviceToken(parent))),
  ),
  write(sql`
    insert into ${deviceTokens} (token_hash, device, generation, salt, created_at, expires_at)
    select ${next.successor}, ${devices.id}, ${next.generation}, ${next.salt}, ${now},
      min(${now + IDLE_LIFETIME}, ${devices.expiresAt})
    from ${devices}
    where ${devices.id} = ${device}
      and ${isCurrentDeviceToken(parent)}`),
  ...replaceToken(
    deviceTokens,
    parent,
    sql`device = ${device} and generation <= ${next.generation - MAX_DEVICE_GENERATIONS}`,
    now,
  ),
];

export const wasSessionCreated = (tokenHash: string): Query<boolean> =>
  exists(
    builder
      .select(aliased({ id: sessions.id }))
      .from(sessions)
      .where(eq(sessions.tokenHash, tokenHash)),
  );
