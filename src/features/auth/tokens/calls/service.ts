/** What was last called with a tool token, for the person who is connecting a program and waits for it to come through. */
import { SECOND } from "../../../../kernel/clock.ts";
import type { ErrorCode } from "../../../../kernel/errors.ts";
import { ExpiringMap } from "../../../../kernel/expiring-map.ts";
import type { Deps } from "../../../../deps.ts";
import * as store from "./store.ts";
import { exempt, writeOneExempt } from "../../../../permissions/exempt.ts";
import { tokenIdOf } from "../../../../kernel/caller.ts";

/** How the last noted call of a token went. A busy agent makes several calls a second, which should not cost a write each. */
const recentlyNoted = new ExpiringMap<string>(30 * SECOND, 1_000);

type Outcome = { readonly what: string; readonly error: ErrorCode | null };

/** What requests called: a tool says more than the address that it was called at. */
const named = new WeakMap<Deps["identity"], Outcome>();

/** Says which tool a request called and how that went, which may be before it is known whose request it is. */
export function nameCall(deps: Deps, what: string, error: ErrorCode | null): void {
  const isAnswered = named.has(deps.identity);
  named.set(deps.identity, { what, error });
  // A tool that tells of its progress ends after the answer has begun.
  if (isAnswered) note(deps, { what, error });
}

/** Notes the call of this request after its answer; `what` is its address, for want of a better name. Requests of people are not noted. */
export function noteCall(deps: Deps, what: string, error: ErrorCode | null): void {
  const call = named.get(deps.identity);
  named.set(deps.identity, { what, error });
  note(deps, { what: call?.what ?? what, error: error ?? call?.error ?? null });
}

function note(deps: Deps, { what, error }: Outcome): void {
  const { identity, now } = deps;
  const tokenId = identity.actor && tokenIdOf(identity.actor);
  if (!tokenId) return;
  // What is news to whoever waits is noted at once: the first tool after the greeting, a refusal, and that there is none any more.
  const state = `${what === "POST /mcp"} ${error ?? ""}`;
  if (recentlyNoted.get(tokenId, now) === state) return;
  recentlyNoted.set(tokenId, state, now);
  deps.defer(() => writeOneExempt(deps.db, exempt.bookkeeping, store.noteCall(tokenId, { what, error, at: now })));
}
