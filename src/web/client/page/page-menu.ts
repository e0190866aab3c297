/** The menu of an open page: actions beyond its buttons, and the states that it shows. */
import { words as header } from "../../../words/page-header.ts";
import { words } from "../../../words/page-menu.ts";
import { words as tree } from "../../../words/tree.ts";
import { rove, focusControl } from "../ui/roving.ts";
import { find, setLabel } from "../ui/dom.ts";
import { showMuted } from "../inbox/mute.ts";
import { announce, showError } from "../ui/notice.ts";
import { sideView } from "../shell/side.tsx";
import { shownCover } from "./page-header.tsx";
import { shownIcon } from "../shell/tab-title.ts";
import { isFavourite, setFavourite } from "../tree/saved-state.ts";

/** Updates the menu each time it opens. The user may have opened it before this script had loaded. */
export function startPageMenu(menu: HTMLElement, root: HTMLElement): void {
  const show = (): void => {
    if (menu.matches(":popover-open")) opened(menu, root);
  };
  menu.addEventListener("toggle", show);
  show();
}

function opened(menu: HTMLElement, root: HTMLElement): void {
  const id = root.dataset["page"] ?? "";
  showFavourite(menu, id);
  const icon = find("[data-act=icon]", HTMLElement, menu);
  if (icon) setLabel(icon, shownIcon() === null ? header.addIcon : header.changeIcon);
  const cover = find("[data-act=cover]", HTMLElement, menu);
  if (cover) setLabel(cover, shownCover() === null ? header.addCover : header.changeCover);
  const suggest = find("[data-act=suggest]", HTMLElement, menu);
  if (suggest) setLabel(suggest, root.hasAttribute("data-suggesting") ? words.stopSuggesting : words.suggest);
  showMuted("pages", id).catch(showError);
  focusControl(menu, 0);
  menu.addEventListener("keydown", moveFocus);
}

function moveFocus(event: KeyboardEvent): void {
  if (event.currentTarget instanceof HTMLElement) rove(event, event.currentTarget, "vertical");
}

function showFavourite(menu: HTMLElement, id: string): void {
  const button = find("[data-act=favourite]", HTMLElement, menu);
  if (!button) return;
  // Favourites are saved for the open drive.
  button.hidden = (sideView()?.drive ?? null) === null;
  setLabel(button, isFavourite(id) ? tree.removeFromFavourites : tree.addToFavourites);
}

export function toggleFavourite(id: string, title: string): void {
  const type = sideView()?.pageType ?? "DOCUMENT";
  const isOne = !isFavourite(id);
  setFavourite({ id, title, icon: shownIcon(), type }, isOne);
  announce(isOne ? tree.isFavourite(title) : tree.noFavourite(title));
}

export async function copyLink(id: string): Promise<void> {
  await navigator.clipboard.writeText(new URL(`/pages/${id}`, location.href).href);
  announce(tree.linkCopied);
}
