/**
 * Changing the address: a mailed link proves the new one without signing anybody in. Steps: mail it, open it, move the
 * address.
 */
import { DAY, SECOND } from "../../kernel/clock.ts";
import type { Client } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed, UniqueViolation } from "../../platform/db.ts";
import { guard } from "../../db/sql.ts";
import type { Mail } from "../../platform/mail.ts";
import { hashToken, isToken, tokenOf } from "../../platform/tokens.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import { commit } from "../../commit/commit.ts";
import { inLanguage } from "../../words/language.ts";
import { words } from "../../words/mail.ts";
import { raiseEpoch, consumeLinksOf, consumeOtherLinks } from "../auth/session/statements.ts";
import { maskEmail } from "../auth/session/rules.ts";
import * as store from "./email-store.ts";

/**
 * Longer than a sign-in link's lifetime: opening this link grants no session, the new mailbox may be slow or on another
 * device, and the owner of the old address needs time to read mail and object.
 */
export const PROOF_LIFETIME = DAY;

/** Derived from the change's id, so that a redelivered mail job sends the same link and the queue never carries it. */
export const proofToken = (deps: Pick<Deps, "keys">, changeId: string): string =>
  tokenOf("proof", deps.keys.sign("email-proof", "token", changeId));

const signature = (deps: Pick<Deps, "config" | "keys">, token: string, exp: string): string =>
  deps.keys.sign("email-proof", "url", token, exp, deps.config.origin);

/** Queue job: sends at most one mail per change. Throws if the mail could not be handed over, so that it is retried. */
export async function mailEmailProof(deps: Deps, changeId: string): Promise<void> {
  try {
    const change = await writeOneExempt(deps.db, exempt.job, store.claimChangeMail(changeId, deps.now));
    if (change) await deps.mailer.send(inLanguage(change.language, () => proofMail(deps, changeId, change)));
  } catch (error) {
    // Release the claim too, even if only its response was lost: a proof that stays claimed is never mailed.
    await writeOneExempt(deps.db, exempt.job, store.releaseChangeMail(changeId));
    throw error;
  }
}

function proofMail(deps: Pick<Deps, "config" | "keys">, changeId: string, change: store.MailableChange): Mail {
  const token = proofToken(deps, changeId);
  const exp = String(Math.floor(change.expiresAt / SECOND));
  const url = new URL("/api/account/email/verify", deps.config.origin);
  url.searchParams.set("token", token);
  url.searchParams.set("exp", exp);
  url.searchParams.set("sig", signature(deps, token, exp));
  return {
    to: change.email,
    subject: words.confirmAddress,
    text: words.confirmAddressText(url.href),
    link: url.href,
  };
}

type OpenedProof = {
  readonly token: string;
  readonly exp: string;
  readonly sig: string;
  /** The user pressed the button on the confirm page. */
  readonly confirmed: boolean;
  /** Hash of the browser's session token; the session survives if it belongs to the user. */
  readonly presentedSession: string | null;
  readonly client: Client;
};

type ProofOutcome =
  | { readonly kind: "proven"; readonly email: string }
  | {
      readonly kind: "confirm";
      readonly email: string;
      readonly name: string;
      readonly current: string;
    }
  | { readonly kind: "refused" };

/**
 * Asks for confirmation before it proves the address, even for programs: the owner of the address may never have
 * requested it, and mail scanners open links. Used, expired, altered and unknown links get the same answer, as does an
 * address that belongs to another account by now.
 */
export async function openEmailProof(deps: Deps, opened: OpenedProof): Promise<ProofOutcome> {
  if (
    !isToken("proof", opened.token) ||
    !deps.keys.verify("email-proof", opened.sig, "url", opened.token, opened.exp, deps.config.origin)
  ) {
    return { kind: "refused" };
  }
  const change = await deps.db.one(store.findChange(hashToken("proof", opened.token), deps.now));
  if (!change?.isOpen) return { kind: "refused" };
  if (!opened.confirmed) {
    return {
      kind: "confirm",
      email: change.email,
      name: change.name,
      current: maskEmail(change.loginEmail),
    };
  }
  return confirmChange(deps, opened, change);
}

/** In one transaction: claims the change, moves the address, and ends all other sessions and all links to both addresses. */
async function confirmChange(deps: Deps, opened: OpenedProof, change: store.EmailChange): Promise<ProofOutcome> {
  const { id, userId, email } = change;
  const { presentedSession, client } = opened;
  const claimId = deps.newId();
  const by = { userId, client };
  try {
    await commit(deps, exempt.endSessions, {
      queries: [
        store.claimChange(id, claimId, deps.now),
        guard(store.changeIsClaimedBy(id, claimId)),
        consumeLinksOf(userId, deps.now),
        consumeOtherLinks(email, deps.now),
        ...(presentedSession === null ? [] : store.keepSessionAcrossEpoch(userId, presentedSession)),
        raiseEpoch(userId, deps.now),
        store.updateAddress(userId, email, deps.now),
      ],
      notes: [
        { kind: "account.email_proven", by, email, resource: { type: "email_change", id } },
        { kind: "session.invalidate_all", by, email, detail: { reason: "email_change" } },
      ],
      jobs: [{ id: deps.newId(), kind: "mail.notice", userId, notice: "email_changed", changeId: id }],
    });
  } catch (error) {
    if (error instanceof GuardFailed || error instanceof UniqueViolation) return rejectChange(deps, opened, change);
    // The response may have been lost after the commit; the claim id shows whether it was.
    if (!(await deps.db.one(store.wasChangeClaimedBy(id, claimId)))) throw error;
  }
  return { kind: "proven", email };
}

async function rejectChange(deps: Deps, { client }: OpenedProof, change: store.EmailChange): Promise<ProofOutcome> {
  await commit(deps, exempt.record, {
    queries: [],
    notes: [
      {
        kind: "account.email_proven",
        outcome: "refused",
        by: { userId: change.userId, client },
        email: change.email,
        resource: { type: "email_change", id: change.id },
      },
    ],
  });
  return { kind: "refused" };
}
