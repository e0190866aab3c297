/** Somebody writes to the administrators: kept, and mailed to each of them. */
import type { Caller } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { authorizeAccount } from "../../permissions/authorize-account.ts";
import { commit } from "../../commit/commit.ts";
import type { ContactMessage } from "./contract.ts";
import * as store from "./store.ts";

export async function receiveMessage(deps: Deps, caller: Caller, message: ContactMessage): Promise<string> {
  const [allowed] = await authorizeAccount(deps, caller, "contactAdministrators", []);
  const { actor } = allowed;
  const id = deps.newId();
  await commit(deps, allowed, {
    queries: [store.insertMessage({ ...message, id, userId: actor.userId, now: deps.now })],
    jobs: [{ id: deps.newId(), kind: "mail.contact", messageId: id }],
  });
  return id;
}

/** The queue's part. Some may get it twice when it is broken off; nobody goes without. */
export async function mailContact(deps: Deps, messageId: string): Promise<void> {
  const [message, found] = await deps.db.batch([store.findMessage(messageId), store.listAdministrators()]);
  if (!message || message.mailedAt !== null) return;
  const recipients = new Set([...found, ...deps.config.adminEmails]);
  for (const to of recipients) {
    await deps.mailer.send({
      to,
      subject: `Octavo: ${message.subject}`,
      text: `${message.name} <${message.email}> writes by the contact form of ${deps.config.origin}:\n\n${message.message}\n`,
    });
  }
  await deps.db.writeOne(store.markMailed(messageId, deps.now));
}
