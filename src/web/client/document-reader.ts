/** A document or code that may only be read: its print, kept as the page is by now without moving what is being read. */
import type { Page } from "../../features/pages/contract.ts";
import { words } from "../messages/reader.ts";
import { ApiError, call, path } from "./api.ts";
import { find } from "./dom.ts";
import { onHub } from "./hub-events.ts";
import { announceForScreenReaders, showError } from "./notice.ts";
import { languageName } from "./page-kinds.ts";

/** How often, in ms, it is looked for a newer revision while nobody tells of one. */
const LOOK = 4_000;
/** Shortest time, in ms, between two fetches of a page that is being written. */
const GAP = 2_000;

type Reader = {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
  readonly onTitle: (title: string) => void;
  readonly onText: (() => void) | undefined;
};

export function followDocument(
  root: HTMLElement,
  signal: AbortSignal,
  onTitle: (title: string) => void,
  onText?: () => void,
): void {
  if (signal.aborted) return;
  finish(root).catch(reportError);
  const followed = new FollowedDocument({ root, signal, onTitle, onText });
  const id = root.dataset["page"] ?? "";
  onHub(
    {
      texts: [id],
      event(event) {
        if (event.type === "text" && event.pageId === id) followed.hear(event.revision);
        if (event.type === "tree" && event.pages.includes(id)) followed.readHead().catch(reportError);
      },
      missed: () => followed.lookNow(),
      lost: () => followed.lookAgain(),
    },
    signal,
  );
  document.addEventListener("visibilitychange", () => followed.lookNow(), { signal });
}

/** Shows newer revisions of the page: when it is told of one, and by looking for them while nobody tells. */
class FollowedDocument {
  readonly #reader: Reader;
  #shown: number;
  /** As far as is known. */
  #newest: number;
  #isTold = false;
  #isLooking = false;
  #lookedAt = 0;
  #timer: ReturnType<typeof setTimeout>;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#shown = this.#newest = Number(reader.root.dataset["revision"]);
    this.#timer = setTimeout(() => this.lookNow(), LOOK);
    reader.signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** Title and revision, without the text. */
  async readHead(): Promise<void> {
    const { root, onTitle } = this.#reader;
    const { revision, title } = await call<Page>("GET", path`/api/pages/${root.dataset["page"] ?? ""}`);
    onTitle(title);
    this.#newest = Math.max(this.#shown, revision);
  }

  lookNow(): void {
    if (this.#isLooking) return;
    clearTimeout(this.#timer);
    this.#isLooking = true;
    this.#look()
      .then(
        () => this.#goOn(),
        (error: unknown) => {
          // Offline moments pass; a page or a session that is gone does not.
          if (!(error instanceof ApiError) || !["not_found", "unauthenticated"].includes(error.code)) this.#goOn();
          else showError(error);
        },
      )
      .finally(() => (this.#isLooking = false));
  }

  /** Nobody tells of revisions for now. */
  lookAgain(): void {
    this.#isTold = false;
    this.lookNow();
  }

  hear(revision: number): void {
    this.#isTold = true;
    this.#newest = Math.max(this.#newest, revision);
    if (this.#isLooking) return;
    clearTimeout(this.#timer);
    if (this.#newest > this.#shown) this.#lookIn(Math.max(0, this.#lookedAt + GAP - Date.now()));
  }

  async #look(): Promise<void> {
    const { root, signal, onText } = this.#reader;
    if (document.visibilityState !== "visible" || hasSelectionIn(root)) return;
    if (this.#newest <= this.#shown) await this.readHead();
    if (signal.aborted || this.#newest <= this.#shown) return;
    const fresh = await fetchPrint();
    if (fresh === null || signal.aborted) return;
    this.#shown = fresh.revision;
    this.#newest = Math.max(this.#newest, this.#shown);
    const print = find("[data-print]", HTMLElement, root);
    if (!print) return;
    takeOverBlocks(linesOf(print), linesOf(fresh.print));
    if (fresh.print.dataset["digits"] !== undefined) print.dataset["digits"] = fresh.print.dataset["digits"];
    await finish(root);
    onText?.();
    announceForScreenReaders(words.updated);
  }

  /** Nobody who is told looks for what is new, but for what could not be shown yet. */
  #goOn(): void {
    this.#lookedAt = Date.now();
    const isBehind = this.#newest > this.#shown;
    if (!this.#reader.signal.aborted && (!this.#isTold || isBehind)) this.#lookIn(isBehind ? GAP : LOOK);
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => this.lookNow(), ms);
  }
}

/** What holds the lines of a print. */
const linesOf = (print: HTMLElement): HTMLElement => find("[data-lines]", HTMLElement, print) ?? print;

/**
 * Draws colours, formulas and diagrams, of which the print has the source. What was drawn is not as it was printed, so a
 * fresh print takes its place before this runs again.
 */
async function finish(root: HTMLElement): Promise<void> {
  const lines = find("[data-lines]", HTMLElement, root);
  if (lines) {
    const { colourCodePage } = await import("../editor/code-blocks/printed-code.ts");
    const title = find("[data-shown-title]", HTMLElement, root)?.textContent ?? "";
    if (lines.isConnected) await colourCodePage(lines, languageName(root.dataset["type"] ?? "", title));
    return;
  }
  const print = find("[data-print]", HTMLElement, root);
  if (!print?.querySelector(".md-fence, [data-math]")) return;
  const { finishPrint } = await import("../editor/finish-print.ts");
  await finishPrint(print);
}

/** Somebody who copies from the page is not disturbed. */
function hasSelectionIn(root: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(root, true);
}

/** Blocks that are the same at both ends stay: the browser keeps its place by them. */
function takeOverBlocks(print: HTMLElement, fresh: HTMLElement): void {
  const before = [...print.childNodes];
  const after = [...fresh.childNodes];
  const most = Math.min(before.length, after.length);
  const isSame = (a: number, b: number): boolean => after[b]?.isEqualNode(before[a] ?? null) ?? false;
  let start = 0;
  while (start < most && isSame(start, start)) start += 1;
  let end = 0;
  while (end < most - start && isSame(before.length - 1 - end, after.length - 1 - end)) end += 1;
  for (const node of before.slice(start, before.length - end)) node.remove();
  const next = end === 0 ? null : (before[before.length - end] ?? null);
  for (const node of after.slice(start, after.length - end)) print.insertBefore(document.adoptNode(node), next);
}

/** The page as the service prints it now. A request for a document parses markup without running any of it. */
const fetchPrint = (): Promise<{ readonly print: HTMLElement; readonly revision: number } | null> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.pathname);
    request.responseType = "document";
    request.addEventListener("loadend", () => {
      const { responseXML } = request;
      const page = responseXML && find("[data-revision]", HTMLElement, responseXML);
      const print = page && find("[data-print]", HTMLElement, page);
      resolve(print && { print, revision: Number(page.dataset["revision"]) });
    });
    request.send();
  });
