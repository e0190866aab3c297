/** The side in the browser: the drives, and the tree, a virtual list that draws only the visible rows. */
import { effect } from "@preact/signals";
import { hydrate } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { PageSummary } from "../../../features/pages/contract.ts";
import { type ViewLocation, Side } from "../../shared/sidebar/side.tsx";
import type { SharedPages } from "../../shared/sidebar/shared.tsx";
import { changePage, findPage, insertPage, TOP } from "../../shared/sidebar/tree.ts";
import { afterPaint } from "../ui/after-paint.ts";
import { find, onClick } from "../ui/dom.ts";
import { onHub } from "./hub-events.ts";
import type { PageChange } from "./recent-pages.ts";
import { shownIcon, shownTitle } from "./tab-title.ts";
import { isTreeKey } from "../tree/early-keys.ts";
import { type Host, setHost } from "../tree/host.ts";
import { findInLevel, loadAhead, openBranches, setBranch, toTreePage } from "../tree/load.ts";
import { afterDrawing, measure, showRow, startScroll } from "../tree/scroll.ts";
import { changeTree, driveId, indexOf, places, readSide, rowOf, rows, sideView, state, view } from "../tree/state.ts";
import { loadWhenIdle, whenIdle } from "../ui/when-idle.ts";

export { sideView } from "../tree/state.ts";

const SideIsland = () => {
  useLayoutEffect(() => {
    // The first row may have just been added.
    if (state.peek().rowHeight === null) measure();
    afterDrawing();
  });
  return view.value && <Side view={view.value} state={state.value} rows={rows.value} places={places.value} />;
};

export function startSide(root: HTMLElement, host: Host): void {
  setHost(host);
  readSide(root);
  hydrate(<SideIsland />, root);
  startScroll(root);
  startTree(root);
  effect(() => {
    if (state.value.rowHeight !== null) loadAhead();
  });
  // A drawer has no height until it is opened.
  root.addEventListener("toggle", () => {
    measure();
    showCurrent();
  });
  beginDrive();
  onHub({
    event: (event) => {
      if ((event.type === "tree" || event.type === "access") && event.driveId === driveId())
        tell(event.type === "tree" ? event.pages : []);
    },
    missed: () => tell([]),
  });
  loadWhenIdle(async () => (await import("../tree/unread.ts")).startUnread());
}

/** Reports changes to these pages, or to any page if the list is empty. */
function tell(pages: readonly string[]): void {
  import("../tree/live.ts").then(({ takeNews }) => takeNews(pages), reportError);
}

const kept = () => import("../tree/saved-state.ts");

/** Restores the state that this browser saved for the open drive. Failures are ignored: the page works without the tree. */
function beginDrive(): void {
  const { pageId, pageType } = view.peek() ?? {};
  const path = find("#main", HTMLElement)?.dataset["path"]?.split(" ") ?? [];
  kept()
    .then(({ readSavedState }) => openBranches(readSavedState()))
    .then(() => reveal(path))
    .catch(() => undefined);
  if (pageId && pageType) visited(pageId, pageType);
}

/** The title of a page that is not in the tree, such as one in the trash, is read from the document. */
function visited(id: string, type: PageSummary["type"]): void {
  const title = findPage(state.peek().tree, id)?.page.title ?? shownTitle();
  const icon = shownIcon();
  kept().then(({ saveVisit }) => saveVisit({ id, type, title, icon }), reportError);
}

/** The tree can be read and expanded at once; keys, selection, dragging and menus load a moment later. */
function startTree(root: HTMLElement): void {
  onClick(root, "[data-twist]", (control) => {
    const row = rowOf(control);
    if (row?.page) void setBranch(row.page.id, !row.isOpen);
  });
  const held: KeyboardEvent[] = [];
  let pressed: HTMLElement | null = null;
  let isStarted = false;
  const load = async (): Promise<void> => {
    const { startInteraction } = await import("../tree/interact.ts");
    root.removeEventListener("keydown", hold);
    root.removeEventListener("click", holdPress);
    startInteraction(root);
    pressed?.click();
    pressHeld(held);
  };
  const start = (): void => {
    if (isStarted) return;
    isStarted = true;
    load().catch(reportError);
  };
  /** Queues keys until their script has loaded. */
  const hold = (event: KeyboardEvent): void => {
    if (!isTreeKey(event)) return;
    event.preventDefault();
    held.push(event);
    start();
  };
  const holdPress = ({ target }: Event): void => {
    pressed = target instanceof Element ? target.closest<HTMLElement>(".tree-act") : null;
  };
  root.addEventListener("keydown", hold);
  root.addEventListener("click", holdPress);
  for (const type of ["pointerover", "focusin"]) root.addEventListener(type, start, { once: true });
  whenIdle(start);
}

/** A key applies to the focused row. For keys pressed before the focus moved, that was a different row. */
function pressHeld(held: readonly KeyboardEvent[]): void {
  const focused = document.activeElement;
  let last: EventTarget | null = focused;
  for (const event of held) {
    const { target } = event;
    if (target !== last && target instanceof HTMLElement) target.focus();
    last = target;
    target?.dispatchEvent(new KeyboardEvent("keydown", event));
  }
  if (last !== focused && focused instanceof HTMLElement) focused.focus();
}

/** Shows the position of the main column's view. `path` contains the ids of its ancestors from the top, and its own. */
export function showPlace(place: ViewLocation, path: readonly string[]): void {
  const shown = view.peek();
  if (!shown) return;
  view.value = { ...shown, ...place };
  if (place.pageId !== null && place.pageType !== null) visited(place.pageId, place.pageType);
  // Failures are ignored: the page works without the tree.
  afterPaint(() => void reveal(path).catch(() => undefined));
}

async function reveal(path: readonly string[]): Promise<void> {
  const [id] = path.slice(-1);
  if (id === undefined) return;
  await openBranches(path);
  await findInLevel(id, path.at(-2) ?? TOP);
  showCurrent();
}

function showCurrent(): void {
  const { pageId } = view.peek() ?? {};
  if (pageId) showRow(indexOf(pageId));
}

/** Shows another drive's side, as printed by the service. */
export function replaceSide(printed: HTMLElement): void {
  const unread = view.peek()?.unread ?? null;
  readSide(printed);
  showUnread(unread);
  beginDrive();
  queueMicrotask(measure);
}

export function showShared(shared: SharedPages): void {
  const shown = view.peek();
  if (shown) view.value = { ...shown, shared };
}

export function showUnread(unread: number | null): void {
  const shown = view.peek();
  if (shown) view.value = { ...shown, unread };
}

/** Inserts a new page into the tree if its parent's level is loaded. */
export function addToTree(page: PageSummary): void {
  if (page.driveId !== sideView()?.drive?.id) return;
  changeTree((tree) => insertPage(tree, page.parentId ?? TOP, toTreePage(page)));
}

/** Shows a page's new title or icon in the side. */
export function changeInTree(id: string, change: PageChange): void {
  changeTree((tree) => changePage(tree, id, change));
  kept().then(({ changePlace }) => changePlace(id, change), reportError);
}
