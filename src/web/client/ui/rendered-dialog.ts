/** Dialogs whose content is rendered with Preact. */
import { type ComponentChildren, render, type TargetedSubmitEvent } from "preact";
import { openDialog } from "./dialog.ts";
import { element } from "./dom.ts";
import { attempt } from "./notice.ts";

/** `ended` is aborted when the dialog closes. */
export type DialogHandle = { readonly close: () => void; readonly ended: AbortSignal };

/** `look`: the class of the dialog. */
export function openRenderedDialog(
  title: string,
  draw: (dialog: DialogHandle) => ComponentChildren,
  look = "",
): HTMLDialogElement {
  const content = element("div");
  const ended = new AbortController();
  document.querySelector<HTMLElement>("#side:popover-open")?.hidePopover();
  const dialog = openDialog(title, content);
  dialog.className = look;
  dialog.addEventListener("close", () => {
    ended.abort();
    render(null, content);
  });
  render(draw({ close: () => dialog.close(), ended: ended.signal }), content);
  return dialog;
}

/** A listener for `submit` that runs `act` in place of the browser's own submission. */
export const handleSubmit =
  (act: (form: HTMLFormElement) => Promise<void>) =>
  (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    attempt(form.querySelector<HTMLElement>("[type=submit]"), () => act(form));
  };
