/** What a device is known by and how long its tokens live. */
import { DAY } from "../../../kernel/clock.ts";

/** A token that is not refreshed for this long is no longer good. */
export const IDLE_LIFETIME = 90 * DAY;
/** A device signs in anew after this long, however often it is refreshed. */
export const ABSOLUTE_LIFETIME = 365 * DAY;
/** Live devices of one user. */
export const MAX_DEVICES = 50;
/** Generations of a family that are remembered, to tell a stolen old token from a made-up one. */
export const DEVICE_GENERATIONS_KEPT = 1_000;
/** Devices that ended this long ago are forgotten. */
export const FORGET_AFTER = 30 * DAY;

/** Where a device comes from: families, never versions; place by country and region, never the address. */
export type Fingerprint = {
  readonly browser: string;
  readonly os: string;
  /** ISO 3166 country and region codes; empty when unknown. */
  readonly country: string;
  readonly region: string;
  /** Degrees; null when unknown. */
  readonly latitude: number | null;
  readonly longitude: number | null;
};
