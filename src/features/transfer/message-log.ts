/** The messages of a page as a readable file. */
import type { Caller } from "../../kernel/caller.ts";
import { onBehalf } from "../../kernel/agent.ts";
import { DELETED_USER } from "../../kernel/person.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { requireVisible } from "../../permissions/authorize-page.ts";
import { listMessages } from "../messages/statements.ts";
import type { Message } from "../messages/contract.ts";
import { loadPage } from "../pages/service.ts";

/** Maximum number of messages in the file, because they are read in one query. */
export const MAX_MESSAGES = 500;

export const latestMessages = (pageId: string) => listMessages({ pageId, before: null, limit: MAX_MESSAGES + 1 });

/** Markdown, oldest first; empty if there are no messages. */
export function printMessages(newestFirst: readonly Message[]): string {
  const shown = newestFirst.slice(0, MAX_MESSAGES).filter(({ deletedAt }) => deletedAt === null);
  if (shown.length === 0) return "";
  const header =
    newestFirst.length > MAX_MESSAGES
      ? `_The latest ${MAX_MESSAGES} messages. Older messages are not included in this file._\n\n`
      : "";
  const said = shown.toReversed().map(({ role, user, agent, content, createdAt, editedAt }) => {
    const author = user?.name ?? (role === "user" ? DELETED_USER : role);
    const name = (agent === null ? author : onBehalf(agent, author)).replace(/[\\*_[\]<>`]/g, "\\$&");
    return `**${name}** · ${createdAt}${editedAt === null ? "" : " · edited"}\n\n${content}\n`;
  });
  return header + said.join("\n---\n\n");
}

/** The messages as the caller can see them now; empty if they cannot. */
export async function readMessageLog(deps: AuthDeps, caller: Caller, pageId: string): Promise<string> {
  const { actor, results } = await authenticate(deps, caller, [loadPage(caller, pageId), latestMessages(pageId)]);
  const [page, messages] = results;
  try {
    requireVisible(actor, page);
  } catch {
    return "";
  }
  return printMessages(messages);
}
