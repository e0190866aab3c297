/** Stores a message to the administrators and mails it to each of them. */
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { authorizeAccount } from "../../permissions/authorize-account.ts";
import { commit } from "../../commit/commit.ts";
import { requireMail, type Mail } from "../../platform/mail.ts";
import { inLanguage } from "../../words/language.ts";
import { words } from "../../words/mail.ts";
import type { ContactMessage } from "./contract.ts";
import { listAdministrators } from "./statements.ts";
import * as store from "./store.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";

export async function receiveMessage(deps: Deps, caller: Caller, message: ContactMessage): Promise<string> {
  // Administrators only see a message in their mail.
  requireMail(deps.config);
  const [allowed] = await authorizeAccount(deps, caller, "contactAdministrators", []);
  const { actor } = allowed;
  const id = deps.newId();
  await commit(deps, allowed, {
    queries: [store.insertContactMessage({ ...message, id, userId: actor.userId, now: deps.now })],
    jobs: [{ id: deps.newId(), kind: "mail.contact", messageId: id }],
  });
  return id;
}

/** Queue job. If it is interrupted, some recipients may get the mail twice, but none misses it. */
export async function mailContact(deps: Deps, messageId: string): Promise<void> {
  const [message, found] = await deps.db.batch([store.findContactMessage(messageId), listAdministrators()]);
  if (!message || message.mailedAt !== null) return;
  const languages = new Map(found.map(({ email, language }) => [email, language]));
  for (const to of new Set([...languages.keys(), ...deps.config.adminEmails]))
    await deps.mailer.send(inLanguage(languages.get(to) ?? null, () => contactMail(to, message, deps.config.origin)));
  await writeOneExempt(deps.db, exempt.job, store.markMessageMailed(messageId, deps.now));
}

const contactMail = (to: string, message: ContactMessage, origin: string): Mail => ({
  to,
  subject: words.contact(message.subject),
  text: words.contactText({ ...message, origin }),
  canWait: true,
});
