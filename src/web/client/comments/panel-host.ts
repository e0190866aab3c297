/** Where the list of all comments is shown: a panel at the side of the page, or a sheet at the bottom of small screens. */
import type { Signal } from "@preact/signals";
import { h, render } from "preact";
import { words } from "../../../words/comments.ts";
import { iconClass } from "../../shared/icon-names.ts";
import { element } from "../ui/dom.ts";
import { openRenderedDialog } from "../ui/rendered-dialog.ts";
import { PanelContent } from "./panel.tsx";
import type { Filter } from "./thread-list.ts";
import type { CommentsUi } from "./ui.ts";

/** Below this width, a panel would hide the text. */
const SMALL = "(max-width: 56.2rem)";

export class Panel {
  readonly #ui: CommentsUi;
  readonly #filter: Signal<Filter>;
  #shown: HTMLElement | null = null;
  #opener: Element | null = null;

  constructor(ui: CommentsUi, filter: Signal<Filter>, ended: AbortSignal) {
    this.#ui = ui;
    this.#filter = filter;
    ended.addEventListener("abort", () => this.close());
  }

  get isOpen(): boolean {
    return this.#shown !== null;
  }

  find(selector: string): HTMLElement | null {
    return this.#shown?.querySelector<HTMLElement>(selector) ?? null;
  }

  toggle(): void {
    if (this.#shown) this.close();
    else {
      this.open();
      this.find("h2")?.focus();
    }
  }

  open(): void {
    if (this.#shown) return;
    const props = { ui: this.#ui, filter: this.#filter };
    this.#opener = document.activeElement;
    if (matchMedia(SMALL).matches) {
      const dialog = openRenderedDialog(words.comments, () => h(PanelContent, props), "sheet-dialog threads-sheet");
      dialog.addEventListener("close", () => this.#closed());
      this.#shown = dialog;
      return;
    }
    const content = element("div", { class: "threads-panel-body" });
    const close = element(
      "button",
      { type: "button", class: "quiet icon-only", "aria-label": words.close, title: words.close },
      element("span", { class: iconClass("x"), "aria-hidden": "true" }),
    );
    close.addEventListener("click", () => this.close());
    const panel = element(
      "aside",
      { class: "threads-panel", "aria-label": words.showAll },
      element("header", {}, element("h2", { tabindex: -1 }, words.comments), close),
      content,
    );
    panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
    render(h(PanelContent, props), content);
    this.#ui.root.append(panel);
    this.#ui.root.toggleAttribute("data-threads-listed", true);
    this.#shown = panel;
  }

  close(): void {
    const shown = this.#shown;
    if (!shown) return;
    if (shown instanceof HTMLDialogElement) return shown.close();
    const hadFocus = shown.contains(document.activeElement);
    render(null, shown.querySelector(".threads-panel-body") ?? shown);
    shown.remove();
    this.#ui.root.toggleAttribute("data-threads-listed", false);
    this.#closed();
    if (!hadFocus) return;
    if (this.#opener instanceof HTMLElement && this.#opener.isConnected) this.#opener.focus();
    else this.#ui.leave(null);
  }

  #closed(): void {
    this.#shown = null;
    if (this.#ui.draft.peek()?.on === null) this.#ui.draft.value = null;
  }
}
