/** Navigation without full page loads: the view in the main column is replaced, everything around it stays. */
import type { ViewKind, ViewLocation } from "../../shared/sidebar/side.tsx";
import type { PageType } from "../../../kernel/page-type.ts";
import { words } from "../../../words/page.ts";
import { afterPaint } from "../ui/after-paint.ts";
import { ApiError } from "../api/api.ts";
import { element, find, need } from "../ui/dom.ts";
import { fetchDocument, fetchView, forgetViews, type FetchedView, offerView } from "./fetched-views.ts";
import { prefetchOnIntent } from "./prefetch.ts";
import { destinationOf, isSameDocument, viewAddress } from "./links.ts";
import { showError, showWaiting } from "../ui/notice.ts";
import { replaceSide, showPlace, sideView } from "./side.tsx";
import type { ShownView } from "../view.ts";

type LoadViews = (main: HTMLElement) => Promise<() => ShownView>;

/** What started the navigation: a link, or the browser's back and forward. */
type How = "link" | "history";

/** Saved per history entry, and restored when the user returns to it. */
type Left = { readonly scroll: number; readonly state: unknown };

let shown: ShownView;
let loadViews: LoadViews;
/** Counts navigations: one that was superseded changes nothing. */
let turn = 0;
/** The current index in the browser's history, which every entry stores in its state. The shown view may lag behind. */
let at = 0;
let shownAt = 0;
const left = new Map<number, Left>();
/** The address of the shown view; `location` runs ahead while the user moves through the history. */
let current: URL;
/** True if the user typed into the view. */
let isTouched = false;
const announcer = element("p", { class: "hidden", role: "status" });

const indexOf = (state: unknown): number | null =>
  typeof state === "object" && state !== null && "octavo" in state ? Number(state.octavo) : null;

export function startNavigation(first: ShownView, load: LoadViews): void {
  shown = first;
  loadViews = load;
  current = new URL(location.href);
  at = shownAt = indexOf(history.state) ?? 0;
  history.replaceState({ octavo: at }, "");
  document.body.append(announcer);
  watchTyping(need("#main", HTMLElement));
  document.addEventListener("click", follow);
  document.addEventListener("octavo:changed", () => forgetViews());
  addEventListener("popstate", returnTo);
  // The browser would scroll before the view is there; after a full load it scrolls correctly.
  history.scrollRestoration = "manual";
  addEventListener("pagehide", () => (history.scrollRestoration = "auto"));
  addEventListener("pageshow", () => (history.scrollRestoration = "manual"));
  prefetchOnIntent(destinationOf);
}

export const currentView = (): ShownView => shown;

/**
 * Shows another view, or lets the browser load an address that is not a view. `isObsolete` is checked just before it is
 * shown.
 */
export async function navigate(address: string, isObsolete?: () => boolean): Promise<void> {
  const to = viewAddress(address, location.href);
  if (to) await move(to, "link", isObsolete);
  else location.assign(address);
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const to = destinationOf(event.target);
  if (!to) return;
  event.preventDefault();
  move(to, "link").catch(reportError);
}

function returnTo(event: PopStateEvent): void {
  const to = new URL(location.href);
  const index = indexOf(event.state);
  // An entry that was made by a link to a fragment of this view has no index yet.
  if (index === null) history.replaceState({ octavo: at + 1 }, "");
  at = index ?? at + 1;
  if (!isSameDocument(to, current)) {
    move(to, "history").catch(reportError);
    return;
  }
  // The user came back while another view was loading.
  turn++;
  shownAt = at;
  current = to;
}

async function move(to: URL, how: How, isObsolete = (): boolean => false): Promise<void> {
  const own = ++turn;
  const isAgain = how === "link" && isSameDocument(to, current);
  if (isAgain) forgetViews(to);
  const main = need("#main", HTMLElement);
  // A cached view is shown before a frame could draw this.
  const busy = setTimeout(() => main.setAttribute("aria-busy", "true"));
  const end = showWaiting(main);
  try {
    const offered = offerView(to);
    const [fetched, mayLeave] = await Promise.all([offered.view, shown.flush()]);
    if (own !== turn) return;
    if (!mayLeave) {
      if (how === "history") history.go(shownAt - at);
      return;
    }
    if (!fetched) return leaveFor(to, how);
    const next = document.importNode(fetched.main, true);
    const begin = await loadViews(next).catch(() => null);
    if (own !== turn || isObsolete()) return;
    if (!begin) return leaveFor(to, how);
    left.set(shownAt, { scroll: scrollY, state: shown.saveState() });
    const address = new URL(fetched.address);
    address.hash = to.hash;
    if (how === "link" && !isAgain) {
      at++;
      for (const later of left.keys()) if (later >= at) left.delete(later);
      history.pushState({ octavo: at }, "", address);
    } else history.replaceState({ octavo: at }, "", address);
    const before = how === "history" ? left.get(at) : undefined;
    if ((before?.scroll ?? 0) === 0 && to.hash === "") showTopFirst(next);
    put(fetched, next, begin);
    shownAt = at;
    current = address;
    arrive(next, before);
    if (offered.isOld) refresh(fetched, next, own).catch(reportError);
  } finally {
    end();
    clearTimeout(busy);
    main.removeAttribute("aria-busy");
  }
}

