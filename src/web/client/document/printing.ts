/**
 * Printing an open page. The editor and the grid draw only what is on the screen, so a complete copy is printed in their
 * place. A browser does not wait between its `beforeprint` event and the print: formulas and diagrams are therefore drawn
 * for paper while the page is idle, and the shortcut and `printPage` wait until everything is drawn and loaded.
 */
import { words } from "../../../words/page.ts";
import type { PrintedText } from "./print-copy.tsx";
import { find } from "../ui/dom.ts";
import { announce, attempt } from "../ui/notice.ts";
import { whenIdle } from "../ui/when-idle.ts";

/** How long (ms) printing waits for pictures and diagrams. */
const LONGEST_WAIT_MS = 20_000;
/** How long (ms) the text must be unchanged before its formulas and diagrams are drawn for paper. */
const REST_MS = 1_500;

const loadCopies = () => import("./print-copy.tsx");

let print: (() => Promise<void>) | null = null;

/** Opens the browser's print dialog once the page is complete. */
export async function printPage(): Promise<void> {
  await print?.();
  window.print();
}

type PageText = {
  /** Settles once the editor has loaded, if the page has one. */
  readonly ready: Promise<unknown>;
  /** The text as it is now; null where the page already shows all of it. */
  readonly text: () => string | null;
};

export function startPrinting(root: HTMLElement, signal: AbortSignal, page: PageText): void {
  const printing = new Printing(root, page);
  const prepare = (): Promise<void> => printing.complete();
  print = prepare;
  signal.addEventListener("abort", () => {
    printing.end();
    if (print === prepare) print = null;
  });
  const onKey = (event: KeyboardEvent): void => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isPrint || event.key.toLowerCase() !== "p" || event.isComposing) return;
    event.preventDefault();
    attempt(null, printPage);
  };
  addEventListener("keydown", onKey, { signal });
  addEventListener("beforeprint", () => printing.begin(), { signal });
  addEventListener("afterprint", () => printing.end(), { signal });
  const media = matchMedia("print");
  media.addEventListener("change", ({ matches }) => (matches ? printing.begin() : printing.end()), { signal });
  whenIdle(() => printing.prepareOften(signal));
}

class Printing {
  readonly #root: HTMLElement;
  readonly #page: PageText;
  #copies: Awaited<ReturnType<typeof loadCopies>> | null = null;
  #finished = Promise.resolve();
  #seen: string | null = null;
  #prepared: string | null = null;

  constructor(root: HTMLElement, page: PageText) {
    this.#root = root;
    this.#page = page;
  }

  /** Cannot wait: the copy contains what is drawn so far. */
  begin(): void {
    for (const image of imagesOf(this.#root)) image.loading = "eager";
    const printed = this.#printed();
    if (!printed || !this.#copies || this.#root.querySelector(".print-copy")) return;
    this.#copies.makeCopy(this.#root, printed);
    // A preview that stays open shows the rest once it is drawn.
    this.#finished = this.#copies.finishCopy(this.#root, printed);
    this.#finished.catch(reportError);
  }

  end(): void {
    this.#copies?.removeCopy(this.#root);
  }

  async complete(): Promise<void> {
    const told = setTimeout(() => announce(words.preparingPrint), 500);
    const isLate = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
    try {
      await Promise.race([isLate, this.#complete()]);
    } finally {
      clearTimeout(told);
    }
  }

  async #complete(): Promise<void> {
    await this.#page.ready;
    const printed = this.#printed();
    if (printed) {
      this.#copies ??= await loadCopies();
      await this.#copies.prepareText(printed);
    }
    this.end();
    this.begin();
    await Promise.all([this.#finished, ...imagesOf(this.#root).map((image) => image.decode().catch(() => undefined))]);
  }

  /** Draws formulas and diagrams for paper each time the text has come to rest. */
  prepareOften(signal: AbortSignal): void {
    if (signal.aborted) return;
    const prepare = async (): Promise<void> => {
      const printed = document.visibilityState === "visible" ? this.#printed() : null;
      if (!printed || printed.text === this.#prepared) return;
      const isAtRest = this.#seen === null || printed.text === this.#seen;
      this.#seen = printed.text;
      if (!isAtRest) return;
      this.#copies ??= await loadCopies();
      this.#prepared = printed.text;
      await this.#copies.prepareText(printed);
    };
    // A failed load is retried, and Ctrl+P reports it.
    const timer = setInterval(() => void prepare().catch(() => undefined), REST_MS);
    signal.addEventListener("abort", () => clearInterval(timer));
    void this.#page.ready.then(prepare).catch(() => undefined);
  }

  #printed(): PrintedText | null {
    const text = this.#page.text();
    const { type = "" } = this.#root.dataset;
    const title = find("[data-title]", HTMLTextAreaElement, this.#root)?.value ?? "";
    return text === null ? null : { type, title, text };
  }
}

/** By default, pictures outside the window are loaded only when scrolled to. */
const imagesOf = (root: HTMLElement): HTMLImageElement[] => [...root.querySelectorAll<HTMLImageElement>("img")];
