/** Device fingerprints and token lifetimes. */
import { DAY } from "../../../kernel/clock.ts";

/** A token expires if it is not refreshed for this long. */
export const IDLE_LIFETIME = 90 * DAY;
/** A device has to sign in again after this long, however often it is refreshed. */
export const ABSOLUTE_LIFETIME = 365 * DAY;
/** Maximum active devices per user. */
export const MAX_DEVICES = 50;
/** Generations kept per token family, to distinguish a stolen old token from an invented one. */
export const MAX_DEVICE_GENERATIONS = 1_000;
/** Devices are deleted this long after they ended. */
export const FORGET_AFTER = 30 * DAY;

/** A device's fingerprint: browser and OS families without versions, and country and region without the IP address. */
export type Fingerprint = {
  readonly browser: string;
  readonly os: string;
  /** ISO 3166 country and region codes; empty when unknown. */
  readonly country: string;
  readonly region: string;
  /** In degrees; null when unknown. */
  readonly latitude: number | null;
  readonly longitude: number | null;
};
