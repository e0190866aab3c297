/** Questions about everything that a user can see, in a chat of their own. */
import type { Caller } from "../../kernel/caller.ts";
import { AppError } from "../../kernel/errors.ts";
import { idForKey } from "../../kernel/keyed-id.ts";
import type { Deps } from "../../deps.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import type { AskWorkspace, AskedWorkspace } from "../agent-runs/contract.ts";
import { insertWorkspaceSettings } from "../agents/statements.ts";
import { postMessage } from "../channels/service.ts";
import { createDrive } from "../drives/service.ts";
import { createPage, loadPage } from "../pages/service.ts";
import { restorePage } from "../pages/tree/service.ts";
import { isPrivate } from "./private-chat-store.ts";
import { findPrivateDrive } from "./store.ts";

/** The idempotency key under which a user's n-th chat is created, from which its page id is computed for that user. */
const chatKey = (n: number): string => `00000000-0000-7000-8000-00000000a5c${n}`;
/** A chat that was shared in the meantime is not used any more; there are at most this many. */
const MAX_CHATS = 10;

/**
 * Posts the question in the user's chat about the workspace, which is made when they first ask, in a drive that they share
 * with nobody. Throws what posting a message throws.
 */
export async function askWorkspace(
  deps: Deps,
  caller: Caller,
  { content, title }: AskWorkspace,
): Promise<AskedWorkspace> {
  const { actor } = await authenticate(deps, caller, []);
  const pageId = await openChat(deps, caller, actor.userId, title);
  const { id, started } = await postMessage(deps, caller, pageId, { content });
  return { pageId, messageId: id, started };
}

/** The first chat of the user that nobody else reads; it is made, or taken out of the trash, if need be. */
async function openChat(deps: Deps, caller: Caller, userId: string, title: string): Promise<string> {
  for (let n = 0; n < MAX_CHATS; n += 1) {
    const pageId = await idForKey(userId, chatKey(n));
    const page = await deps.db.one(loadPage(caller, pageId));
    if (page !== null && !(await deps.db.one(isPrivate(pageId, userId)))) continue;
    if (page === null) await makeChat(deps, caller, userId, { key: chatKey(n), title });
    else if (page.trashedAt !== null) await restorePage(deps, caller, pageId);
    // Also for a chat whose settings were not stored because the request that made it was interrupted.
    await writeOneExempt(deps.db, exempt.agent, insertWorkspaceSettings(pageId, deps.now));
    return pageId;
  }
  throw new AppError(
    "conflict",
    "All your chats about the workspace are shared with others. Delete one of them first.",
  );
}

async function makeChat(
  deps: Deps,
  caller: Caller,
  userId: string,
  { key, title }: { readonly key: string; readonly title: string },
): Promise<void> {
  const own = await deps.db.one(findPrivateDrive(userId));
  const driveId = own ?? (await createDrive(deps, caller, { name: title, location: null })).id;
  await createPage(deps, caller, { driveId, title, type: "AI_CHAT", idempotencyKey: key });
}
