/** Sends the changes to pages that are no longer open and that never reached the service. */
import type { Page } from "../../../features/pages/contract.ts";
import { connectPage } from "../../../live-client/page.ts";
import { words } from "../../../words/offline.ts";
import { call, path } from "../api/api.ts";
import { find } from "../ui/dom.ts";
import { browserEnvironment, openSocket } from "../live/connection.ts";
import { sendPending } from "./pending-pages/send.ts";
import { listPending } from "./pending-pages/store.ts";
import { waitingPages } from "./stored-drafts.ts";
import { openPageStore } from "../live/store.ts";
import { announce } from "../ui/notice.ts";
import { accessTo } from "../live/socket-access.ts";

/** In ms. A page that is not reached by then is retried at the next visit. */
const TIMEOUT_MS = 20_000;

/** `again` includes pages that the service refused to create before. */
export async function sendDrafts(again = false): Promise<void> {
  const [waiting, pending] = [await waitingPages(), await listPending()];
  if (waiting.length === 0 && pending.length === 0) return;
  const { id } = await call<{ id: string }>("GET", "/api/auth/me");
  if (pending.length > 0) await sendPending(id, again);
  const missing = new Set((await listPending()).map((page) => page.id));
  // An open page sends its own changes.
  const open = find("#main", HTMLElement)?.dataset["page"];
  for (const { userId, pageId } of waiting)
    // oxlint-disable-next-line no-await-in-loop -- one connection at a time
    if (userId === id && pageId !== open && !missing.has(pageId) && (await send(userId, pageId))) await tell(pageId);
}

/** Resolves to true if the page accepted the changes. Rejected ones are shown when the page is opened. */
async function send(userId: string, pageId: string): Promise<boolean> {
  const page = connectPage({
    pageId,
    socket: openSocket,
    token: accessTo(pageId),
    environment: browserEnvironment,
    store: openPageStore(userId, pageId),
  });
  const isSaved = new Promise<boolean>((resolve) => {
    page.on("status", ({ state }) => {
      if (["saved", "read-only", "lost"].includes(state)) resolve(state === "saved");
    });
    page.on("refused", () => resolve(false));
    setTimeout(() => resolve(false), TIMEOUT_MS);
  });
  try {
    return await isSaved;
  } finally {
    await page.close();
  }
}

async function tell(pageId: string): Promise<void> {
  const { title } = await call<Page>("GET", path`/api/pages/${pageId}`);
  announce(title === "" ? words.sentUntitled : words.sent(title));
}
