/** A dialog whose content is drawn anew while it is open: when its subject changes, and when somebody looks at it again. */
import { type ComponentChildren, render } from "preact";
import { useEffect } from "preact/hooks";
import { openDialog } from "./dialog.ts";
import { element } from "./dom.ts";
import { onHub, type HubListener } from "./hub-events.ts";

/** What ends with the dialog. */
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

/** Reads again when the hub tells of what is shown, when it cannot tell, and when the tab comes back. */
export function useRefresh(ended: AbortSignal, refresh: () => void, concerns: (event: Event) => boolean): void {
  useEffect(() => {
    onHub({ event: (event) => concerns(event) && refresh(), missed: refresh }, ended);
    addEventListener("focus", refresh, { signal: ended });
  }, [ended]);
}

type Event = Parameters<HubListener["event"]>[0];