/** Lets the browser load the address, because this script cannot show the response. */
function leaveFor(to: URL, how: How): void {
  if (!navigator.onLine) {
    // The browser's own error page would replace the current view.
    if (how === "history") history.go(shownAt - at);
    showError(new ApiError("offline", words.notKept));
    return;
  }
  if (how === "link") location.assign(to);
  else location.reload();
}

/** Ends the view that is shown and starts the next one in its place. */
function put(view: FetchedView, next: HTMLElement, begin: () => ShownView): void {
  // The kept copy is from before the user typed.
  if (isTouched) forgetViews(current);
  shown.end();
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  find("#side:popover-open", HTMLElement)?.hidePopover();
  need("#main", HTMLElement).replaceWith(next);
  document.title = view.title;
  watchTyping(next);
  shown = begin();
}

/** Completes the navigation: updates the side, the scroll position, the focus and the screen reader. */
function arrive(main: HTMLElement, before: Left | undefined): void {
  const place = placeOf(main);
  // A page shared from a drive of which the user is not a member is in no visible tree.
  const path = main.dataset["drive"] === undefined ? [] : (main.dataset["path"]?.split(" ") ?? []);
  if (place.driveId === (sideView()?.drive?.id ?? null)) showPlace(place, path);
  else loadSide().catch(reportError);
  main.classList.add("arrived");
  if (before) {
    shown.restoreState(before.state);
    scrollTo(0, before.scroll);
  } else {
    const target = current.hash === "" ? null : document.getElementById(decodeURIComponent(current.hash.slice(1)));
    if (target) target.scrollIntoView();
    else scrollTo(0, 0);
  }
  announcer.textContent = document.title;
  const { activeElement } = document;
  if (main.contains(activeElement)) return;
  afterPaint(() => {
    // The user may have moved the focus meanwhile.
    if (main.isConnected && document.activeElement === activeElement) focusHeading(main);
  });
}

/** Paints the visible part of a long text before the rest is laid out. */
function showTopFirst(main: HTMLElement): void {
  main.classList.add("top-first");
  afterPaint(() => main.classList.remove("top-first"));
}

function focusHeading(main: HTMLElement): void {
  const heading = find("h1", HTMLElement, main) ?? main;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Written by pages/shell.tsx. */
const placeOf = ({ dataset: { here, drive, page, pageType } }: HTMLElement): ViewLocation => ({
  here: (here ?? "page") as ViewKind,
  // A view without a drive keeps the current one open.
  driveId: drive ?? sideView()?.drive?.id ?? null,
  pageId: page ?? null,
  pageType: (pageType as PageType | undefined) ?? null,
});

/** A view of another drive needs that drive's tree. */
async function loadSide(): Promise<void> {
  const { pathname, search } = current;
  const whole = await fetchDocument(pathname + search, {});
  const side = whole?.document.querySelector<HTMLElement>("#side");
  if (side && pathname === current.pathname) replaceSide(side);
}

/** Replaces a view from the cache with the current one, unless the user is already using it. */
async function refresh(old: FetchedView, main: HTMLElement, own: number): Promise<void> {
  const fresh = await fetchView(current, false);
  if (!fresh || own !== turn || fresh.main.isEqualNode(old.main)) return;
  const next = document.importNode(fresh.main, true);
  if (shown.refresh) return shown.refresh(next);
  const begin = await loadViews(next);
  const heading = find("h1", HTMLElement, main) ?? main;
  const { activeElement } = document;
  const isUsed =
    isTouched ||
    document.querySelector("dialog[open]") !== null ||
    (main.contains(activeElement) && activeElement !== heading) ||
    getSelection()?.isCollapsed === false;
  if (own !== turn || isUsed) return;
  const scroll = scrollY;
  put(fresh, next, begin);
  if (activeElement === heading) focusHeading(next);
  scrollTo(0, scroll);
}

function watchTyping(main: HTMLElement): void {
  isTouched = false;
  main.addEventListener("input", () => (isTouched = true), { once: true });
}
