/**
 * What others change in the tree appears in place. The hub tells ids of pages that this person may see; where those stand is
 * read from the service, so that what is hidden leaves no gap, and nothing of it comes here.
 */
import type * as z from "zod";
import type { Breadcrumb } from "../../../features/pages/contract.ts";
import {
  changePage,
  findPage,
  levelsWith,
  type Level,
  setLevel,
  TOP,
  type Tree,
  type TreePage,
} from "../../shared/sidebar/tree.ts";
import { removePages } from "../../shared/sidebar/tree-moves.ts";
import { ApiError, call, path } from "../api/api.ts";
import { untilDone } from "./changes.ts";
import { changePlace, forgetPlaces } from "./saved-state.ts";
import { fetchLevel, notThere } from "./load.ts";
import { inPlace } from "./scroll.ts";
import { showAppearance } from "../page/page-header.tsx";
import { change, changeTree, driveId, sideView, state } from "./state.ts";

/** What comes within so short a time, in ms, is read at once. */
const TOGETHER_MS = 150;
/** Of more pages at a time each level is read anew, not each page looked up. */
const MAX_LOOKUPS = 12;
/** How long a change of others is marked, in ms. */
const FRESH_MS = 2_000;

let told = new Set<string>();
/** Whatever was told, all of the tree is read. */
let isAll = false;
let isDue = false;

/** `pages` empty: what the tree shows has to be read anew. */
export function takeNews(pages: readonly string[]): void {
  if (pages.length === 0) isAll = true;
  for (const id of pages) told.add(id);
  soon();
}

function soon(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    read().catch((error: unknown) => {
      // All is read again with the next connection.
      if (!(error instanceof ApiError) || error.code !== "offline") reportError(error);
    });
  }, TOGETHER_MS);
}

async function read(): Promise<void> {
  await untilDone();
  const ids = [...told];
  const readsAll = isAll || ids.length > MAX_LOOKUPS;
  told = new Set();
  isAll = false;
  const drive = driveId();
  if (drive === "") return;
  const parents = readsAll ? [...state.peek().tree.levels.keys()] : await parentsOf(ids);
  const levels = await Promise.all(parents.map(async (id) => [id, await readAgain(drive, id)] as const));
  if (drive !== driveId()) return;
  const before = state.peek().tree;
  inPlace(() => changeTree((tree) => levels.reduce((next, [id, level]) => takeLevel(next, id, level), tree)));
  if (!readsAll) mark(ids, before);
}

type Place = {
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
  readonly parentId: string;
};

/** Null where the page is gone or hidden. */
async function placeOf(id: string): Promise<Place | null> {
  const way = await call<z.infer<typeof Breadcrumb>[]>("GET", path`/api/pages/${id}/breadcrumbs`).catch(notThere);
  const page = way?.at(-1);
  return page ? { id, title: page.title, icon: page.icon, parentId: way?.at(-2)?.id ?? TOP } : null;
}

const isRestyled = (page: TreePage, { title, icon }: Place): boolean =>
  page.title !== title || (page.icon ?? null) !== icon;

/** The levels to be read anew for these pages. What was only renamed or has another icon, and what is gone, needs none. */
async function parentsOf(ids: readonly string[]): Promise<string[]> {
  const places = await Promise.all(ids.map(async (id) => [id, await placeOf(id)] as const));
  const parents = new Set<string>();
  for (const [id, place] of places) {
    const known = findPage(state.peek().tree, id);
    if (!place) {
      changeTree((tree) => removePages(tree, [id]));
      forgetPlaces([id]);
    } else if (known && known.parentId === place.parentId && isRestyled(known.page, place)) {
      changeTree((tree) => changePage(tree, id, { title: place.title, icon: place.icon }));
    } else {
      for (const parentId of levelsWith(state.peek().tree, id)) parents.add(parentId);
      parents.add(place.parentId);
    }
    if (place) changePlace(id, { title: place.title, icon: place.icon });
    if (place && id === sideView()?.pageId) showAppearance({ icon: place.icon });
  }
  const { levels } = state.peek().tree;
  // A folded page that has its first page by now can be unfolded.
  for (const id of parents) if (!levels.has(id)) changeTree((tree) => changePage(tree, id, { hasChildren: true }));
  return [...parents].filter((id) => levels.has(id));
}

/** A level as far as it was loaded before. Null where it is gone or hidden. */
async function readAgain(drive: string, parentId: string): Promise<Level | null> {
  const wanted = state.peek().tree.levels.get(parentId)?.pages.length ?? 0;
  let level = await fetchLevel(drive, parentId).catch(notThere);
  while (level && level.cursor !== null && level.pages.length < wanted) {
    // oxlint-disable-next-line no-await-in-loop -- each request says where the next begins
    const more: Level = await fetchLevel(drive, parentId, level.cursor);
    level = { pages: [...level.pages, ...more.pages], cursor: more.cursor };
  }
  return level;
}

function takeLevel(tree: Tree, id: string, level: Level | null): Tree {
  if (level) return setLevel(tree, id, level);
  const levels = new Map(tree.levels);
  levels.delete(id);
  return { ...tree, levels };
}

/** What was not so before shows that somebody did something. */
function mark(ids: readonly string[], before: Tree): void {
  const fresh = ids.filter((id) => {
    const [was, is] = [findPage(before, id), findPage(state.peek().tree, id)];
    return is !== null && (was?.parentId !== is.parentId || was.page.position !== is.page.position);
  });
  if (fresh.length === 0) return;
  change({ fresh: new Set(fresh) });
  setTimeout(() => change({ fresh: new Set() }), FRESH_MS);
}
