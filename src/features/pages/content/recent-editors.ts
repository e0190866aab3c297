/**
 * Remembers who was recently allowed to edit which page in this isolate. Only a hint: it lets an edit go directly to
 * the room, whose commit verifies the credential and the rights in D1. No access decision depends on it.
 */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { SECOND } from "../../../kernel/clock.ts";
import { ExpiringMap } from "../../../kernel/expiring-map.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import type { Deps } from "../../../deps.ts";

type RecentEditor = { readonly actor: Actor; readonly type: PageType };

/** Short enough that a credential in use regularly takes the full path, which records its last use. */
const CACHED_FOR = 30 * SECOND;
const recentEditors = new ExpiringMap<RecentEditor>(CACHED_FOR, 20_000);

const keyOf = (caller: Caller, pageId: string): string => `${caller.kind}/${caller.tokenHash}/${pageId}`;

/** Call only with an actor D1 has just confirmed, and a page they may edit. */
export function rememberEditor(
  deps: Pick<Deps, "config" | "now">,
  caller: Caller,
  actor: Actor,
  page: { readonly id: string; readonly type: PageType },
): void {
  const { sessionIdleMs } = deps.config;
  const keep = sessionIdleMs === 0 ? CACHED_FOR : Math.min(CACHED_FOR, sessionIdleMs / 20);
  recentEditors.set(keyOf(caller, page.id), { actor, type: page.type }, deps.now, keep);
}

/** The actor as cached, but with this request's client. */
export function findRecentEditor(
  deps: Pick<Deps, "metrics" | "now">,
  caller: Caller,
  pageId: string,
): RecentEditor | null {
  const known = recentEditors.get(keyOf(caller, pageId), deps.now);
  deps.metrics?.cache("edits sent directly to the room", known !== undefined, deps.now);
  if (!known) return null;
  return { actor: { ...known.actor, client: caller.client }, type: known.type };
}

export function forgetEditor(caller: Caller, pageId: string): void {
  recentEditors.delete(keyOf(caller, pageId));
}
