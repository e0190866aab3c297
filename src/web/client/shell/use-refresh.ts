/** Keeps the data of an open view or dialog up to date. */
import { useEffect } from "preact/hooks";
import { onHub, type HubListener } from "./hub-events.ts";

type Event = Parameters<HubListener["event"]>[0];

/** Reads again on relevant hub events, after missed events, and when the tab regains the focus. */
export function keepFresh(ended: AbortSignal, refresh: () => void, concerns: (event: Event) => boolean): void {
  // The data may have been read before the connection existed, whose first message is `hello`.
  const hear = (event: Event): unknown => (event.type === "hello" || concerns(event)) && refresh();
  onHub({ event: hear, missed: refresh }, ended);
  addEventListener("focus", refresh, { signal: ended });
}

export function useRefresh(ended: AbortSignal, refresh: () => void, concerns: (event: Event) => boolean): void {
  useEffect(() => keepFresh(ended, refresh, concerns), [ended]);
}
