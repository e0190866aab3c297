/**
 * Opening an invitation's link. The link is bound to its address: anyone who has it can see the offer, but only a user
 * who has proven the address can accept it. It does not sign anybody in.
 */
import type { Caller, Client } from "../../../kernel/caller.ts";
import { sessionHashOf } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Language } from "../../../kernel/preferences.ts";
import type { Deps } from "../../../deps.ts";
import { hashToken, isToken } from "../../../platform/tokens.ts";
import { authenticate } from "../../../permissions/authenticate.ts";
import { sendLink } from "../../auth/magic-link/service.ts";
import { maskEmail } from "../../auth/session/rules.ts";
import { acceptInvitation, acknowledgeInvitation } from "../service.ts";
import * as store from "../store.ts";
import { findVisitor } from "./store.ts";

/** The offer as shown to the visitor. The address is masked, because the link may have been passed on. */
export type OfferShown = {
  readonly inviter: string;
  readonly name: string;
  readonly isPage: boolean;
  readonly email: string;
  /** The sign-up policy lets the address create an account, whether or not it has one. */
  readonly mayJoin: boolean;
  /** The signed-in visitor's address, and whether the invitation is for it. */
  readonly signedIn: { readonly email: string; readonly isInvited: boolean } | null;
};

type Visitor = { readonly userId: string; readonly email: string };

/** Null for an unknown or expired link. */
export async function showInvitation(deps: Deps, token: string, caller: Caller | null): Promise<OfferShown | null> {
  const [invitation, visitor] = await load(deps, token, caller);
  if (!invitation) return null;
  return {
    inviter: invitation.inviterName,
    name: invitation.name,
    isPage: invitation.pageId !== null,
    email: maskEmail(invitation.email),
    mayJoin: invitation.mayJoin === 1,
    signedIn: visitor && { email: visitor.email, isInvited: visitor.email === invitation.email },
  };
}

type Opened = {
  readonly token: string;
  readonly caller: Caller | null;
  readonly client: Client;
  readonly binding: string;
  readonly language: Language;
};

type Outcome =
  | { readonly kind: "open"; readonly path: string }
  | { readonly kind: "sent"; readonly email: string; readonly mayJoin: boolean }
  | { readonly kind: "other"; readonly email: string; readonly mine: string }
  | { readonly kind: "over" };

/**
 * Accepts the invitation if the visitor is signed in with its address; mails a sign-in link to that address if they are
 * not signed in.
 */
export async function openInvitation(deps: Deps, opened: Opened): Promise<Outcome> {
  const [invitation, visitor] = await load(deps, opened.token, opened.caller);
  if (!invitation) return { kind: "over" };
  const path = invitation.pageId === null ? `/drives/${invitation.driveId}` : `/pages/${invitation.pageId}`;
  if (visitor === null) return mailSignIn(deps, opened, invitation, path);
  if (visitor.email !== invitation.email)
    return { kind: "other", email: maskEmail(invitation.email), mine: visitor.email };
  if (invitation.isAccepted === 1) return { kind: "open", path };
  if (invitation.pageId !== null && invitation.grantedTo === visitor.userId) {
    await acknowledgeInvitation(deps, visitor.userId, invitation.pageId, opened.client);
    return { kind: "open", path };
  }
  const isAccepted = await acceptInvitation(deps, invitation, visitor.userId, opened.client);
  return isAccepted ? { kind: "open", path } : { kind: "over" };
}

async function mailSignIn(
  deps: Deps,
  opened: Opened,
  { email, mayJoin }: store.ShownInvitation,
  next: string,
): Promise<Outcome> {
  const { language, binding, client } = opened;
  // No proof of work is asked for: the link of an invitation mails no address but its own.
  await sendLink(deps, {
    email,
    next,
    language,
    binding,
    client,
    presentedSession: sessionHashOf(opened.caller),
  });
  return { kind: "sent", email: maskEmail(email), mayJoin: mayJoin === 1 };
}

async function load(
  deps: Deps,
  token: string,
  caller: Caller | null,
): Promise<[store.ShownInvitation | null, Visitor | null]> {
  if (!isToken("invitation", token)) return [null, null];
  const find = store.findByToken(deps.config, hashToken("invitation", token), deps.now);
  if (caller?.kind !== "session") return [await deps.db.one(find), null];
  try {
    const { results } = await authenticate(deps, caller, [find, findVisitor(caller)]);
    return results;
  } catch (error) {
    // The session has ended: treat the visitor as signed out.
    if (error instanceof AppError && error.code === "unauthenticated") return [await deps.db.one(find), null];
    throw error;
  }
}
