/** The location the platform assigns to a request, from `request.cf`; without guarantee. */
import type { GeoLocation } from "../kernel/caller.ts";

export const UNKNOWN_LOCATION: GeoLocation = { country: "", region: "", latitude: null, longitude: null };

export function locationOf(request: Request): GeoLocation {
  // Typed for Cloudflare's edge; a local runtime or a test may omit it.
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
