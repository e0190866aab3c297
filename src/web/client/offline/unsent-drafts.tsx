/** Changes typed in this browser that have not reached the service yet, by page. */
import { words } from "../../../words/offline.ts";
import { ask, openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { waitingPages } from "./stored-drafts.ts";
import { announce, attempt } from "../ui/notice.ts";
import { loadTitles } from "../palette/title-store.ts";
import { discardUnsent } from "./pending-pages/discard.ts";
import { listPending, type PendingPage } from "./pending-pages/store.ts";
import { recentPages } from "../shell/recent-pages.ts";
import { sendDrafts } from "./send-drafts.ts";
import { sideView } from "../tree/state.ts";
import { unsentText } from "./unsent-text.ts";

export async function openUnsentDrafts(): Promise<void> {
  const shown = element("div", {});
  await draw(shown);
  openDialog(words.waiting, shown);
}

type Unsent = {
  readonly pageId: string;
  readonly title: string;
  /** A sentence that explains why the text is still only on this device. */
  readonly state: string;
  /** Set if the page exists only on this device. */
  readonly pending: PendingPage | null;
};

/** The signed-in user's changes only: those of other users of this browser are not shown. */
async function listUnsent(userId: string): Promise<readonly Unsent[]> {
  const [waiting, pending, titles] = await Promise.all([waitingPages(), listPending(), knownTitles()]);
  const made = pending.filter((page) => page.userId === userId);
  const drafts = waiting.filter((page) => page.userId === userId && !made.some(({ id }) => id === page.pageId));
  return [
    ...made.map((page) => ({
      pageId: page.id,
      title: page.title,
      state: page.refused === null ? words.waits : `${words.wasNotMade}: ${page.refused}`,
      pending: page,
    })),
    ...drafts.map(({ pageId, isRefused }) => ({
      pageId,
      title: titles.get(pageId) || words.untitled,
      state: isRefused ? words.refused : words.waits,
      pending: null,
    })),
  ];
}

async function draw(shown: HTMLElement): Promise<void> {
  const userId = sideView()?.userId ?? "";
  const unsent = await listUnsent(userId);
  if (unsent.length === 0) return shown.replaceChildren(element("p", {}, words.nothingWaits));
  const button = (label: string, look: string, act: () => Promise<void>): HTMLElement => {
    const made = element("button", { type: "button", class: look }, label);
    made.addEventListener("click", () => attempt(made, act));
    return made;
  };
  const rows = unsent.map(({ pageId, title, state, pending }) =>
    element(
      "li",
      {},
      element("a", { href: `/pages/${pageId}` }, title),
      element("span", { class: "muted" }, ` ${state} `),
      button(words.copyWords, "quiet", async () => {
        await navigator.clipboard.writeText(await unsentText(userId, pageId, pending !== null));
        announce(words.copied);
      }),
      // A page that may still be created can be moved to the trash afterwards.
      pending !== null && pending.refused === null
        ? null
        : button(words.discard, "quiet", async () => {
            if (!(await ask(words.discardAsked, words.discardHint, words.discard))) return;
            await discardUnsent(userId, pageId, pending);
            await draw(shown);
          }),
    ),
  );
  const send = button(words.sendNow, "", async () => {
    await sendDrafts(true);
    await draw(shown);
  });
  shown.replaceChildren(
    element("p", {}, words.whenReached),
    element("ul", {}, ...rows),
    element("p", { class: "actions" }, send),
  );
}

/** The titles that this browser knows offline. */
async function knownTitles(): Promise<ReadonlyMap<string, string>> {
  const stored = await loadTitles(sideView()?.email ?? "").catch(() => undefined);
  return new Map([...(stored?.pages ?? []), ...recentPages()].map(({ id, title }) => [id, title]));
}
