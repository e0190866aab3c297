/** The id of what a client asks for under a key of its own, so that it knows the id before the service answers. */
import { v7 } from "uuid";

/**
 * The id that this user's `key`, a UUIDv7, stands for. Time and randomness are the key's; the user is part of it, so nobody
 * can ask for the id of something that is or was another user's.
 */
export async function idForKey(userId: string, key: string): Promise<string> {
  const named = new TextEncoder().encode(`octavo/keyed-id/v1\0${userId}\0${key.toLowerCase()}`);
  const random = new Uint8Array(await crypto.subtle.digest("SHA-256", named)).slice(0, 16);
  return v7({ msecs: Number.parseInt(key.replaceAll("-", "").slice(0, 12), 16), random });
}
