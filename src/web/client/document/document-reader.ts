/** A read-only document or code page: its print is updated in place, without moving the lines that the user is reading. */
import type { Page } from "../../../features/pages/contract.ts";
import { words } from "../../../words/reader.ts";
import { ApiError, call, path } from "../api/api.ts";
import { find } from "../ui/dom.ts";
import { onHub } from "../shell/hub-events.ts";
import { announceForScreenReaders, showError } from "../ui/notice.ts";
import { languageName } from "../../shared/page-kinds.ts";

/** Interval (ms) between checks for a newer revision while the hub reports none. */
const LOOK = 4_000;
/** Minimum interval (ms) between two fetches of a page that is being edited. */
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

/** Shows newer revisions of the page: when the hub reports one, and otherwise by polling. */
class FollowedDocument {
  readonly #reader: Reader;
  #shown: number;
  /** The newest known revision. */
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

  /** Reads the title and revision, without the text. */
  async readHead(): Promise<void> {
    const { root, onTitle } = this.#reader;
    const { revision, title, icon, cover } = await call<Page>("GET", path`/api/pages/${root.dataset["page"] ?? ""}`);
    onTitle(title);
    import("../page/page-header.tsx").then((header) => header.showAppearance({ icon, cover }), reportError);
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
          // Offline moments pass; a missing page or session does not.
          if (!(error instanceof ApiError) || !["not_found", "unauthenticated"].includes(error.code)) this.#goOn();
          else showError(error);
        },
      )
      .finally(() => (this.#isLooking = false));
  }

  /** The hub reports no revisions for now. */
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

  /** While the hub reports revisions, polls only for a revision that could not be shown yet. */
  #goOn(): void {
    this.#lookedAt = Date.now();
    const isBehind = this.#newest > this.#shown;
    if (!this.#reader.signal.aborted && (!this.#isTold || isBehind)) this.#lookIn(isBehind ? GAP : LOOK);
  }

  #lookIn(ms: number): void {
    this.#timer = setTimeout(() => this.lookNow(), ms);
  }
}

/** The element that contains the lines of a print. */
const linesOf = (print: HTMLElement): HTMLElement => find("[data-lines]", HTMLElement, print) ?? print;

/**
 * Draws colours, formulas and diagrams from their source in the print. The drawn result differs from the print, so a
 * fresh print replaces it before this runs again.
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

/** True while text is selected: an update would disturb copying. */
function hasSelectionIn(root: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(root, true);
}

/** Keeps the equal blocks at both ends, so that the browser keeps its scroll position. */
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

/** The page as currently printed. A document request parses markup without running any of it. */
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
