/** Sign-up links: created and revoked by members, opened by people who have no account. */
import type { Caller } from "../../kernel/caller.ts";
import { DAY, toIso } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { guard, isMet } from "../../db/sql.ts";
import { hashToken, isToken, makeToken } from "../../platform/tokens.ts";
import { commit } from "../../commit/commit.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import { allowAccount } from "../../permissions/authorize-account.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import type { CreateSignUpLink, NewSignUpLink, SignUpLinkList } from "./contract.ts";
import * as store from "./store.ts";

/** Maximum links per user that have not expired. */
const MAX_LINKS = 20;
/** Expired links deleted per run of the sweep. */
const BATCH = 500;

/** The caller's links, or all links for an administrator. */
export async function listSignUpLinks(deps: AuthDeps, caller: Caller): Promise<SignUpLinkList> {
  const { results } = await authenticate(deps, caller, [store.listLinks(caller, deps.now)]);
  return { policy: deps.config.signUp.kind, links: results[0] };
}

const tooMany = (): AppError =>
  new AppError("conflict", `You have ${MAX_LINKS} sign-up links. Revoke one that you no longer need.`);

/** Throws `conflict` if this instance does not sign people up by invitation, or if the caller has too many links. */
export async function createSignUpLink(
  deps: Deps,
  caller: Caller,
  { days, maxUses }: CreateSignUpLink,
): Promise<NewSignUpLink> {
  const { config, now } = deps;
  const { by, results } = await authenticate(deps, caller, [store.findCreator(caller, now)]);
  const allowed = allowAccount(by, "createSignUpLink");
  const { actor } = allowed;
  if (config.signUp.kind !== "invited")
    throw new AppError("conflict", "Sign-up links are only used where new accounts require an invitation.");
  const [creator] = results;
  if ((creator?.links ?? 0) >= MAX_LINKS) throw tooMany();
  const token = makeToken("signUp", deps.random);
  const link = { id: deps.newId(), createdBy: actor.userId, createdAt: now, expiresAt: now + days * DAY, maxUses };
  await commit(deps, allowed, {
    queries: [
      guard(store.hasRoomForLink(actor.userId, now, MAX_LINKS)),
      store.insertLink({ ...link, tokenHash: hashToken("signUp", token) }),
    ],
    notes: [
      { kind: "signup.link", by: actor, resource: { type: "signup_link", id: link.id }, detail: { days, maxUses } },
    ],
  });
  const url = new URL("/join", config.origin);
  url.searchParams.set("token", token);
  return {
    id: link.id,
    createdBy: { id: actor.userId, name: creator?.name ?? "" },
    createdAt: toIso(now),
    expiresAt: toIso(link.expiresAt),
    maxUses,
    uses: 0,
    url: url.href,
  };
}

/** For the link's creator and for administrators. Accounts that were created with it stay. */
export async function revokeSignUpLink(deps: Deps, caller: Caller, id: string): Promise<void> {
  const mayRevoke = store.mayRevoke(caller, id);
  const { by, results } = await authenticate(deps, caller, [isMet(mayRevoke)]);
  const allowed = allowAccount(by, "revokeSignUpLink");
  if (!results[0]) throw notFound("This sign-up link");
  await commit(deps, allowed, {
    queries: [guard(mayRevoke), store.deleteLink(id)],
    notes: [{ kind: "signup.revoke", by: allowed.actor, resource: { type: "signup_link", id } }],
  });
}

/** The inviter's name; null for a link that is unknown, expired, used up or revoked, or where the policy ignores links. */
export async function showSignUpLink(
  { config, db, now }: Pick<Deps, "config" | "db" | "now">,
  token: string,
): Promise<{ readonly inviter: string } | null> {
  const { kind } = config.signUp;
  if ((kind !== "invited" && kind !== "open") || !isToken("signUp", token)) return null;
  return db.one(store.findOpenLink(hashToken("signUp", token), now));
}

export const sweepSignUpLinks = ({ db, now }: Pick<Deps, "db" | "now">): Promise<number> =>
  writeOneExempt(db, exempt.job, store.deleteExpired(now, BATCH));
