/** User search. Finds only discoverable users, and never by part of their address. */
import type { Caller } from "../../kernel/caller.ts";
import type { AdminDeps } from "../../deps.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import { normalizeEmail } from "../../kernel/email.ts";
import type { FindUser, FoundUser, Person, SearchPeople } from "./contract.ts";
import { wordsIn } from "../../kernel/person-names.ts";
import * as store from "./store.ts";

/** Maximum number of query words used. */
const MAX_WORDS = 6;

/** `unconnected` limits the results to users without a connection to the caller. */
export async function searchPeople(
  deps: AuthDeps,
  caller: Caller,
  { q, limit }: SearchPeople,
  unconnected: boolean,
): Promise<Person[]> {
  const words = wordsIn(q).slice(0, MAX_WORDS);
  const email = normalizeEmail(q);
  const { results } = await authenticate(deps, caller, [
    // A query without words, or with an "@", only matches an exact address.
    store.searchPeople(caller, q.includes("@") ? [] : words, email, limit, unconnected),
  ]);
  return results[0];
}

/** For administrators: finds one user by an exact identifier. */
export async function findUsers(deps: AdminDeps, caller: Caller, by: FindUser): Promise<FoundUser[]> {
  const folded = by.email === undefined ? by : { email: normalizeEmail(by.email) };
  const [, users] = await authorizeAdmin(deps, caller, "view", [store.findUsers(folded)]);
  return users;
}
