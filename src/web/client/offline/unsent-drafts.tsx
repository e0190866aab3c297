/** Changes typed in this browser that have not reached the service yet, by page. */
import { useState } from "preact/hooks";
import { words } from "../../../words/offline.ts";
import { ask } from "../ui/dialog.ts";
import { waitingPages } from "./stored-drafts.ts";
import { announce, attempt } from "../ui/notice.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { loadTitles } from "../palette/title-store.ts";
import { discardUnsent } from "./pending-pages/discard.ts";
import { listPending, type PendingPage } from "./pending-pages/store.ts";
import { recentPages } from "../shell/recent-pages.ts";
import { sendDrafts } from "./send-drafts.ts";
import { sideView } from "../tree/state.ts";
import { unsentText } from "./unsent-text.ts";

export async function openUnsentDrafts(): Promise<void> {
  const first = await listUnsent();
  openRenderedDialog(words.waiting, () => <UnsentDrafts first={first} />);
}

type Unsent = {
  readonly pageId: string;
  readonly title: string;
  /** A sentence that explains why the text is still only on this device. */
  readonly state: string;
  /** Set if the page exists only on this device. */
  readonly pending: PendingPage | null;
};

const userId = (): string => sideView()?.userId ?? "";

/** The signed-in user's changes only: those of other users of this browser are not shown. */
async function listUnsent(): Promise<readonly Unsent[]> {
  const [waiting, pending, titles] = await Promise.all([waitingPages(), listPending(), knownTitles()]);
  const made = pending.filter((page) => page.userId === userId());
  const drafts = waiting.filter((page) => page.userId === userId() && !made.some(({ id }) => id === page.pageId));
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

function UnsentDrafts({ first }: { readonly first: readonly Unsent[] }) {
  const [unsent, setUnsent] = useState(first);
  const refresh = async (): Promise<void> => setUnsent(await listUnsent());
  const send = async (): Promise<void> => {
    await sendDrafts(true);
    await refresh();
  };
  if (unsent.length === 0) return <p>{words.nothingWaits}</p>;
  return (
    <>
      <p>{words.whenReached}</p>
      <ul>
        {unsent.map((each) => (
          <Draft key={each.pageId} {...each} refresh={refresh} />
        ))}
      </ul>
      <p class="actions">
        <button type="button" onClick={({ currentTarget }) => attempt(currentTarget, send)}>
          {words.sendNow}
        </button>
      </p>
    </>
  );
}

function Draft({ pageId, title, state, pending, refresh }: Unsent & { readonly refresh: () => Promise<void> }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(await unsentText(userId(), pageId, pending !== null));
    announce(words.copied);
  };
  const discard = async (): Promise<void> => {
    if (!(await ask(words.discardAsked, words.discardHint, words.discard))) return;
    await discardUnsent(userId(), pageId, pending);
    await refresh();
  };
  // A page that may still be created can be moved to the trash afterwards.
  const canDiscard = pending === null || pending.refused !== null;
  const button = (label: string, act: () => Promise<void>) => (
    <button type="button" class="quiet" onClick={({ currentTarget }) => attempt(currentTarget, act)}>
      {label}
    </button>
  );
  return (
    <li>
      <a href={`/pages/${pageId}`}>{title}</a>
      <span class="muted"> {state} </span>
      {button(words.copyWords, copy)}
      {canDiscard && button(words.discard, discard)}
    </li>
  );
}

/** The titles that this browser knows offline. */
async function knownTitles(): Promise<ReadonlyMap<string, string>> {
  const stored = await loadTitles(sideView()?.email ?? "").catch(() => undefined);
  return new Map([...(stored?.pages ?? []), ...recentPages()].map(({ id, title }) => [id, title]));
}
