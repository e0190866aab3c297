/** Which channels and chats of the open drive have messages that were not read, and what they lie under. */
import { computed, effect } from "@preact/signals";
import type { UnreadPages } from "../../../features/messages/contract.ts";
import type { HubEvent } from "../../../live-client/hub.ts";
import { call, path } from "../api/api.ts";
import { onHub } from "../shell/hub-events.ts";
import { change, driveId, state, view } from "./state.ts";

/** What comes within so short a time, in ms, is asked about once; whoever looks at the page has read it by then. */
const TOGETHER_MS = 1_000;

export function startUnread(): void {
  // No page in particular, but what came before the hub was connected has to be asked for.
  onHub({ pages: [], event: (event) => mayChangeMarks(event) && readSoon(), missed: readSoon });
  const opened = computed(() => view.value?.driveId);
  effect(() => {
    if (opened.value !== undefined) readSoon();
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

/** A page that is marked stays so with another message, one that is open is read, and what is moved lies under other pages. */
function mayChangeMarks(event: HubEvent): boolean {
  const { unread } = state.peek();
  if (event.type === "tree") return unread.size > 0 && event.driveId === driveId();
  if (event.type !== "message" || event.driveId !== driveId()) return false;
  const { change: what, pageId } = event;
  if (what === "created") return !unread.has(pageId) && pageId !== view.peek()?.pageId;
  return what === "deleted" && unread.has(pageId);
}

let timer: ReturnType<typeof setTimeout> | undefined;

function readSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
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
