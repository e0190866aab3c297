/** What people do with the rows of the tree by keys and pointer. */
import type { PageType } from "../../../kernel/page-type.ts";
import { keyOf } from "../../shared/sidebar/tree-view.tsx";
import { find, onClick } from "../ui/dom.ts";
import { attempt } from "../ui/notice.ts";
import { followDrives } from "../offline/pending-pages/tree.ts";
import { beginDrag } from "./drag.ts";
import { loadActions, open, pressKey } from "./keys.ts";
import { clearSelection, extendTo, toggleSelected } from "./select.ts";
import { change, rowOf, state, view } from "./state.ts";

export { TREE_KEYS } from "./keys.ts";

export function startInteraction(root: HTMLElement): void {
  onClick(root, "[data-menu]", (control) => act(control, "menu"));
  onClick(root, "[data-add]", (control) => act(control, "add"));
  root.addEventListener("click", pressRow);
  root.addEventListener("focusin", ({ target }) => makeActive(target));
  makeActive(document.activeElement);
  root.addEventListener("keydown", (event) => {
    if (rowOf(event.target) && !(event.target instanceof HTMLInputElement) && pressKey(event)) event.preventDefault();
  });
  root.addEventListener("contextmenu", (event) => {
    if (!rowOf(event.target)?.page || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    makeActive(event.target);
    attempt(null, async () => (await loadActions()).openPageMenu(event));
  });
  root.addEventListener("dragstart", beginDrag);
  followDrives();
  showOwnPlace();
}

/** A document that the service worker has put together may have come with the side of another page. */
function showOwnPlace(): void {
  const { page = null, pageType = null } = find("#main", HTMLElement)?.dataset ?? {};
  const shown = view.peek();
  if (shown === null || page === null || shown.pageId === page) return;
  view.value = { ...shown, here: "page", pageId: page, pageType: pageType as PageType | null }; // what pages/shell.tsx wrote
}

function makeActive(target: EventTarget | null): void {
  const row = rowOf(target);
  if (row) change({ active: keyOf(row) });
}

function act(control: HTMLElement, action: "menu" | "add"): void {
  makeActive(control);
  const row = rowOf(control);
  attempt(control, async () => (await loadActions()).runAction(action, row, control));
}

/** A press on a row opens its page, also beside the link; with Shift it selects, and with Ctrl once something is selected. */
function pressRow(event: MouseEvent): void {
  const row = rowOf(event.target);
  if (!row || !(event.target instanceof Element) || event.target.closest("button, input")) return;
  const isMod = event.ctrlKey || event.metaKey;
  if (event.shiftKey) extendTo(row);
  else if (row.page && isMod && state.peek().selected.size > 0) toggleSelected(row.page.id);
  else {
    if (!isMod) clearSelection();
    if (!event.target.closest("a")) open(row);
    return;
  }
  event.preventDefault();
}
