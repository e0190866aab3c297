/** Where a request came from, as its headers and the platform say. */
import type { Client, PlacedClient } from "../kernel/caller.ts";
import { readClientAddress } from "../features/limits/keys.ts";
import { placeOf } from "./place.ts";

export const clientOf = (request: Request): Client => ({
  ip: readClientAddress(request.headers.get("CF-Connecting-IP")),
  userAgent: (request.headers.get("User-Agent") ?? "").slice(0, 400),
});

export const placedClientOf = (request: Request): PlacedClient => ({ ...clientOf(request), place: placeOf(request) });
