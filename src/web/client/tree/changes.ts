/**
 * Moving, renaming and trashing pages from the tree: shown at once, taken back when the service refuses, and to be undone
 * in place of a question before it.
 */
import { changePage, findPage, insertPage, setLevel, setOpen, TOP, type TreePage } from "../../shared/sidebar/tree.ts";
import { ancestorsOf, outermost, positionsBetween, removePages } from "../../shared/sidebar/tree-moves.ts";
import type { BulkMoved } from "../../../features/pages/bulk/contract.ts";
import type { Page } from "../../../features/pages/contract.ts";
import { words } from "../../../words/changes.ts";
import { plural } from "../../../words/plural.ts";
import { ApiError, call, path } from "../api/api.ts";
import { attempt } from "../ui/notice.ts";
import { offerUndo } from "../ui/toast.ts";
import { host } from "./host.ts";
import { changePlace, forgetPlaces } from "./saved-state.ts";
import { fetchLevel } from "./load.ts";
import { clearSelection } from "./select.ts";
import { changeTree, driveId, sideView, state } from "./state.ts";

/** Where a page stands, so that it can go back there. */
type Stand = { readonly page: TreePage; readonly parentId: string };

/** `before` null: at the end. */
export type Target = { readonly parentId: string; readonly before: string | null };

const standsOf = (ids: readonly string[]): Stand[] => {
  const { tree } = state.peek();
  return outermost(tree, ids).flatMap((id) => findPage(tree, id) ?? []);
};

const put = (stands: readonly Stand[]): void =>
  changeTree((tree) => stands.reduce((next, { page, parentId }) => insertPage(next, parentId, page), tree));

/** The title of the only one that was moved. */
const onlyTitle = (stands: readonly Stand[]): string | null =>
  stands.length === 1 ? (stands[0]?.page.title ?? "") : null;

const trashedWords = (stands: readonly Stand[]): string => {
  const title = onlyTitle(stands);
  return title === null ? plural(stands.length, words.pagesTrashed) : words.trashed(title);
};

/** `to` null: to the top of the drive. */
const movedWords = (stands: readonly Stand[], to: string | null): string => {
  const title = onlyTitle(stands);
  if (title !== null) return to === null ? words.movedToTop(title) : words.moved(title, to);
  if (to === null) return plural(stands.length, words.pagesMovedToTop);
  return words.pagesMoved(plural(stands.length, words.pages), to);
};

/** Changes of this browser that the service has not answered: what it says of the tree meanwhile may be from before. */
let running = 0;
const whenDone: (() => void)[] = [];

export const untilDone = (): Promise<void> =>
  running === 0 ? Promise.resolve() : new Promise((resolve) => whenDone.push(resolve));

async function send<T>(act: () => Promise<T>, takeBack: () => void): Promise<T> {
  running += 1;
  try {
    return await act();
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    running -= 1;
    if (running === 0) for (const resolve of whenDone.splice(0)) resolve();
  }
}

export async function renamePage(id: string, title: string): Promise<void> {
  const before = findPage(state.peek().tree, id)?.page.title ?? "";
  if (title === "" || title === before) return;
  const show = (name: string): void => {
    changeTree((tree) => changePage(tree, id, { title: name }));
    changePlace(id, { title: name });
  };
  show(title);
  await send(
    () => call("PATCH", path`/api/pages/${id}`, { title }),
    () => show(before),
  );
  showAnew([id]);
}

/** The view of a page that was changed from the tree, or that lies in one. */
function showAnew(ids: readonly string[]): void {
  const current = sideView()?.pageId ?? null;
  if (current !== null && ids.includes(current) && !document.querySelector("[data-live]"))
    attempt(null, () => host.navigate(location.href));
}

export async function trashPages(ids: readonly string[]): Promise<void> {
  const stands = standsOf(ids);
  const gone = stands.map(({ page }) => page.id);
  if (gone.length === 0) return;
  const drive = driveId();
  const here = sideView()?.pageId ?? null;
  const isHere = here !== null && [here, ...ancestorsOf(state.peek().tree, here)].some((id) => gone.includes(id));
  if (isHere) {
    // What was typed is saved on the way; who stays for it keeps the page.
    await host.navigate(path`/drives/${drive}`);
    if (sideView()?.pageId === here) return;
  }
  clearSelection();
  changeTree((tree) => removePages(tree, gone));
  await send(
    () =>
      gone.length === 1
        ? call("DELETE", path`/api/pages/${gone[0] ?? ""}`)
        : call("POST", "/api/pages/bulk/delete", { pageIds: gone }),
    () => put(stands),
  );
  forgetPlaces(gone);
  // Whoever went to see them there came first.
  if (sideView()?.here === "trash") await host.navigate(location.href);
  offerUndo(trashedWords(stands), () =>
    attempt(null, async () => {
      for (const stand of stands) {
        // oxlint-disable-next-line no-await-in-loop -- in the order in which they stood
        await call("POST", path`/api/pages/${stand.page.id}/restore`);
        put([stand]);
      }
      if (isHere) await host.navigate(path`/pages/${here}`);
    }),
  );
}

