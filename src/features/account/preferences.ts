/** A user's chosen language and appearance. */
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import { allowAccount } from "../../permissions/authorize-account.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { commit } from "../../commit/commit.ts";
import type { Preferences } from "./contract.ts";
import { findPreferences, updatePreferences } from "./preference-store.ts";

export async function getPreferences(deps: AuthDeps, caller: Caller): Promise<Preferences> {
  const { results } = await authenticate(deps, caller, [findPreferences(caller)]);
  const [preferences] = results;
  if (!preferences) throw notFound("This account");
  return preferences;
}

/** Returns the user's id. */
export async function setPreferences(deps: Deps, caller: Caller, preferences: Preferences): Promise<string> {
  const { by } = await authenticate(deps, caller, []);
  const allowed = allowAccount(by, "editProfile");
  const { userId } = allowed.actor;
  await commit(deps, allowed, { queries: [updatePreferences(userId, preferences, deps.now)], notes: [], jobs: [] });
  return userId;
}
