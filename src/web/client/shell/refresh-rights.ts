/** Rights have changed elsewhere: updates the open page and the list of drives. */
import type { Drive } from "../../../features/drives/contract.ts";
import type { SharedList } from "../../../features/pages/shared/contract.ts";
import type { RightsFlags } from "../../../kernel/rights.ts";
import { call, path } from "../api/api.ts";
import { find } from "../ui/dom.ts";
import { fetchDocument } from "./fetched-views.ts";
import { navigate, currentView } from "./navigation.ts";
import { announce } from "../ui/notice.ts";
import { replaceSide, showShared, sideView } from "./side.tsx";
import { toSharedPages } from "../../shared/sidebar/shared.tsx";
import { words } from "../../../words/sharing.ts";

let refreshed = Promise.resolve();

/** Changes run one after another, so that each reads the current state. */
export function refreshRights(): Promise<void> {
  const refreshing = refreshed.then(refresh);
  refreshed = refreshing.catch(() => undefined);
  return refreshing;
}

async function refresh(): Promise<void> {
  // Views and titles in the caches may be outdated.
  document.dispatchEvent(new Event("octavo:changed"));
  await Promise.all([updatePage(), updateDrives(), updateShared()]);
}

/** Where the user was writing when they lost write access. */
let stopped: { readonly pageId: string; readonly state: unknown } | null = null;

async function updatePage(): Promise<void> {
  const shown = find("article[data-page]", HTMLElement);
  if (!shown) return;
  const id = shown.dataset["page"] ?? "";
  const rights = await call<RightsFlags>("GET", path`/api/pages/${id}/permissions/check`);
  if (!shown.isConnected) return;
  // A page in the trash shows only that it can be read.
  const isTrashed = shown.querySelector(".problem") !== null;
  const wrote = shown.hasAttribute("data-can-edit");
  const commented = shown.hasAttribute("data-can-comment");
  const isSame =
    isTrashed ||
    (rights.canEdit === wrote &&
      rights.canComment === commented &&
      rights.canShare === shown.hasAttribute("data-can-share"));
  if (rights.canView && isSame) return;
  // Keeps the editor: unsaved text that the page no longer accepts can be copied from it.
  if (!rights.canEdit && shown.hasAttribute("data-dirty")) return;
  const place = scrollY;
  const isOpen = (): boolean => find(".cm-content:not([aria-readonly])", HTMLElement, shown) !== null;
  const wasOpen = isOpen();
  if (wrote && !rights.canEdit) stopped = { pageId: id, state: currentView().saveState() };
  // If the right has been restored meanwhile, the user may already be writing.
  await navigate(location.pathname, () => !wasOpen && isOpen());
  const now = find("article[data-page]", HTMLElement);
  if (now === shown) stopped = null;
  if (!rights.canView || now === shown) return;
  scrollTo(0, place);
  const mayWrite = now?.hasAttribute("data-can-edit") ?? false;
  if (mayWrite && stopped?.pageId === id) {
    currentView().restoreState(stopped.state);
    stopped = null;
  }
  const mayComment = now?.hasAttribute("data-can-comment") ?? false;
  if (mayWrite !== wrote) announce(mayWrite ? words.youMayEdit : words.youMayRead);
  else if (mayComment !== commented) announce(mayComment ? words.youMayComment : words.youMayNotComment);
}

async function updateShared(): Promise<void> {
  showShared(toSharedPages(await call<SharedList>("GET", "/api/shared?limit=8")));
}

/** Replaces the side if a drive was added or removed. */
async function updateDrives(): Promise<void> {
  const shown = sideView();
  if (!shown) return;
  const drives = await call<Drive[]>("GET", "/api/drives");
  const idsOf = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join(" ");
  if (idsOf(drives) === idsOf(shown.drives)) return;
  const whole = await fetchDocument(location.pathname, {});
  const side = whole && find("#side", HTMLElement, whole.document);
  if (side) replaceSide(side);
}
