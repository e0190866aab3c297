/** The menu of a breadcrumb: the pages in that level. */
import { h } from "preact";
import { findPage, TOP } from "../../shared/sidebar/tree.ts";
import { words } from "../../../words/crumbs.ts";
import { type MenuItem, openMenu } from "../ui/menu.tsx";
import { path } from "../api/api.ts";
import { navigate } from "./navigation.ts";
import { attempt } from "../ui/notice.ts";
import { PageIcon } from "../../shared/icons.tsx";
import { sideView } from "./side.tsx";
import { fetchLevel } from "../tree/load.ts";
import { state } from "../tree/state.ts";

/** Maximum number of pages listed; a link leads to all of them. */
const MAX_PAGES = 100;

export async function openSiblingMenu(control: HTMLElement): Promise<void> {
  const { beside: under = TOP, next = "" } = control.dataset;
  const drive = sideView()?.drive?.id ?? "";
  const known = state.peek().tree.levels.get(under);
  // A partly loaded level is good enough if it contains the page in question.
  const level = known && findPage(state.peek().tree, next) ? known : await fetchLevel(drive, under);
  const items = level.pages.slice(0, MAX_PAGES).map(({ id, title, type, icon }): MenuItem => ({
    title,
    icon: h(PageIcon, { type, icon }),
    isOn: id === next,
    run: () => attempt(null, () => navigate(path`/pages/${id}`)),
  }));
  const isAll = level.cursor === null && level.pages.length <= MAX_PAGES;
  const all = under === TOP ? path`/drives/${drive}` : path`/pages/${under}`;
  const more = { title: words.showAll, part: "more", run: () => attempt(null, () => navigate(all)) };
  openMenu(control.title, control, isAll ? items : [...items, more], () => control.focus());
}
