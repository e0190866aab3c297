/** SQL of devices and the families of their tokens. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { RandomBytes } from "../../kernel/ids.ts";
import { first, many, sql, write, whole, type Query, type SQL, print } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import { endDevices, idOf, type UserKey } from "../identity/access.ts";
import type { Platform } from "../identity/contract.ts";
import type { Device, DeviceQuery } from "./contract.ts";
import { GENERATIONS_KEPT, GRACE, IDLE_LIFETIME, type Fingerprint } from "./rules.ts";

/** Condition over `devices d join users u`: neither revoked nor too old or idle, nor from before a global invalidation. */
const deviceIsLive = (now: Instant): SQL =>
  sql`d.revoked_at is null and d.expires_at > ${now} and d.last_used_at > ${now - IDLE_LIFETIME} and d.epoch = u.epoch and u.suspended_at is null`;

export const newSalt = (random: RandomBytes): string => Buffer.from(random(16)).toString("base64url");

export type NewDevice = {
  readonly id: string;
  readonly user: UserKey;
  readonly deviceId: string;
  readonly name: string;
  readonly platform: Platform;
  readonly fingerprint: Fingerprint;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

/** Born in the user's present epoch; a suspended user gets none. */
export const insertDevice = ({ fingerprint: known, ...device }: NewDevice): Query<number> =>
  write(sql`insert into devices (id, user_id, device_id, name, platform, epoch, browser, os, country, region, latitude, longitude, created_at, last_used_at, expires_at)
    select ${device.id}, id, ${device.deviceId}, ${device.name}, ${device.platform}, epoch, ${known.browser}, ${known.os}, ${known.country},
      ${known.region}, ${known.latitude}, ${known.longitude}, ${device.now}, ${device.now}, ${device.expiresAt}
    from users where id = ${idOf(device.user)} and suspended_at is null`);

export type NewToken = {
  readonly tokenHash: string;
  readonly device: string;
  readonly salt: string;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

export const insertFirstToken = (token: NewToken): Query<number> =>
  write(sql`insert into device_tokens (token_hash, device, generation, salt, created_at, expires_at)
    select ${token.tokenHash}, id, 0, ${token.salt}, ${token.now}, ${token.expiresAt} from devices where id = ${token.device}`);

/** The session goes on as the device's and ends with it. */
export const bindSession = (tokenHash: string, device: string): Query<number> =>
  write(sql`update sessions set device_id = ${device} where token_hash = ${tokenHash}`);

/** Ends what the user had enrolled under this name of the client's. */
export const replaceDevice = (user: UserKey, deviceId: string, now: Instant, spared: string | null): Query<number>[] =>
  endDevices(
    sql`select id from devices where user_id = ${idOf(user)} and device_id = ${deviceId} and revoked_at is null`,
    now,
    spared,
  );

/** Selects the user's devices beyond the `kept` that were used last. */
export const idlest = (user: UserKey, now: Instant, kept: number): SQL =>
  sql`select d.id from users u cross join devices d on d.user_id = u.id where u.id = ${idOf(user)} and ${deviceIsLive(now)}
    order by d.last_used_at desc, d.id desc limit -1 offset ${whole(kept)}`;

export const isAny = (rows: SQL): SQL => sql`exists (${rows})`;

/** A token as presented, with its device and what is to be known of its owner. */
export type Held = {
  readonly tokenHash: string;
  readonly generation: number;
  readonly salt: string;
  readonly replacedAt: Instant | null;
  readonly isLive: boolean;
  readonly device: string;
  readonly userId: string;
  readonly email: string;
  readonly deviceId: string;
  readonly platform: Platform;
  readonly trustScore: number;
  readonly fingerprint: Fingerprint;
  readonly lastUsedAt: Instant;
};

type HeldRow = {
  token_hash: string;
  generation: number;
  salt: string;
  replaced_at: number | null;
  is_live: number;
  id: string;
  user_id: string;
  login_email: string;
  device_id: string;
  platform: Platform;
  trust_score: number;
  browser: string;
  os: string;
  country: string;
  region: string;
  latitude: number | null;
  longitude: number | null;
  last_used_at: number;
};

export const findToken = (tokenHash: string, now: Instant): Query<Held | null> =>
  first<HeldRow, Held>(
    sql`select t.token_hash, t.generation, t.salt, t.replaced_at, (t.expires_at > ${now} and ${deviceIsLive(now)}) as is_live,
          d.id, d.user_id, u.login_email, d.device_id, d.platform, d.trust_score,
          d.browser, d.os, d.country, d.region, d.latitude, d.longitude, d.last_used_at
        from device_tokens t join devices d on d.id = t.device join users u on u.id = d.user_id
        where t.token_hash = ${tokenHash}`,
    (row) => ({
      tokenHash: row.token_hash,
      generation: row.generation,
      salt: row.salt,
      replacedAt: row.replaced_at,
      isLive: row.is_live === 1,
      device: row.id,
      userId: row.user_id,
      email: row.login_email,
      deviceId: row.device_id,
      platform: row.platform,
      trustScore: row.trust_score,
      fingerprint: {
        browser: row.browser,
        os: row.os,
        country: row.country,
        region: row.region,
        latitude: row.latitude,
        longitude: row.longitude,
      },
      lastUsedAt: row.last_used_at,
    }),
  );

/** A guard's condition: the token is still the current one, or was a moment ago, of a device that lives. */
export const tokenHolds = (tokenHash: string, now: Instant): SQL =>
  sql`exists (select 1 from device_tokens t join devices d on d.id = t.device join users u on u.id = d.user_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and (t.replaced_at is null or t.replaced_at > ${now - GRACE}) and ${deviceIsLive(now)})`;

/** A guard's condition: the device has not ended yet, so that one of many racers tells of its end. */
export const deviceLives = (device: string, now: Instant): SQL =>
  sql`exists (select 1 from devices d join users u on u.id = d.user_id where d.id = ${device} and ${deviceIsLive(now)})`;

/** Nobody has exchanged the token before: of all who present it, one changes the device. */
export const isCurrent = (tokenHash: string): SQL =>
  sql`exists (select 1 from device_tokens where token_hash = ${tokenHash} and replaced_at is null)`;

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

/** All of it happens once, with whoever presents the token first; for those after them nothing changes. */
export const rotate = ({ parent, device, now, fingerprint: seen, ...next }: Rotation): Query<number>[] => [
  write(
    sql`delete from sessions where device_id = ${device} and method in ('device', 'device_low') and ${isCurrent(parent)}`,
  ),
  write(sql`update devices set trust_score = ${next.score}, suspicious_count = suspicious_count + ${next.suspicions},
      browser = ${seen.browser}, os = ${seen.os}, country = ${seen.country}, region = ${seen.region},
      latitude = ${seen.latitude}, longitude = ${seen.longitude}, last_used_at = ${now}
    where id = ${device} and ${isCurrent(parent)}`),
  write(sql`insert into device_tokens (token_hash, device, generation, salt, created_at, expires_at)
    select ${next.successor}, id, ${next.generation}, ${next.salt}, ${now}, min(${now + IDLE_LIFETIME}, expires_at)
    from devices where id = ${device} and ${isCurrent(parent)}`),
  write(
    sql`delete from device_tokens where device = ${device} and generation <= ${next.generation - GENERATIONS_KEPT}`,
  ),
  write(sql`update device_tokens set replaced_at = ${now} where token_hash = ${parent} and replaced_at is null`),
];

/** What a use that was believed no longer left behind, before the device ends. */
export const distrust = (device: string, score: number, suspicions: number): Query<number> =>
  write(
    sql`update devices set trust_score = ${score}, suspicious_count = suspicious_count + ${suspicions} where id = ${device}`,
  );

export const exists = (rows: SQL): Query<boolean> => ({ ...print(rows), read: (found) => found.length > 0 });

export const sessionExists = (tokenHash: string): Query<boolean> =>
  exists(sql`select 1 from sessions where token_hash = ${tokenHash}`);

type DeviceRow = {
  id: string;
  device_id: string;
  name: string;
  platform: Platform;
  trust_score: number;
  suspicious_count: number;
  created_at: number;
  last_used_at: number;
};

const toDevice = (row: DeviceRow): Device => ({
  id: row.id,
  deviceId: row.device_id,
  name: row.name,
  platform: row.platform,
  trustScore: row.trust_score,
  suspiciousCount: row.suspicious_count,
  createdAt: toIso(row.created_at),
  lastUsedAt: toIso(row.last_used_at),
});

/** The caller's devices that live, the one used last first. */
export const listDevices = (caller: Caller, { cursor, limit }: DeviceQuery, now: Instant): Query<Device[]> => {
  const [at = "", id = ""] = cursor?.split(".") ?? [];
  const further = cursor === undefined ? sql`true` : sql`(d.last_used_at, d.id) < (${Number(at)}, ${id})`;
  return many<DeviceRow, Device>(
    sql`select d.id, d.device_id, d.name, d.platform, d.trust_score, d.suspicious_count, d.created_at, d.last_used_at
        from users u cross join devices d on d.user_id = u.id
        where u.id = ${callerId(caller)} and ${further} and ${deviceIsLive(now)}
        order by d.last_used_at desc, d.id desc limit ${whole(limit)}`,
    toDevice,
  );
};

/** Selects the id of the caller's live device with this id. */
export const ownDevice = (caller: Caller, device: string, now: Instant): SQL =>
  sql`select d.id from devices d join users u on u.id = d.user_id
    where d.id = ${device} and d.user_id = ${callerId(caller)} and ${deviceIsLive(now)}`;
