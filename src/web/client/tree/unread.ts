/** Which of the channels and chats that the side shows have messages that were not read: asked again whenever one comes to them. */
import { computed, effect } from "@preact/signals";
import { hasMessages } from "../../../kernel/page-type.ts";
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
    if (talked.value === "") return;
    const pages = talked.value.split(",");
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
    readSoon();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && talked.peek() !== "") readSoon();
  });
  // Whoever opens a page reads it.
  effect(() => {
    const { pageId } = view.value ?? {};
    if (pageId && state.peek().unread.has(pageId)) show([...state.peek().unread]);
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
  const { pageIds } = await call<{ pageIds: string[] }>("GET", path`/api/drives/${drive}/unread`);
  if (drive === driveId()) show(pageIds);
}

function show(pageIds: readonly string[]): void {
  const open = view.peek()?.pageId;
  change({ unread: new Set(pageIds.filter((id) => id !== open)) });
}
