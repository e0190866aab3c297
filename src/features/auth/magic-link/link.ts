/** The token and address of a sign-in link. */
import { type Instant, SECOND } from "../../../kernel/clock.ts";
import type { Keys } from "../../../platform/keys.ts";
import { tokenOf } from "../../../platform/tokens.ts";

/** A link's token is derived from its id, so a redelivered mail job sends the same link and queues carry no tokens. */
export const linkToken = (keys: Keys, linkId: string): string =>
  tokenOf("magic", keys.sign("magic-link", "token", linkId));

/** `next` is a path, and `/` by default. */
export function linkUrl(
  { keys, origin }: { readonly keys: Keys; readonly origin: string },
  { id, next, expiresAt }: { readonly id: string; readonly next: string; readonly expiresAt: Instant },
): string {
  const token = linkToken(keys, id);
  const exp = String(Math.floor(expiresAt / SECOND));
  const url = new URL("/api/auth/magic-link/verify", origin);
  url.searchParams.set("token", token);
  url.searchParams.set("exp", exp);
  url.searchParams.set("sig", keys.sign("magic-link", "url", token, exp, next, origin));
  if (next !== "/") url.searchParams.set("next", next);
  return url.href;
}
