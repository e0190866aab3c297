/** The selected entry of a list, and the module that shows it in detail. On narrow screens, nothing is selected. */
import { WIDE } from "../../shared/list-detail.tsx";
import { showError } from "../ui/notice.ts";
import { entryBeside } from "./key-list.ts";
import { forgetPages } from "./load-page.ts";

/** How long (ms) an entry must stay selected by keys before its page is loaded. */
const REST_MS = 250;

export type Select<Module> = { readonly module: Module; readonly id: string; readonly wait: number };

type Options<Module> = {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
  readonly loadDetail: () => Promise<Module>;
  /** The entry that is selected at first. */
  readonly first: () => string | null;
  readonly isListed: (id: string) => boolean;
  readonly draw: () => void;
};

export class Selection<Module> {
  readonly #options: Options<Module>;
  readonly #wide = matchMedia(WIDE);
  #module: Module | null = null;
  #id: string | null = null;
  #wait = 0;

  constructor(options: Options<Module>) {
    this.#options = options;
    const { root, signal } = options;
    forgetPages();
    const change = (): void => {
      if (this.#wide.matches) this.#load().catch(showError);
      else options.draw();
    };
    this.#wide.addEventListener("change", change, { signal });
    root.addEventListener("focusin", ({ target }) => this.#focus(target), { signal });
    if (this.#wide.matches) this.#load().catch(showError);
  }

  /** The selected entry; the first one until another is selected, and if that one is no longer listed. */
  get id(): string | null {
    return this.#id !== null && this.#options.isListed(this.#id) ? this.#id : this.#options.first();
  }

  /** What to show in detail; null on a narrow screen, and until the module has loaded. */
  get shown(): Select<Module> | null {
    const { id } = this;
    return this.#wide.matches && this.#module !== null && id !== null
      ? { module: this.#module, id, wait: this.#wait }
      : null;
  }

  select(id: string, by: "pointer" | "keys" | "restored"): void {
    if (id === this.#id) return;
    this.#id = id;
    this.#wait = by === "keys" ? REST_MS : 0;
    this.#options.draw();
  }

  move(by: -1 | 1): void {
    const { root } = this.#options;
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement && root.contains(focused) ? focused.dataset["entry"] : undefined;
    const entry = entryBeside(root, at ?? (this.#wide.matches ? this.id : null), by);
    // Its focus selects it.
    entry?.focus();
    entry?.scrollIntoView({ block: "nearest" });
  }

  /** A press selects on wide screens; a second press, the keyboard and narrow screens open. */
  press(event: MouseEvent, id: string, open: () => void): void {
    // With a modifier key, a link opens elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (this.#wide.matches && event.detail === 1) this.select(id, "pointer");
    else open();
  }

  /** Selects the next entry when the selected one is removed. */
  leave(removed: readonly string[]): void {
    const { id } = this;
    if (id === null || !removed.includes(id)) return;
    const { root } = this.#options;
    const entries = [...root.querySelectorAll<HTMLElement>("[data-entry]")].map(
      ({ dataset }) => dataset["entry"] ?? "",
    );
    const at = entries.indexOf(id);
    const next = [...entries.slice(at), ...entries.slice(0, at).toReversed()].find((each) => !removed.includes(each));
    this.#id = next ?? null;
    this.#wait = 0;
  }

  /** Focuses the selected entry if the one with the focus was removed. */
  refocus(): void {
    if (document.activeElement === document.body)
      this.#options.root.querySelector<HTMLElement>(`[data-entry="${CSS.escape(this.id ?? "")}"]`)?.focus();
  }

  #focus(target: EventTarget | null): void {
    const id = target instanceof HTMLElement ? target.dataset["entry"] : undefined;
    // A press selects the entry itself.
    if (id !== undefined && this.#wide.matches && document.querySelector(":focus-visible") === target)
      this.select(id, "keys");
  }

  async #load(): Promise<void> {
    this.#module ??= await this.#options.loadDetail();
    this.#options.draw();
  }
}
