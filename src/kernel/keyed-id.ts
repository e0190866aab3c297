/** Ids derived from a key that the client generates, so that the client knows the id before the response arrives. */
import { v7 } from "uuid";

/**
 * The id for this user's `key`, a UUIDv7. Time and randomness come from the key; the user is hashed in, so that nobody can
 * request the id of an object that is or was another user's.
 */
export async function idForKey(userId: string, key: string): Promise<string> {
  const named = new TextEncoder().encode(`octavo/keyed-id/v1\0${userId}\0${key.toLowerCase()}`);
  const random = new Uint8Array(await crypto.subtle.digest("SHA-256", named)).slice(0, 16);
  return v7({ msecs: Number.parseInt(key.replaceAll("-", "").slice(0, 12), 16), random });
}
