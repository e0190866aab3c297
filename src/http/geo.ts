/** Where the platform places a request, from `request.cf`; nothing of it is a promise. */
import type { GeoLocation } from "../kernel/caller.ts";

export const UNKNOWN_LOCATION: GeoLocation = { country: "", region: "", latitude: null, longitude: null };

export function locationOf(request: Request): GeoLocation {
  // Typed by the platform for its own edge; a local runtime or a test may leave it out.
  const cf: Partial<IncomingRequestCfProperties> | undefined = request.cf;
  if (!cf) return UNKNOWN_LOCATION;
  return {
    country: cf.country ?? "",
    region: cf.regionCode ?? "",
    latitude: degrees(cf.latitude),
    longitude: degrees(cf.longitude),
  };
}

function degrees(text: unknown): number | null {
  const value = typeof text === "string" && text !== "" ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
