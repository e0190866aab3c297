/** The link of an invitation. It shows the offer and does not sign anybody in. */
import type { Deps } from "../../deps.ts";
import { hashToken, tokenOf } from "../../platform/tokens.ts";

/** Derived from the invitation, so that a redelivered mail job sends the same link and the queue never carries it. */
const tokenFor = (deps: Pick<Deps, "keys">, id: string, issuedAt: number): string =>
  tokenOf("invitation", deps.keys.sign("invitation", "token", id, String(issuedAt)));

export const tokenHashFor = (deps: Pick<Deps, "keys">, id: string, issuedAt: number): string =>
  hashToken("invitation", tokenFor(deps, id, issuedAt));

export function linkFor(deps: Pick<Deps, "keys" | "config">, id: string, issuedAt: number): string {
  const url = new URL("/invitation", deps.config.origin);
  url.searchParams.set("token", tokenFor(deps, id, issuedAt));
  return url.href;
}