/** Of the target's level what stands around the place, apart from the pages that move there. */
async function neighbours({ parentId, before }: Target, moving: readonly string[]): Promise<(TreePage | null)[]> {
  const level = state.peek().tree.levels.get(parentId) ?? (await fetchLevel(driveId(), parentId));
  const pages = level.pages.filter(({ id }) => !moving.includes(id));
  const at = before === null ? pages.length : pages.findIndex(({ id }) => id === before);
  return [pages[at - 1] ?? null, pages[at] ?? null];
}

/** Whether the pages may be put there, as far as the tree tells: not into themselves. */
export function fits(ids: readonly string[], parentId: string): boolean {
  return ![parentId, ...ancestorsOf(state.peek().tree, parentId)].some((id) => ids.includes(id));
}

export async function movePages(ids: readonly string[], target: Target): Promise<void> {
  const from = standsOf(ids);
  const moving = from.map(({ page }) => page.id);
  const { parentId } = target;
  if (moving.length === 0) return;
  if (!fits(moving, parentId)) throw new ApiError("cycle", words.intoItself);
  const isUnknown = target.before === null && (state.peek().tree.levels.get(parentId)?.cursor ?? null) !== null;
  const [before = null, after = null] = isUnknown ? [] : await neighbours(target, moving);
  const positions = isUnknown ? [] : positionsBetween(before?.position ?? null, after?.position ?? null, moving.length);
  const to = from.map(({ page }, at) => ({ page: { ...page, position: positions[at] ?? Infinity }, parentId }));
  clearSelection();
  show(to, moving);
  const between = { after: before?.id, before: after?.id };
  const placed = await send(
    () => (isUnknown || moving.length > 1 ? moveTogether(to, isUnknown, between) : moveEach(to, between)),
    () => show(from, moving),
  );
  show(placed, moving);
  // The siblings have other positions, too, where these did not get those that they were sent with.
  if (placed.some(({ page }, at) => !isUnknown && page.position !== positions[at])) await readLevel(parentId);
  if (parentId !== TOP && state.peek().tree.levels.has(parentId)) changeTree((tree) => setOpen(tree, parentId, true));
  const title = findPage(state.peek().tree, parentId)?.page.title ?? null;
  offerUndo(movedWords(from, title), () =>
    attempt(null, async () => {
      show(from, moving);
      await send(
        () => moveEach(from),
        () => show(placed, moving),
      );
    }),
  );
}

const show = (stands: readonly Stand[], moving: readonly string[]): void => {
  changeTree((tree) => removePages(tree, moving));
  put(stands);
};

type Between = { readonly after?: string | undefined; readonly before?: string | undefined };

/** All of them or none; with `isEnd` behind all that is there. */
async function moveTogether(stands: readonly Stand[], isEnd: boolean, between: Between): Promise<readonly Stand[]> {
  const [first] = stands;
  const { movedPages } = await call<BulkMoved>("POST", "/api/pages/bulk/move", {
    pageIds: stands.map(({ page }) => page.id),
    targetDriveId: driveId(),
    targetParentId: first?.parentId || null,
    ...(!isEnd && { position: first?.page.position, ...between }),
  });
  const places = new Map(movedPages.map(({ id, position }) => [id, position]));
  return stands.map(({ page, parentId }) => ({
    parentId,
    page: { ...page, position: places.get(page.id) ?? page.position },
  }));
}

async function moveEach(stands: readonly Stand[], between: Between = {}): Promise<readonly Stand[]> {
  const placed: Stand[] = [];
  for (const { page, parentId } of stands) {
    const to = { pageId: page.id, parentId: parentId || null, position: page.position, ...between };
    // oxlint-disable-next-line no-await-in-loop -- in their order
    const { position } = await call<Page>("POST", "/api/pages/reorder", to);
    placed.push({ parentId, page: { ...page, position } });
  }
  return placed;
}

async function readLevel(parentId: string): Promise<void> {
  if (!state.peek().tree.levels.has(parentId)) return;
  const level = await fetchLevel(driveId(), parentId);
  changeTree((tree) => setLevel(tree, parentId, level));
}
