/** The text of a page in a textarea: saved on request, merged with what others wrote, fresh while untouched. */
import { diffText } from "../../realtime/diff.ts";
import type { Page } from "../../features/pages/contract.ts";
import { ApiError, call, path } from "./api.ts";
import { find, need } from "./dom.ts";
import { attempt, showError, announce } from "./notice.ts";
import { rebase } from "./rebase.ts";

/** How often an untouched page looks for a newer revision. */
const LOOK_MS = 4_000;
/** Above this many changes the whole text is put in at once. */
const MANY_SPLICES = 200;

type Revised = Pick<Page, "content" | "revision" | "title" | "isTrashed">;

/** Text as a textarea holds it. */
const asTyped = (text: string): string => text.replace(/\r\n?/g, "\n");

export type Editor = {
  /** Puts in the text of a revision that came from elsewhere. */
  take: (page: Revised) => void;
  save: () => Promise<void>;
};

/** Starts the editor inside `root`, the page's article. `onTitle` hears of titles that came with a newer revision. */
export function startEditor(root: HTMLElement, onTitle: (title: string) => void): Editor {
  const area = need("[data-body]", HTMLTextAreaElement, root);
  const button = find("[data-save]", HTMLButtonElement, root);
  const state = find("[data-state]", HTMLElement, root);
  const address = path`/api/pages/${root.dataset["page"] ?? ""}`;
  let base = Number(root.dataset["revision"]);
  /** The text of revision `base`. */
  let known = area.value;
  let saving: Promise<void> | null = null;
  let ended = false;
  /** A save failed without an answer: it may have arrived all the same. */
  let unsure = false;

  const isDirty = (): boolean => area.value !== known;
  const show = (): void => {
    const label = saving ? "Saving…" : isDirty() ? "Unsaved changes" : "Saved";
    root.toggleAttribute("data-dirty", isDirty());
    if (state && state.textContent !== label) state.textContent = label;
    if (button) button.disabled = saving !== null || !isDirty();
    fitHeight(area);
  };

  const take = (page: Revised): void => {
    const text = asTyped(page.content);
    replaceText(area, rebase(known, area.value, text));
    base = page.revision;
    known = text;
    onTitle(page.title);
    show();
  };

  async function put(): Promise<void> {
    if (unsure) take(await call<Page>("GET", address));
    unsure = true;
    const sent = area.value;
    const page = await call<Page>("PATCH", address, { content: sent, baseRevision: base }).catch((error: unknown) => {
      unsure = !(error instanceof ApiError) || ["offline", "internal", "unavailable"].includes(error.code);
      throw error;
    });
    unsure = false;
    const text = asTyped(page.content);
    if (page.revision > base + 1 || text !== sent) announce("Merged with changes made meanwhile.");
    known = sent;
    take(page);
  }

  async function save(): Promise<void> {
    if (saving) await saving.catch(() => undefined);
    if (!isDirty()) return;
    saving = put().finally(() => (saving = null));
    show();
    await saving.finally(show);
  }

  async function look(): Promise<void> {
    if (ended || saving || isDirty() || document.visibilityState !== "visible") return;
    const page = await call<Page>("GET", address);
    // The person who began to type or save in the meantime is served by the next save.
    if (saving || isDirty() || page.revision <= base) return;
    take(page);
    announce("Updated with changes made elsewhere.");
  }

  const saveNow = (): void => attempt(button, save);
  area.addEventListener("input", show);
  button?.addEventListener("click", saveNow);
  addEventListener("resize", () => fitHeight(area));
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
    event.preventDefault();
    if (!area.readOnly) saveNow();
  });
  addEventListener("beforeunload", (event) => {
    if (isDirty()) event.preventDefault();
  });
  const lookNow = (): void => {
    look().catch((error: unknown) => {
      // Offline moments pass; a page or a session that is gone does not.
      if (!(error instanceof ApiError) || !["not_found", "unauthenticated"].includes(error.code)) return;
      ended = true;
      showError(error);
    });
  };
  setInterval(lookNow, LOOK_MS);
  document.addEventListener("visibilitychange", lookNow);
  show();
  return { take, save };
}

/** Changes only what differs, so that the caret and the selection stay with the words they were at. */
function replaceText(area: HTMLTextAreaElement, text: string): void {
  const splices = diffText(area.value, text);
  if (splices.length <= MANY_SPLICES) {
    for (const { at, remove, insert } of splices.toReversed()) area.setRangeText(insert, at, at + remove, "preserve");
    return;
  }
  const follow = (offset: number): number =>
    splices.reduce((to, { at, remove, insert }) => (at + remove <= offset ? to + insert.length - remove : to), offset);
  const [start, end] = [follow(area.selectionStart), follow(area.selectionEnd)];
  area.value = text;
  area.setSelectionRange(start, end);
}

/** Grows a textarea with its text where the browser cannot (CSS `field-sizing`). */
export function fitHeight(area: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight}px`;
}
