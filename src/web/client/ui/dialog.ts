/** Modal dialogs: native ones, which trap the focus and close on Escape. The first field is focused. */
import { focusFirst, focusOpener } from "./dialog-focus.ts";
import { element } from "./dom.ts";
import { liveRegions } from "./notice.ts";
import { iconClass } from "../../shared/icon-names.ts";
import { words } from "../../../words/frame.ts";

let dialogs = 0;

/** Opens a dialog over the page; it is removed when closed. */
export function openDialog(title: string, ...content: readonly (Node | string)[]): HTMLDialogElement {
  const id = `dialog-${++dialogs}`;
  const close = element(
    "button",
    {
      type: "button",
      class: "quiet icon-only",
      "aria-label": words.close,
      title: words.close,
      onclick: () => dialog.close(),
    },
    element("span", { class: iconClass("x"), "aria-hidden": "true" }),
  );
  const dialog = element(
    "dialog",
    { "aria-labelledby": id },
    element("header", {}, element("h2", { id, tabindex: -1 }, title), close),
    element("div", { class: "dialog-body" }, ...content),
    ...liveRegions(),
  );
  const opener = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    focusOpener(opener);
  });
  closeOnBackdrop(dialog);
  document.body.append(dialog);
  dialog.showModal();
  focusFirst(dialog);
  return dialog;
}

/** A press on the backdrop closes the dialog, unless its content cannot be shown again (`data-keep`). */
export function closeOnBackdrop(dialog: HTMLDialogElement): void {
  dialog.addEventListener("mousedown", (event) => {
    // The second press of a double-click was meant for the button that opened the dialog.
    if (event.target === dialog && event.detail < 2 && !("keep" in dialog.dataset)) dialog.close();
  });
}

/** Asks for confirmation of an irreversible action. Resolves to true if the user confirmed. */
export function ask(title: string, sentence: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false;
    const confirm = () => {
      answer = true;
      dialog.close();
    };
    const dialog = openDialog(
      title,
      element("p", {}, sentence),
      element("p", { class: "actions" }, element("button", { type: "button", class: "danger", onclick: confirm }, yes)),
    );
    dialog.addEventListener("close", () => resolve(answer));
  });
}
