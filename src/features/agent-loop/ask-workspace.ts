/** Questions about everything that a user can see, in a chat of their own. */
import type { Caller } from "../../kernel/caller.ts";
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
import { findPrivateDrive } from "./store.ts";

/** The same for everybody: the id of each user's chat follows from it. */
const CHAT_KEY = "00000000-0000-7000-8000-00000000a5c0";

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
  const pageId = await idForKey(actor.userId, CHAT_KEY);
  const page = await deps.db.one(loadPage(caller, pageId));
  if (page === null) await makeChat(deps, caller, actor.userId, title);
  else if (page.trashedAt !== null) await restorePage(deps, caller, pageId);
  const { id, started } = await postMessage(deps, caller, pageId, { content });
  return { pageId, messageId: id, started };
}

async function makeChat(deps: Deps, caller: Caller, userId: string, title: string): Promise<void> {
  const own = await deps.db.one(findPrivateDrive(userId));
  const driveId = own ?? (await createDrive(deps, caller, { name: title, location: null })).id;
  const { id } = await createPage(deps, caller, { driveId, title, type: "AI_CHAT", idempotencyKey: CHAT_KEY });
  await writeOneExempt(deps.db, exempt.agent, insertWorkspaceSettings(id, deps.now));
}
