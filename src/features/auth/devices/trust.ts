/** Device trust: how likely a device is still the one registered, as an integer from 0 to 100, updated at each use. */
import type { LocatedClient } from "../../../kernel/caller.ts";
import { DAY, HOUR, SECOND, type Instant } from "../../../kernel/clock.ts";
import type { Fingerprint } from "./rules.ts";
import { parseUserAgent } from "./user-agent.ts";

/** Penalty for each change. Versions never count: browsers update themselves. */
export const PENALTIES = {
  os: 40,
  browser: 20,
  country: 15,
  region: 5,
  hurry: 15,
  travel: 25,
} as const;

export type Factor = keyof typeof PENALTIES;

/** Below this score, the device gets a session with limited rights. */
export const FULL_TRUST = 70;
/** Below this score, the device has to sign in again. */
export const MIN_TRUST = 40;

const MAX_SCORE = 100;
const REWARD = 5;
/** Our own clients never refresh twice within this interval. */
const MIN_REFRESH_INTERVAL = 30 * SECOND;
const REWARDED_AFTER = DAY;
/** Speed of an airliner. */
const MAX_KM_PER_HOUR = 900;
/** IP geolocation is no more accurate than this, so shorter distances do not count as travel. */
const LOCATION_ACCURACY_KM = 100;
const EARTH_RADIUS_KM = 6371;

/** The device's state after its last use. */
export type DeviceHistory = {
  readonly score: number;
  readonly fingerprint: Fingerprint;
  readonly lastUsedAt: Instant;
  /** Null until the device is refreshed for the first time. */
  readonly lastRefreshAt: Instant | null;
};

export type DeviceUse = {
  readonly fingerprint: Fingerprint;
  readonly now: Instant;
  /** A repeat of the same refresh, because its response was lost: neither penalized as hurry nor rewarded. */
  readonly again: boolean;
};

export type TrustVerdict = {
  readonly score: number;
  /** The factors that changed since the last use. */
  readonly factors: readonly Factor[];
  /** The fingerprint from now on: unknown parts keep their last known value. */
  readonly fingerprint: Fingerprint;
};

export function fingerprintOf(client: LocatedClient): Fingerprint {
  return { ...parseUserAgent(client.userAgent), ...client.place };
}

/** Never raises the score if any factor changed; the order of the factors does not matter. */
export function assessTrust(history: DeviceHistory, use: DeviceUse): TrustVerdict {
  const factors = factorsOf(history, use);
  const lost = factors.reduce((sum, factor) => sum + PENALTIES[factor], 0);
  const isRewarded = factors.length === 0 && !use.again && use.now - history.lastUsedAt >= REWARDED_AFTER;
  const score = history.score - lost + (isRewarded ? REWARD : 0);
  return {
    score: Math.max(0, Math.min(MAX_SCORE, score)),
    factors,
    fingerprint: mergeFingerprint(history.fingerprint, use.fingerprint),
  };
}

function factorsOf({ fingerprint: known, lastUsedAt, lastRefreshAt }: DeviceHistory, use: DeviceUse): Factor[] {
  const seen = use.fingerprint;
  const bothIn = known.country !== "" && seen.country !== "";
  const checks: Record<Factor, boolean> = {
    os: known.os !== seen.os,
    browser: known.browser !== seen.browser,
    country: bothIn && known.country !== seen.country,
    region: bothIn && known.country === seen.country && isChanged(known.region, seen.region),
    hurry: !use.again && lastRefreshAt !== null && use.now - lastRefreshAt < MIN_REFRESH_INTERVAL,
    travel: isImpossible(distanceKm(known, seen), use.now - lastUsedAt),
  };
  // The keys of `checks` are the factors.
  return (Object.keys(checks) as Factor[]).filter((factor) => checks[factor]);
}

const isChanged = (known: string, seen: string): boolean => known !== "" && seen !== "" && known !== seen;

/** Clocks of two machines may differ, so the elapsed time may be negative. */
const isImpossible = (km: number, elapsed: number): boolean =>
  km > LOCATION_ACCURACY_KM && km > MAX_KM_PER_HOUR * (Math.max(0, elapsed) / HOUR);

type Point = Pick<Fingerprint, "latitude" | "longitude">;

/** Great-circle distance by the haversine formula; 0 if either point is unknown. */
export function distanceKm(from: Point, to: Point): number {
  if (from.latitude === null || from.longitude === null || to.latitude === null || to.longitude === null) return 0;
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const haversine =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Locations are replaced as a whole: a region belongs to its country, a latitude to its longitude. */
function mergeFingerprint(known: Fingerprint, seen: Fingerprint): Fingerprint {
  const { country, region } = seen.country === "" ? known : seen;
  const { latitude, longitude } = seen.latitude === null || seen.longitude === null ? known : seen;
  const isSameCountry = country === known.country;
  return {
    browser: seen.browser,
    os: seen.os,
    country,
    region: region === "" && isSameCountry ? known.region : region,
    latitude,
    longitude,
  };
}
