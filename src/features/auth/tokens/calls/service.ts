/** Records the last call made with an MCP token, so that a user who is connecting a program can see when it works. */
import { SECOND } from "../../../../kernel/clock.ts";
import type { ErrorCode } from "../../../../kernel/errors.ts";
import { ExpiringMap } from "../../../../kernel/expiring-map.ts";
import type { Deps } from "../../../../deps.ts";
import * as store from "./store.ts";
import { exempt, writeOneExempt } from "../../../../permissions/exempt.ts";
import { tokenIdOf } from "../../../../kernel/caller.ts";

/**
 * The state of each token's last recorded call. A busy agent makes several calls a second, which should not cost a
 * write each.
 */
const recentlyNoted = new ExpiringMap<string>(30 * SECOND, 1_000);

type Outcome = { readonly what: string; readonly error: ErrorCode | null };

/** Tool names of requests: more informative than the request's path. */
const named = new WeakMap<Deps["identity"], Outcome>();

/** Names the tool that a request called and its outcome, possibly before the token's owner is known. */
export function nameCall(deps: Deps, what: string, error: ErrorCode | null): void {
  const isAnswered = named.has(deps.identity);
  named.set(deps.identity, { what, error });
  // A tool that reports progress ends after the response has begun.
  if (isAnswered) note(deps, { what, error });
}

/**
 * Records this request's call after the response; `what` is its path, used if no tool was named. Requests by sessions
 * are not recorded.
 */
export function noteCall(deps: Deps, what: string, error: ErrorCode | null): void {
  const call = named.get(deps.identity);
  named.set(deps.identity, { what, error });
  note(deps, { what: call?.what ?? what, error: error ?? call?.error ?? null });
}

function note(deps: Deps, { what, error }: Outcome): void {
  const { identity, now } = deps;
  const tokenId = identity.actor && tokenIdOf(identity.actor);
  if (!tokenId) return;
  // Changes that matter to a waiting user are recorded at once: the first tool call after initialization, an error, and its end.
  const state = `${what === "POST /mcp"} ${error ?? ""}`;
  if (recentlyNoted.get(tokenId, now) === state) return;
  recentlyNoted.set(tokenId, state, now);
  deps.defer(() => writeOneExempt(deps.db, exempt.bookkeeping, store.noteCall(tokenId, { what, error, at: now })));
}
