/** “Move to…”: a list of places, narrowed by typing; what is not in the tree yet is found by the search. */
import type { SearchAnswer } from "../../../features/search/contract.ts";
import { TOP } from "../../app/tree.ts";
import { call, path } from "../api.ts";
import { openDialog } from "../dialog.ts";
import { element } from "../dom.ts";
import { attempt } from "../notice.ts";
import { KINDS } from "../page-kinds.ts";
import { fits, movePages } from "./changes.ts";
import { driveId, sideView, state } from "./state.ts";

type Destination = { readonly id: string; readonly title: string; readonly glyph: string };

const MOST = 50;
const PAUSE_MS = 200;

export function openMoveDialog(ids: readonly string[]): void {
  const field = element("input", {
    type: "search",
    "aria-label": "Find a page",
    placeholder: "Find a page",
    autocomplete: "off",
    autofocus: true,
  });
  const list = element("ul", { class: "rows destinations", "aria-label": "Places" });
  const dialog = openDialog("Move to", field, list);
  const choose = ({ id }: Destination): void => {
    dialog.close();
    attempt(null, () => movePages(ids, { parentId: id, before: null }));
  };
  const show = (found: readonly Destination[]): void => {
    const items = found.filter(({ id }) => id === TOP || fits(ids, id)).slice(0, MOST);
    list.replaceChildren(...(items.length > 0 ? items.map((item) => row(item, choose)) : [nothing()]));
  };
  let timer = 0;
  const look = (): void => {
    clearTimeout(timer);
    const words = field.value.trim();
    const near = loadedPages().filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
    show(near);
    if (words.length >= 2) timer = setTimeout(() => attempt(null, () => search(words)), PAUSE_MS);
  };
  const search = async (words: string): Promise<void> => {
    const address = `/api/search${path`?q=${words}&driveId=${driveId()}`}`;
    const { results } = await call<SearchAnswer>("GET", address);
    if (words !== field.value.trim()) return;
    const near = loadedPages().filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
    const known = new Set(near.map(({ id }) => id));
    const more = results.map(({ pageId, title, type }) => ({ id: pageId, title, glyph: KINDS[type].glyph }));
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
    level.pages.map(({ id, title, type }) => ({ id, title, glyph: KINDS[type].glyph })),
  );
  const top = { id: TOP, title: `Top of ${drive?.name ?? "the drive"}`, glyph: "" };
  return drive?.mayCreate === true ? [top, ...pages] : pages;
}

const nothing = (): HTMLElement => element("li", { class: "muted" }, "No page of this drive has such a title.");

function row(item: Destination, choose: (item: Destination) => void): HTMLElement {
  const button = element(
    "button",
    { type: "button", class: "quiet", onclick: () => choose(item) },
    element("span", { class: "glyph", "aria-hidden": "true" }, item.glyph),
    element("span", { class: "clip" }, item.title),
  );
  return element("li", {}, button);
}
