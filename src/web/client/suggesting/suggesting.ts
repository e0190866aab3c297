/** Switches suggestion mode on and off, and offers the draft of an earlier visit. */
import type { EditorView } from "@codemirror/view";
import { words } from "../../../words/suggesting.ts";
import type { WrittenDocument } from "../document/document-page.ts";
import { element, find } from "../ui/dom.ts";
import { announce, attempt } from "../ui/notice.ts";
import { hasKeptDraft } from "./draft-database.ts";

/** The open session of a page's element. */
const sessions = new WeakMap<HTMLElement, AbortController>();

/** `written` is null for users who may not edit the text. `signal` ends with the view, and keeps the draft. */
export async function toggleSuggesting(
  root: HTMLElement,
  written: WrittenDocument | null,
  signal: AbortSignal,
): Promise<void> {
  const open = sessions.get(root);
  if (open) return open.abort();
  closeOffer(root);
  const session = new AbortController();
  sessions.set(root, session);
  const end = (): void => session.abort();
  signal.addEventListener("abort", end, { signal: session.signal });
  session.signal.addEventListener("abort", () => sessions.delete(root));
  try {
    const { startSession, sourceOfEditor, sourceOfPrint, claimDraft } = await import("./session.tsx");
    const { page = "", user = "" } = root.dataset;
    const [store, source] = await Promise.all([
      claimDraft(user, page, session.signal),
      written ? sourceOfEditor(await shownEditor(written), () => written.save()) : sourceOfPrint(root, page),
    ]);
    const leave = (hasChanges: boolean): void => {
      end();
      announce(hasChanges ? words.kept : words.left);
      written?.focus();
    };
    await startSession({ root, source, store, leave }, session.signal);
  } catch (error) {
    end();
    throw error;
  }
}

/** The reading view, if it is open, is left: the draft takes the place of the editor. */
async function shownEditor(written: WrittenDocument): Promise<EditorView> {
  const view = await written.editor;
  if (!view.dom.isConnected) written.toggleReading();
  return view;
}

/** Offers the suggestions that the user wrote at an earlier visit and did not send, if there are any. */
export async function offerKeptDraft(
  root: HTMLElement,
  written: WrittenDocument | null,
  signal: AbortSignal,
): Promise<void> {
  const { page = "", user = "" } = root.dataset;
  if (!(await hasKeptDraft(user, page)) || signal.aborted || sessions.has(root)) return;
  const button = (label: string, look: string, act: () => Promise<void>): HTMLElement =>
    element("button", { type: "button", class: look, onclick: () => attempt(null, act) }, label);
  const discard = async (): Promise<void> => {
    const claimed = new AbortController();
    const { claimDraft } = await import("./session.tsx");
    try {
      await (await claimDraft(user, page, claimed.signal)).put(null);
    } finally {
      claimed.abort();
    }
    closeOffer(root);
  };
  const offer = element(
    "section",
    { class: "row wrap suggesting-bar", "data-suggesting-offer": true, "aria-label": words.suggesting },
    element("p", { role: "status" }, words.offer),
    button(words.goOn, "primary", () => toggleSuggesting(root, written, signal)),
    button(words.discard, "quiet", discard),
  );
  find("[data-doc]", HTMLElement, root)?.after(offer);
}

const closeOffer = (root: HTMLElement): void => find("[data-suggesting-offer]", HTMLElement, root)?.remove();
