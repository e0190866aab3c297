/** The client of a request, from its headers and the platform. */
import type { Client, LocatedClient } from "../kernel/caller.ts";
import { readClientAddress } from "../kernel/client-address.ts";
import { locationOf } from "./geo.ts";

export const clientOf = (request: Request): Client => ({
  ip: readClientAddress(request.headers.get("CF-Connecting-IP")),
  userAgent: (request.headers.get("User-Agent") ?? "").slice(0, 400),
});

export const locatedClientOf = (request: Request): LocatedClient => ({
  ...clientOf(request),
  place: locationOf(request),
});
