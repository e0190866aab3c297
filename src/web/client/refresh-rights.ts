/** What somebody may see or do has changed elsewhere: the page that is open and the list of drives become as they are now. */
import type { Drive } from "../../features/drives/contract.ts";
import type { SharedList } from "../../features/pages/shared/contract.ts";
import type { RightsFlags } from "../../kernel/rights.ts";
import { call, path } from "./api.ts";
import { find } from "./dom.ts";
import { fetchDocument } from "./fetched-views.ts";
import { navigate, currentView } from "./navigation.ts";
import { announce } from "./notice.ts";
import { replaceSide, showShared, sideView } from "./side.tsx";
import { toSharedPages } from "../app/shared.tsx";
import { words } from "../messages/sharing.ts";

let refreshed = Promise.resolve();

/** One change after the other: what the later one finds is how it is now. */
export function refreshRights(): Promise<void> {
  const refreshing = refreshed.then(refresh);
  refreshed = refreshing.catch(() => undefined);
  return refreshing;
}

async function refresh(): Promise<void> {
  // Views that were fetched before, and titles that are kept, may show what is no longer so.
  document.dispatchEvent(new Event("octavo:changed"));
  await Promise.all([updatePage(), updateDrives(), updateShared()]);
}

/** Where somebody was writing when they could write no more. */
let stopped: { readonly pageId: string; readonly state: unknown } | null = null;

async function updatePage(): Promise<void> {
  const shown = find("article[data-page]", HTMLElement);
  if (!shown) return;
  const id = shown.dataset["page"] ?? "";
  const rights = await call<RightsFlags>("GET", path`/api/pages/${id}/permissions/check`);
  if (!shown.isConnected) return;
  // A page in the trash shows no more than that it may be read.
  const isTrashed = shown.querySelector(".problem") !== null;
  const wrote = shown.hasAttribute("data-can-edit");
  const isSame = isTrashed || (rights.canEdit === wrote && rights.canShare === shown.hasAttribute("data-can-share"));
  if (rights.canView && isSame) return;
  // Words that the page will never take can be copied from where they were typed.
  if (!rights.canEdit && shown.hasAttribute("data-dirty")) return;
  const place = scrollY;
  const isOpen = (): boolean => find(".cm-content:not([aria-readonly])", HTMLElement, shown) !== null;
  const wasOpen = isOpen();
  if (wrote && !rights.canEdit) stopped = { pageId: id, state: currentView().saveState() };
  // Where the right came back meanwhile, its owner may be writing already.
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
  if (mayWrite !== wrote) announce(mayWrite ? words.youMayEdit : words.youMayRead);
}

async function updateShared(): Promise<void> {
  showShared(toSharedPages(await call<SharedList>("GET", "/api/shared?limit=8")));
}

/** The side is printed anew where a drive has come or gone. */
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
