/**
 * A dialog whose content is rendered again while it is open: when its subject changes, and when the user returns to the
 * tab.
 */
import { type ComponentChildren, render } from "preact";
import { useEffect } from "preact/hooks";
import { openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { onHub, type HubListener } from "../shell/hub-events.ts";

/** `ended` is aborted when the dialog closes. */
export type DialogHandle = { readonly close: () => void; readonly ended: AbortSignal };

export function openRenderedDialog(
  title: string,
  draw: (dialog: DialogHandle) => ComponentChildren,
): HTMLDialogElement {
  const content = element("div");
  const ended = new AbortController();
  document.querySelector<HTMLElement>("#side:popover-open")?.hidePopover();
  const dialog = openDialog(title, content);
  dialog.addEventListener("close", () => {
    ended.abort();
    render(null, content);
  });
  render(draw({ close: () => dialog.close(), ended: ended.signal }), content);
  return dialog;
}

/** Reads again on relevant hub events, after missed events, and when the tab regains the focus. */
export function useRefresh(ended: AbortSignal, refresh: () => void, concerns: (event: Event) => boolean): void {
  useEffect(() => {
    // The data may have been read before the connection existed, whose first message is `hello`.
    const hear = (event: Event): unknown => (event.type === "hello" || concerns(event)) && refresh();
    onHub({ event: hear, missed: refresh }, ended);
    addEventListener("focus", refresh, { signal: ended });
  }, [ended]);
}

type Event = Parameters<HubListener["event"]>[0];
