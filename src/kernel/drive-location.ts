/** Where the Durable Objects of a drive's pages are created: near its people, whoever opens a page first. */
import type { GeoLocation } from "./caller.ts";

/**
 * Cloudflare's location hints (https://developers.cloudflare.com/durable-objects/reference/data-location/), each with the
 * latitude and longitude of a place in its middle, in degrees.
 */
const PLACES = {
  wnam: [38, -121],
  enam: [40, -77],
  sam: [-23, -47],
  weur: [49, 4],
  eeur: [51, 22],
  apac: [20, 115],
  oc: [-34, 151],
  afr: [-26, 28],
  me: [25, 55],
} as const;

export type DriveLocation = keyof typeof PLACES;
export const DRIVE_LOCATIONS = Object.keys(PLACES) as [DriveLocation, ...DriveLocation[]]; // the keys, in order

const isLocation = (text: string): text is DriveLocation => Object.hasOwn(PLACES, text);

/** A location as stored; null for one that this version does not know. */
export const readDriveLocation = (text: string | null): DriveLocation | null =>
  text !== null && isLocation(text) ? text : null;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The nearest location; null if the place is unknown. */
export function nearestLocation({ latitude, longitude }: GeoLocation): DriveLocation | null {
  if (latitude === null || longitude === null) return null;
  // The cosine of the central angle (spherical law of cosines) is largest for the nearest.
  const nearness = (location: DriveLocation): number => {
    const [lat, long] = PLACES[location];
    return (
      Math.sin(radians(latitude)) * Math.sin(radians(lat)) +
      Math.cos(radians(latitude)) * Math.cos(radians(lat)) * Math.cos(radians(longitude - long))
    );
  };
  return DRIVE_LOCATIONS.reduce((best, each) => (nearness(each) > nearness(best) ? each : best));
}
