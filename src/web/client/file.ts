/** A FILE page: watched while its file is read, shown anew when that is done, and what can be done with it. */
import type { Converted, Processing } from "../../features/files/contract.ts";
import { words } from "../messages/file.ts";
import { ApiError, call, fetchFile, path } from "./api.ts";
import { find, need, onClick } from "./dom.ts";
import { fetchDocument } from "./fetched-views.ts";
import { navigate } from "./navigation.ts";
import { announce, attempt, showError } from "./notice.ts";
import { pauseBeforeLook } from "./upload-plan.ts";

export type FileView = {
  /** Looks at once, and often again for a while. */
  readonly watch: () => void;
  readonly convert: () => Promise<void>;
  readonly reprocess: () => Promise<void>;
};

const isUnderWay = (status: string | undefined): boolean => status === "pending" || status === "processing";

export function startFile(root: HTMLElement, pageId: string, signal: AbortSignal): FileView {
  const state = need("[data-state]", HTMLElement, root);
  const shown = (): HTMLElement => need("[data-file]", HTMLElement, root);
  const showPdf = (): void => {
    const host = find("[data-pdf]", HTMLElement, root);
    if (host) import("./pdf.tsx").then(({ openPdf }) => openPdf(host, signal)).catch(showError);
  };
  let looks = 0;
  let timer = 0;

  /** Puts the server's fresh view in the place of the one that is shown. */
  async function refresh(): Promise<void> {
    const page = await fetchPage(path`/pages/${pageId}`);
    if (signal.aborted) return;
    const fresh = document.adoptNode(need("[data-file]", HTMLElement, page));
    const hadFocus = shown().contains(document.activeElement);
    const { act } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
    if (!replaceAroundPdf(shown(), fresh)) {
      shown().replaceWith(fresh);
      showPdf();
    }
    if (hadFocus) (find(`[data-act="${act ?? ""}"]`, HTMLElement, shown()) ?? shown()).focus({ preventScroll: true });
    say(need("[data-state]", HTMLElement, page).textContent);
  }
  const say = (sentence: string): void => {
    if (state.textContent !== sentence) state.textContent = sentence;
  };

  async function look(): Promise<void> {
    if (document.visibilityState !== "visible" || shown().dataset["file"] === "") return;
    const { fileId, processingStatus, updatedAt } = await call<Processing>(
      "GET",
      path`/api/pages/${pageId}/processing-status`,
    );
    const { file, updated } = shown().dataset;
    if (fileId === file && updatedAt === updated) return;
    if (fileId === file && isUnderWay(processingStatus)) say(words.reading[processingStatus]);
    else await refresh();
  }

  /** Often while something is to be expected, and then each minute, for others may put a new version here. */
  function lookLater(): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    const pause = pauseBeforeLook(isUnderWay(shown().dataset["status"]) ? looks++ : Infinity);
    timer = setTimeout(lookNow, pause);
  }
  function lookNow(): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    look().then(lookLater, (error: unknown) => {
      // Offline moments pass; a page or a session that is gone does not.
      if (error instanceof ApiError && !["not_found", "unauthenticated"].includes(error.code)) lookLater();
      else if (!signal.aborted) showError(error);
    });
  }
  root.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-picture]") : null;
      // With one of these keys, a link opens elsewhere.
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      attempt(null, async () =>
        (await import("./picture.ts")).openPicture(link.href, find(".file-name", HTMLElement, root)?.textContent ?? ""),
      );
    },
    { signal },
  );
  onClick(root, '[data-act="use-version"]', (control) =>
    attempt(control, async () => {
      await useVersion(control, pageId, signal);
      looks = 0;
      await refresh();
      lookLater();
    }),
  );
  document.addEventListener("visibilitychange", lookNow, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  lookLater();
  showPdf();

  return {
    watch() {
      looks = 0;
      refresh().then(lookLater, showError);
    },
    async convert() {
      const made = await call<Converted>("POST", path`/api/files/${shown().dataset["file"] ?? ""}/convert-to-document`);
      await navigate(path`/pages/${made.pageId}`);
    },
    async reprocess() {
      await call("POST", path`/api/pages/${pageId}/reprocess`);
      announce(words.isReadAgain);
      looks = 0;
      await refresh();
      lookLater();
    },
  };
}

/** The present version becomes an earlier one in its turn, so that nothing is lost by it. */
async function useVersion(control: HTMLElement, pageId: string, signal: AbortSignal): Promise<void> {
  const row = control.closest<HTMLElement>("[data-stored-file]");
  const name = row?.querySelector(".grow > a")?.textContent ?? "";
  const [bytes, { upload }] = await Promise.all([
    fetchFile(path`/api/files/${row?.dataset["storedFile"] ?? ""}/download`),
    import("./editor-upload.ts"),
  ]);
  await upload(pageId, new File([bytes], name), signal, () => undefined);
  announce(words.versionUsed(name));
}

/**
 * A viewer of the same PDF stays: moved or made anew, it would begin at the first page. True where there is one, and all
 * but it has been replaced.
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

/** A page of ours as a document that runs nothing. */
async function fetchPage(address: string): Promise<Document> {
  const found = await fetchDocument(address, { "Octavo-Part": "main" });
  if (!found) throw new ApiError("internal", words.notShown);
  return found.document;
}
