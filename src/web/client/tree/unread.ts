/** Which channels and chats have messages that were not read, and what they lie under: asked again whenever one comes to those that the side shows. */
import { computed, effect } from "@preact/signals";
import { hasMessages } from "../../../kernel/page-type.ts";
import type { UnreadPages } from "../../../features/messages/contract.ts";
import { call, path } from "../api.ts";
import { onHub } from "../hub-events.ts";
import { change, driveId, places, rows, state, view } from "./state.ts";

/** What comes within so short a time, in ms, is asked about once; whoever looks at the page has read it by then. */
const TOGETHER_MS = 1_000;
/** The hub watches no more pages than 200, and what is open is among them. */
const MOST_WATCHED = 100;

export function startUnread(): void {
  const talked = computed(() => {
    const { favourites, recent } = places.value;
    const shown = [...favourites, ...recent, ...rows.value.flatMap(({ page }) => page ?? [])];
    const ids = new Set(shown.filter(({ type }) => hasMessages(type)).map(({ id }) => id));
    return [...ids].slice(0, MOST_WATCHED).join();
  });
  let watching = new AbortController();
  effect(() => {
    watching.abort();
    watching = new AbortController();
    const pages = talked.value === "" ? [] : talked.value.split(",");
    onHub(
      {
        pages,
        event: (event) => {
          if (event.type === "message" && event.change !== "reacted" && pages.includes(event.pageId)) readSoon();
        },
        missed: readSoon,
      },
      watching.signal,
    );
  });
  const opened = computed(() => view.value?.driveId);
  effect(() => {
    if (opened.value !== undefined || talked.value !== "") readSoon();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") readSoon();
  });
  // Whoever opens a page reads it.
  effect(() => {
    const { pageId } = view.value ?? {};
    const { unread, aboveUnread } = state.peek();
    if (!pageId || !unread.has(pageId)) return;
    show({ pageIds: [...unread], ancestorIds: [...aboveUnread] });
    readSoon();
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;

function readSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // A mark beside a title: whatever goes wrong, it is asked for again.
    read().catch(() => undefined);
  }, TOGETHER_MS);
}

async function read(): Promise<void> {
  const drive = driveId();
  if (drive === "" || document.visibilityState !== "visible") return;
  const found = await call<UnreadPages>("GET", path`/api/drives/${drive}/unread`);
  if (drive === driveId()) show(found);
}

function show({ pageIds, ancestorIds }: UnreadPages): void {
  const open = view.peek()?.pageId;
  change({ unread: new Set(pageIds.filter((id) => id !== open)), aboveUnread: new Set(ancestorIds) });
}
