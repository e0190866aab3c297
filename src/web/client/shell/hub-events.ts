/** Events from elsewhere over one connection per tab. It starts once the page is shown and there is a listener. */
import type { HubEvent } from "../../../live-client/hub.ts";
import { accessTo } from "../live/socket-access.ts";
import { loadWhenIdle } from "../ui/when-idle.ts";

export type HubListener = {
  readonly event: (event: HubEvent) => void;
  /** Events were missed: the listener has to read its data again. */
  readonly missed?: () => void;
  /** No events arrive for now. */
  readonly lost?: () => void;
  /** Pages whose messages and readers are reported. */
  readonly pages?: readonly string[];
  /** Pages whose text revision is reported: at once, and on every change. */
  readonly texts?: readonly string[];
};

const listeners = new Set<HubListener>();
let watch = (_pages: readonly string[], _texts: readonly string[]): void => undefined;
let say = (_pageId: string): void => undefined;
let isStarted = false;

/** Listens until `signal` is aborted. */
export function onHub(listener: HubListener, signal?: AbortSignal): void {
  if (signal?.aborted) return;
  listeners.add(listener);
  watchAll();
  signal?.addEventListener("abort", () => {
    listeners.delete(listener);
    watchAll();
  });
  if (isStarted) return;
  isStarted = true;
  loadWhenIdle(start);
}

/** Tells other readers of the page that this user is typing a message. */
export const sayTyping = (pageId: string): void => say(pageId);

const watchAll = (): void =>
  watch(
    [...listeners].flatMap(({ pages = [] }) => pages),
    [...listeners].flatMap(({ texts = [] }) => texts),
  );

async function start(): Promise<void> {
  const [{ connectHub }, { browserEnvironment, openSocket }] = await Promise.all([
    import("../../../live-client/hub.ts"),
    import("../live/connection.ts"),
  ]);
  const hub = connectHub({ socket: openSocket, token: accessTo(null), environment: browserEnvironment });
  let watched = " ";
  watch = (pages, texts) => {
    const wanted = `${pages.join()} ${texts.join()}`;
    if (wanted === watched) return;
    watched = wanted;
    hub.watch(pages, texts);
  };
  say = (pageId) => hub.typing(pageId);
  watchAll();
  // Events from before anything was watched are not delivered.
  hub.on("status", (status) => {
    for (const { pages, missed, lost } of listeners)
      if (status !== "connected") lost?.();
      else if (pages) missed?.();
  });
  hub.on("event", (event) => {
    for (const listener of listeners) listener.event(event);
  });
  hub.on("missed", () => {
    for (const listener of listeners) listener.missed?.();
  });
  hub.on("defect", reportError);
  addEventListener("online", () => hub.wake());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") hub.wake();
  });
}
