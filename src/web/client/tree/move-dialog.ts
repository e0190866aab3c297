/** “Move to…”, and other places to choose: a list, narrowed by typing; what is not in the tree yet is found by the search. */
import { foldName } from "../../../kernel/fold.ts";
import type { SearchAnswer } from "../../../features/search/contract.ts";
import { TOP } from "../../shared/sidebar/tree.ts";
import { words } from "../../../words/tree.ts";
import { call, path } from "../api/api.ts";
import { openDialog } from "../ui/dialog.ts";
import { element } from "../ui/dom.ts";
import { attempt } from "../ui/notice.ts";
import { iconClass, pageIconClass } from "../../shared/icon-names.ts";
import { fits, movePages } from "./changes.ts";
import { driveId, sideView, state } from "./state.ts";

/** The top of the drive has the id `TOP`. */
export type Destination = { readonly id: string; readonly title: string; readonly icon: string };

const MAX_SHOWN = 50;
const PAUSE_MS = 200;

export const openMoveDialog = (ids: readonly string[]): void =>
  chooseDestination(
    words.moveTo,
    ({ id }) => id === TOP || fits(ids, id),
    ({ id }) => attempt(null, () => movePages(ids, { parentId: id, before: null })),
  );

export function chooseDestination(
  heading: string,
  isOffered: (place: Destination) => boolean,
  chosen: (place: Destination) => void,
): void {
  const field = element("input", {
    type: "search",
    "aria-label": words.find,
    placeholder: words.find,
    autocomplete: "off",
    autofocus: true,
  });
  const list = element("ul", { class: "rows destinations", "aria-label": words.places });
  const dialog = openDialog(heading, field, list);
  const choose = (place: Destination): void => {
    dialog.close();
    chosen(place);
  };
  const show = (found: readonly Destination[]): void => {
    const items = found.filter(isOffered).slice(0, MAX_SHOWN);
    list.replaceChildren(...(items.length > 0 ? items.map((item) => row(item, choose)) : [nothing()]));
  };
  let timer = 0;
  const look = (): void => {
    clearTimeout(timer);
    const typed = field.value.trim();
    const near = loadedPages().filter(({ title }) => foldName(title).includes(foldName(typed)));
    show(near);
    if (typed.length >= 2) timer = setTimeout(() => attempt(null, () => search(typed)), PAUSE_MS);
  };
  const search = async (typed: string): Promise<void> => {
    const address = `/api/search${path`?q=${typed}&driveId=${driveId()}`}`;
    const { results } = await call<SearchAnswer>("GET", address);
    if (typed !== field.value.trim()) return;
    const near = loadedPages().filter(({ title }) => foldName(title).includes(foldName(typed)));
    const known = new Set(near.map(({ id }) => id));
    const more = results.map(({ pageId, title, type }) => ({ id: pageId, title, icon: pageIconClass(type) }));
    show([...near, ...more.filter(({ id }) => !known.has(id))]);
  };
  field.addEventListener("input", look);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const first = list.querySelector("button");
    if (event.key === "Enter") first?.click();
    else first?.focus();
  });
  look();
}

/** The top of the drive, and what the tree has loaded. */
function loadedPages(): Destination[] {
  const { drive } = sideView() ?? {};
  const levels = [...state.peek().tree.levels.values()];
  const pages = levels.flatMap((level) =>
    level.pages.map(({ id, title, type }) => ({ id, title, icon: pageIconClass(type) })),
  );
  return drive?.mayCreate === true
    ? [{ id: TOP, title: words.topOf(drive.name), icon: iconClass("library") }, ...pages]
    : pages;
}

const nothing = (): HTMLElement => element("li", { class: "muted" }, words.noneFound);

function row(item: Destination, choose: (item: Destination) => void): HTMLElement {
  const button = element(
    "button",
    { type: "button", class: "quiet", onclick: () => choose(item) },
    element("span", { class: item.icon, "aria-hidden": "true" }),
    element("span", { class: "clip" }, item.title),
  );
  return element("li", {}, button);
}
