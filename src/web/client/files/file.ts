/** A FILE page: polled while its file is processed, refreshed afterwards, and the actions on it. */
import type { Converted, Processing } from "../../../features/files/contract.ts";
import { words } from "../../../words/file.ts";
import { ApiError, call, fetchFile, path } from "../api/api.ts";
import { find, need, onClick } from "../ui/dom.ts";
import { fetchDocument } from "../shell/fetched-views.ts";
import { navigate } from "../shell/navigation.ts";
import { announce, attempt, showError } from "../ui/notice.ts";
import { pauseBeforeLook } from "../uploads/plan.ts";

const isUnderWay = (status: string | undefined): boolean => status === "pending" || status === "processing";

/** Runs until `signal` is aborted. */
export const startFile = (root: HTMLElement, pageId: string, signal: AbortSignal): FileView =>
  new FileView(root, pageId, signal);

export class FileView {
  readonly #root: HTMLElement;
  readonly #pageId: string;
  readonly #signal: AbortSignal;
  readonly #state: HTMLElement;
  #looks = 0;
  #timer = 0;

  constructor(root: HTMLElement, pageId: string, signal: AbortSignal) {
    this.#root = root;
    this.#pageId = pageId;
    this.#signal = signal;
    this.#state = need("[data-state]", HTMLElement, root);
    root.addEventListener("click", (event) => openPictures(root, event), { signal });
    onClick(root, '[data-act="use-version"]', (control) =>
      attempt(control, async () => {
        await useVersion(control, pageId, signal);
        await this.#refreshAndWatch();
      }),
    );
    document.addEventListener("visibilitychange", () => this.#lookNow(), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    this.#lookLater();
    this.#showPdf();
  }

  /** Polls at once, and frequently for a while. */
  watch(): void {
    this.#refreshAndWatch().catch(showError);
  }

  async convert(): Promise<void> {
    const fileId = this.#shown.dataset["file"] ?? "";
    const made = await call<Converted>("POST", path`/api/files/${fileId}/convert-to-document`);
    await navigate(path`/pages/${made.pageId}`);
  }

  async reprocess(): Promise<void> {
    await call("POST", path`/api/pages/${this.#pageId}/reprocess`);
    announce(words.isReadAgain);
    await this.#refreshAndWatch();
  }

  get #shown(): HTMLElement {
    return need("[data-file]", HTMLElement, this.#root);
  }

  #showPdf(): void {
    const host = find("[data-pdf]", HTMLElement, this.#root);
    if (host) import("./pdf.tsx").then(({ openPdf }) => openPdf(host, this.#signal)).catch(showError);
  }

  async #refreshAndWatch(): Promise<void> {
    this.#looks = 0;
    await this.#refresh();
    this.#lookLater();
  }

  /** Replaces the shown view with the server's current one. */
  async #refresh(): Promise<void> {
    const page = await fetchPage(path`/pages/${this.#pageId}`);
    if (this.#signal.aborted) return;
    const fresh = document.adoptNode(need("[data-file]", HTMLElement, page));
    const hadFocus = this.#shown.contains(document.activeElement);
    const { act = "" } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
    if (!replaceAroundPdf(this.#shown, fresh)) {
      this.#shown.replaceWith(fresh);
      this.#showPdf();
    }
    if (hadFocus) (find(`[data-act="${act}"]`, HTMLElement, this.#shown) ?? this.#shown).focus({ preventScroll: true });
    this.#say(need("[data-state]", HTMLElement, page).textContent);
  }

  #say(sentence: string): void {
    if (this.#state.textContent !== sentence) this.#state.textContent = sentence;
  }

  async #look(): Promise<void> {
    const { file, updated } = this.#shown.dataset;
    if (document.visibilityState !== "visible" || file === "") return;
    const address = path`/api/pages/${this.#pageId}/processing-status`;
    const { fileId, processingStatus, updatedAt } = await call<Processing>("GET", address);
    if (fileId === file && updatedAt === updated) return;
    if (fileId === file && isUnderWay(processingStatus)) this.#say(words.reading[processingStatus]);
    else await this.#refresh();
  }

  /**
   * Polls frequently while a file is being processed and otherwise every minute, because other users may upload a new
   * version.
   */
  #lookLater(): void {
    clearTimeout(this.#timer);
    if (this.#signal.aborted) return;
    const pause = pauseBeforeLook(isUnderWay(this.#shown.dataset["status"]) ? this.#looks++ : Infinity);
    this.#timer = setTimeout(() => this.#lookNow(), pause);
  }

  #lookNow(): void {
    clearTimeout(this.#timer);
    if (this.#signal.aborted) return;
    this.#look().then(
      () => this.#lookLater(),
      (error: unknown) => {
        // Offline moments pass; a missing page or session does not.
        if (error instanceof ApiError && !["not_found", "unauthenticated"].includes(error.code)) this.#lookLater();
        else if (!this.#signal.aborted) showError(error);
      },
    );
  }
}

function openPictures(root: HTMLElement, event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-picture]") : null;
  // With a modifier key, a link opens elsewhere.
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  attempt(null, async () =>
    (await import("../ui/picture.ts")).openPicture(link.href, find(".file-name", HTMLElement, root)?.textContent ?? ""),
  );
}

/** The current version becomes an earlier one, so nothing is lost. */
async function useVersion(control: HTMLElement, pageId: string, signal: AbortSignal): Promise<void> {
  const row = control.closest<HTMLElement>("[data-stored-file]");
  const name = row?.querySelector(".grow > a")?.textContent ?? "";
  const [bytes, { upload }] = await Promise.all([
    fetchFile(path`/api/files/${row?.dataset["storedFile"] ?? ""}/download`),
    import("../document/editor-upload.ts"),
  ]);
  await upload(pageId, new File([bytes], name), signal, () => undefined);
  announce(words.versionUsed(name));
}

/**
 * Replaces everything around the viewer of an unchanged PDF: a moved or new viewer would start at the first page.
 * Returns false if there is no such viewer; then nothing has been replaced.
 */
function replaceAroundPdf(shown: HTMLElement, fresh: HTMLElement): boolean {
  const [kept, coming] = [shown, fresh].map((each) => find("[data-pdf]", HTMLElement, each));
  const [figure, freshFigure] = [kept?.closest("figure"), coming?.closest("figure")];
  if (!figure || !freshFigure || kept?.dataset["pdf"] !== coming?.dataset["pdf"]) return false;
  Object.assign(shown.dataset, fresh.dataset);
  freshFigure.remove();
  while (shown.lastElementChild !== figure) shown.lastElementChild?.remove();
  figure.after(...fresh.children);
  return true;
}

/** Fetches one of our pages as a document that runs no scripts. */
async function fetchPage(address: string): Promise<Document> {
  const found = await fetchDocument(address, { "Octavo-Part": "main" });
  if (!found) throw new ApiError("internal", words.notShown);
  return found.document;
}
