/** Sign-in by magic link: request it, mail it, open it. */
import { SECOND, DAY } from "../../../kernel/clock.ts";
import type { Client } from "../../../kernel/caller.ts";
import type { Job } from "../../../kernel/job.ts";
import type { SignUpRefusal } from "../../../kernel/sign-up.ts";
import type { Language } from "../../../kernel/preferences.ts";
import type { Deps } from "../../../deps.ts";
import { GuardFailed } from "../../../platform/db.ts";
import { requireMail, type Mail } from "../../../platform/mail.ts";
import { hashToken, isToken, sha256 } from "../../../platform/tokens.ts";
import { guard } from "../../../db/sql.ts";
import { exempt, writeOneExempt } from "../../../permissions/exempt.ts";
import { commit } from "../../../commit/commit.ts";
import { flushOutbox } from "../../../commit/flush.ts";
import { inLanguage } from "../../../words/language.ts";
import { words } from "../../../words/mail.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { isSilenced, requireLimits } from "../../../rate-limits/service.ts";

import { maskEmail, mayConsume, nameFromEmail, type LinkVisitor } from "../session/rules.ts";
import { beginSession, newAccountStatements } from "../session/sign-in.ts";
import { linkToken, linkUrl } from "./link.ts";
import * as links from "./store.ts";
import { consumeOtherLinks } from "../session/link-store.ts";
import { deleteSession } from "../session/store.ts";
import { userById, userWithEmail } from "../session/user-statements.ts";
import { requireLinkConfirmation } from "../session/user-store.ts";
import { LINK_LIFETIME_SECONDS } from "./contract.ts";
import { MUTED } from "./store.ts";
import { claimInvitations, findClaimable, type ClaimableInvitation } from "../../invitations/service.ts";
import { findRefusal } from "../../signup/statements.ts";
import { safeNext } from "../../../kernel/safe-next.ts";

type LinkRequest = {
  email: string;
  next?: string | undefined;
  /** Language of the requesting page. */
  language: Language;
  binding: string;
  /** Hash of the requesting browser's session; it ends when this browser signs in. */
  presentedSession: string | null;
  /** Hash of the token of the sign-up link that the requester has opened, if any. */
  signUpHash?: string | null;
  client: Client;
};

/**
 * Known, unknown, suspended and rate-limited addresses get the same answer and cost the same work, even once the service has
 * reached its hourly mail limit, and whatever the sign-up policy: the mail job then decides which addresses get a link.
 * Throws `mail_not_configured`.
 */
export async function sendLink(deps: Deps, asked: LinkRequest): Promise<void> {
  requireMail(deps.config);
  const byMailbox = { rule: LIMIT_RULES.magicLinkSendByEmail, value: asked.email };
  const byService = { rule: LIMIT_RULES.magicLinkSendByService, value: "all" };
  const isMailboxLimited = await isSilenced(deps, asked.client, byMailbox);
  const isCrowded = await isSilenced(deps, asked.client, byService, deps.config.signInMailsPerHour);
  const muted = isMailboxLimited ? MUTED.always : isCrowded ? MUTED.unlessKnown : MUTED.never;
  const linkId = deps.newId();
  const link = {
    id: linkId,
    tokenHash: hashToken("magic", linkToken(deps.keys, linkId)),
    email: asked.email,
    bindingHash: sha256(asked.binding),
    askedBy: asked.presentedSession,
    next: safeNext(asked.next, deps.config.origin),
    muted,
    signUpHash: asked.signUpHash ?? null,
    mayCreateAccount: 0 as const,
    now: deps.now,
    expiresAt: deps.now + LINK_LIFETIME_SECONDS * SECOND,
  };
  await commit(deps, exempt.signIn, {
    queries: [links.insertLink(link)],
    notes: [
      {
        kind: "magic.send",
        by: { userId: null, client: asked.client },
        email: asked.email,
        flags: isMailboxLimited ? ["muted"] : isCrowded ? ["known_only"] : [],
      },
    ],
    jobs: [{ id: deps.newId(), kind: "mail.magic-link", linkId, language: asked.language }],
  });
}

type LinkJob = Extract<Job, { kind: "mail.magic-link" }>;

/** Queue handler: sends at most one mail per link. Throws when the mailer fails, so that the job is retried. */
export async function mailLink(deps: Deps, { linkId, language = "en" }: LinkJob): Promise<void> {
  try {
    const link = await writeOneExempt(deps.db, exempt.job, links.claimLinkMail(deps.config, linkId, deps.now));
    if (link) await deps.mailer.send(inLanguage(link.language ?? language, () => signInMail(deps, linkId, link)));
  } catch (error) {
    // Covers the claim too: it may have succeeded although its answer was lost, and a link left claimed is never mailed.
    await writeOneExempt(deps.db, exempt.job, links.releaseLinkMail(linkId));
    throw error;
  }
}

function signInMail(deps: Pick<Deps, "config" | "keys">, linkId: string, link: links.MailableLink): Mail {
  const url = linkUrl({ keys: deps.keys, origin: deps.config.origin }, { ...link, id: linkId });
  return {
    to: link.email,
    subject: words.signIn,
    text: words.signInText(url),
    link: url,
  };
}

type OpenedLink = {
  token: string;
  exp: string;
  sig: string;
  next: string;
  opening: Exclude<LinkVisitor, "looking-ahead">;
  /** The user pressed the button on the confirm page. */
  confirmed: boolean;
  binding: string | null;
  presentedSession: string | null;
  client: Client;
};

