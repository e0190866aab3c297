/** What was typed in this browser and has not reached the service yet, by page. */
import { words } from "../messages/offline.ts";
import { openDialog } from "./dialog.ts";
import { element } from "./dom.ts";
import { waitingPages } from "./stored-drafts.ts";
import { attempt } from "./notice.ts";
import { loadTitles } from "./palette/title-store.ts";
import { recentPages } from "./recent-pages.ts";
import { sendDrafts } from "./send-drafts.ts";
import { sideView } from "./tree/state.ts";

export async function openUnsentDrafts(): Promise<void> {
  const shown = element("div", {});
  await draw(shown);
  openDialog(words.waiting, shown);
}

async function draw(shown: HTMLElement): Promise<void> {
  const [waiting, titles] = await Promise.all([waitingPages(), knownTitles()]);
  if (waiting.length === 0) return shown.replaceChildren(element("p", {}, words.nothingWaits));
  const rows = waiting.map(({ pageId, isRefused }) =>
    element(
      "li",
      {},
      element("a", { href: `/pages/${pageId}` }, titles.get(pageId) || words.untitled),
      element("span", { class: "muted" }, ` ${isRefused ? words.refused : words.waits}`),
    ),
  );
  const send = element("button", { type: "button" }, words.sendNow);
  send.addEventListener("click", () =>
    attempt(send, async () => {
      await sendDrafts();
      await draw(shown);
    }),
  );
  shown.replaceChildren(
    element("p", {}, words.whenReached),
    element("ul", {}, ...rows),
    element("p", { class: "actions" }, send),
  );
}

/** Those that this browser knows without a network. */
async function knownTitles(): Promise<ReadonlyMap<string, string>> {
  const stored = await loadTitles(sideView()?.email ?? "").catch(() => undefined);
  return new Map([...(stored?.pages ?? []), ...recentPages()].map(({ id, title }) => [id, title]));
}
