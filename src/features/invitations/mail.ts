/** The invitation mail. */
import type { Job } from "../../kernel/job.ts";
import type { Deps } from "../../deps.ts";
import type { Mail } from "../../platform/mail.ts";
import { exempt, writeExempt, writeOneExempt } from "../../permissions/exempt.ts";
import { inLanguage } from "../../words/language.ts";
import { words } from "../../words/mail.ts";
import { INVITATION_DAYS } from "./contract.ts";
import { linkFor } from "./link.ts";
import { quotable } from "./rules.ts";
import * as store from "./store.ts";

type InvitationJob = Extract<Job, { kind: "mail.invitation" }>;

/** Queue job: sends at most one mail per link. Throws if the mail could not be handed over, so that it is retried. */
export async function mailInvitation(deps: Deps, { invitationId, issuedAt }: InvitationJob): Promise<void> {
  try {
    const [claimed, invitation] = await writeExempt(deps.db, exempt.job, [
      store.claimMail(deps.config, invitationId, issuedAt, deps.now),
      store.findMailable(invitationId),
    ]);
    if (claimed === 0 || !invitation) return;
    await deps.mailer.send(inLanguage(invitation.language ?? "en", () => invitationMail(deps, invitation)));
  } catch (error) {
    // Release the claim too, even if only its response was lost: an invitation that stays claimed is never mailed.
    await writeOneExempt(deps.db, exempt.job, store.releaseMail(invitationId));
    throw error;
  }
}

/** Names and titles come from people whom the recipient may not know, so anything resembling a link is left out. */
function invitationMail(deps: Pick<Deps, "keys" | "config">, invitation: store.OpenedInvitation): Mail {
  const link = linkFor(deps, invitation.id, invitation.issuedAt);
  const inviter = quotable(invitation.inviterName) ?? invitation.inviterEmail;
  const name = quotable(invitation.name);
  const isPage = invitation.pageId !== null;
  return {
    to: invitation.email,
    subject: words.invitation(inviter, isPage),
    text: words.invitationText({
      inviter,
      inviterEmail: invitation.inviterEmail,
      name,
      isPage,
      days: INVITATION_DAYS,
      origin: deps.config.origin,
      link,
    }),
    link,
    canWait: true,
  };
}