type LinkOutcome =
  | { readonly kind: "signed-in"; readonly sessionToken: string; readonly next: string }
  | { readonly kind: "confirm"; readonly email: string }
  | { readonly kind: "refused"; readonly code: "link_invalid" | "account_suspended" | SignUpRefusal };

/** Opens a link. Used, expired, altered and unknown links get the same answer; the audit log records the reason. */
export async function openLink(deps: Deps, opened: OpenedLink): Promise<LinkOutcome> {
  if (
    !isToken("magic", opened.token) ||
    !deps.keys.verify("magic-link", opened.sig, "url", opened.token, opened.exp, opened.next || "/", deps.config.origin)
  ) {
    return rejectLink(deps, opened, "altered");
  }
  const link = await deps.db.one(links.findLink(hashToken("magic", opened.token)));
  if (!link) return rejectLink(deps, opened, "unknown");
  const bound = opened.binding !== null && link.bindingHash === sha256(opened.binding);
  if (link.usedAt !== null) return rejectUsedLink(deps, opened, link, bound);
  if (link.expiresAt <= deps.now) return rejectLink(deps, opened, "expired", link);
  if (link.suspendedAt !== null) return rejectLink(deps, opened, "suspended", link);
  const evidence = {
    opening: opened.opening,
    bound,
    confirmed: opened.confirmed,
    mailboxOpensLinks: (link.confirmLinksUntil ?? 0) > deps.now,
  };
  if (!mayConsume(deps.config.magicLinkOpen, evidence)) return { kind: "confirm", email: maskEmail(link.email) };
  if (link.userId === null) {
    const by = { userId: null, client: opened.client };
    await requireLimits(deps, [{ rule: LIMIT_RULES.accountCreateByIp, value: opened.client.ip }], by);
  }
  return consumeLink(deps, opened, link, bound);
}

/** In one transaction: claims the link, creates the user and session, and ends the browser's previous session. */
async function consumeLink(
  deps: Deps,
  opened: OpenedLink,
  link: links.SignInLink,
  bound: boolean,
): Promise<LinkOutcome> {
  const claimId = deps.newId();
  const sessionId = deps.newId();
  const userId = link.userId ?? deps.newId();
  const { email, signUpHash } = link;
  const permit = links.isLinkPermit(link.id);
  const signIn = beginSession(deps, {
    // Look a new account up by address, because a concurrent request may have created it.
    user: link.userId === null ? userWithEmail(email) : userById(userId),
    userId,
    email,
    method: "magic-link",
    client: opened.client,
    presentedSession: opened.presentedSession ?? (bound ? link.askedBy : null),
    sessionId,
    claimed: bound,
  });
  const queries = [
    links.claimLink(link.id, claimId, sessionId, deps.now),
    guard(links.linkIsClaimedBy(link.id, claimId)),
    ...(link.userId === null
      ? newAccountStatements(deps, { userId, email, name: nameFromEmail(email), signUpHash, permit })
      : []),
    ...signIn.queries,
    consumeOtherLinks(email, deps.now),
  ];
  let waiting: readonly ClaimableInvitation[] = [];
  try {
    const results = await commit(deps, exempt.signIn, { queries: [...queries, findClaimable(deps, email)] });
    waiting = results.at(-1) as readonly ClaimableInvitation[]; // result of the last query
  } catch (error) {
    if (error instanceof GuardFailed) {
      const applicant = { email, signUpHash, now: deps.now };
      const refusal = link.userId === null ? await deps.db.one(findRefusal(deps.config, applicant, permit)) : null;
      return rejectLink(deps, opened, refusal ?? "used", link);
    }
    // The reply may have been lost after the commit; the claim id shows whether it succeeded.
    if (!(await deps.db.one(links.wasLinkClaimedBy(link.id, claimId)))) throw error;
  }
  flushOutbox(deps, true, []);
  await claimInvitations(deps, waiting, opened.client);
  return { kind: "signed-in", sessionToken: signIn.sessionToken, next: safeNext(opened.next, deps.config.origin) };
}

/**
 * If a used link is opened in the browser that requested it and its session was never used, something else, such as a
 * scanner, opened it first. That session ends, and links to this mailbox require confirmation for a month.
 */
async function rejectUsedLink(
  deps: Deps,
  opened: OpenedLink,
  link: links.SignInLink,
  bound: boolean,
): Promise<LinkOutcome> {
  if (!bound || link.unusedSessionId === null || link.userId === null) return rejectLink(deps, opened, "used", link);
  await commit(deps, exempt.signIn, {
    queries: [
      deleteSession(link.userId, link.unusedSessionId),
      requireLinkConfirmation(link.userId, deps.now + 30 * DAY),
    ],
    notes: [
      { kind: "magic.burnt", outcome: "fail", by: { userId: link.userId, client: opened.client }, email: link.email },
    ],
  });
  return { kind: "refused", code: "link_invalid" };
}

async function rejectLink(
  deps: Deps,
  opened: OpenedLink,
  reason: "altered" | "unknown" | "used" | "expired" | "suspended" | SignUpRefusal,
  link?: links.SignInLink,
): Promise<LinkOutcome> {
  await commit(deps, exempt.record, {
    queries: [],
    notes: [
      {
        kind: "auth.login.fail",
        outcome: "fail",
        by: { userId: link?.userId ?? null, client: opened.client },
        detail: { method: "magic-link", reason },
        ...(link && { email: link.email }),
      },
    ],
  });
  if (reason === "sign_up_refused" || reason === "sign_ups_full") return { kind: "refused", code: reason };
  return { kind: "refused", code: reason === "suspended" ? "account_suspended" : "link_invalid" };
}
