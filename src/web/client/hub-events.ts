/** What happens elsewhere, told over one connection for the whole tab: it begins when the page is shown and somebody listens. */
import type { HubEvent } from "../live/hub.ts";
import { accessTo } from "./socket-access.ts";
import { loadWhenIdle } from "./when-idle.ts";

export type HubListener = {
  readonly event: (event: HubEvent) => void;
  /** Something happened that will not be told: what is shown has to be read again. */
  readonly missed?: () => void;
  /** Nothing is told for a while. */
  readonly lost?: () => void;
  /** Whose messages and readers are told of. */
  readonly pages?: readonly string[];
  /** Of which it is told at which revision their text is: at once, and whenever it changes. */
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

/** Tells others who look at the page that this person writes a message there. */
export const sayTyping = (pageId: string): void => say(pageId);

const watchAll = (): void =>
  watch(
    [...listeners].flatMap(({ pages = [] }) => pages),
    [...listeners].flatMap(({ texts = [] }) => texts),
  );

async function start(): Promise<void> {
  const [{ connectHub }, { browserEnvironment, openSocket }] = await Promise.all([
    import("../live/hub.ts"),
    import("./live-connection.ts"),
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
  // What happened before anything was watched is told by nobody.
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
