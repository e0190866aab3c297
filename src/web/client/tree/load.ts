/** Loads what the tree shows: levels when they are opened, the rest of a level when its end comes near. */
import type { PageSummary } from "../../../features/pages/contract.ts";
import { extendLevel, findPage, type Level, setLevel, setOpen, TOP, type TreePage } from "../../shared/sidebar/tree.ts";
import { ApiError, call, path } from "../api/api.ts";
import { showError } from "../ui/notice.ts";
import { inPlace } from "./scroll.ts";
import { changeTree, driveId, rows, state } from "./state.ts";

/** The most that the service lists at a time. */
const LIMIT = 100;
/** Rows between what is drawn and the end of what is loaded, when more is asked for. */
const AHEAD = 60;
/** Requests for one level, for a page has at most so many hundred pages under it. */
const MAX_REQUESTS = 50;

const loading = new Map<string, Promise<void>>();

export const toTreePage = ({ id, title, icon, type, position, hasChildren }: PageSummary): TreePage => ({
  id,
  title,
  icon,
  type,
  position,
  hasChildren,
});

export async function fetchLevel(drive: string, parentId: string, cursor: string | null = null): Promise<Level> {
  // Whoever sees a page of a drive and not the drive has no tree of it.
  if (drive === "") return { pages: [], cursor: null };
  const under = parentId === TOP ? "" : path`&parentId=${parentId}`;
  const after = cursor === null ? "" : path`&cursor=${cursor}`;
  const address = `${path`/api/drives/${drive}/pages`}?depth=1&limit=${LIMIT}${under}${after}`;
  const found = await call<{ pages: PageSummary[]; nextCursor: string | null }>("GET", address);
  return { pages: found.pages.map(toTreePage), cursor: found.nextCursor };
}

/** Nothing is asked for twice at a time, and nothing is put into the tree of another drive. */
function once(key: string, load: (drive: string) => Promise<() => void>): Promise<void> {
  const running = loading.get(key);
  if (running) return running;
  const run = loadFor(driveId(), load).finally(() => loading.delete(key));
  loading.set(key, run);
  return run;
}

async function loadFor(drive: string, load: (drive: string) => Promise<() => void>): Promise<void> {
  const take = await load(drive);
  if (drive === driveId()) take();
}

const isLoaded = (id: string): boolean => state.peek().tree.levels.has(id);

const loadLevel = (id: string): Promise<void> =>
  once(id, async (drive) => {
    const level = await fetchLevel(drive, id);
    return () => changeTree((tree) => setLevel(tree, id, level));
  });

export const loadMore = (parentId: string): Promise<void> =>
  once(`more ${parentId}`, async (drive) => {
    const cursor = state.peek().tree.levels.get(parentId)?.cursor ?? null;
    if (cursor === null) return () => undefined;
    const level = await fetchLevel(drive, parentId, cursor);
    return () => {
      // It was read anew meanwhile.
      if (state.peek().tree.levels.get(parentId)?.cursor === cursor)
        changeTree((tree) => extendLevel(tree, parentId, level));
    };
  });

/** To be called when other rows come into view. */
export function loadAhead(): void {
  const { span } = state.peek();
  const near = rows.peek().slice(span.from, span.to + AHEAD);
  const parents = new Set(near.filter(({ page }) => page === null).map(({ parentId }) => parentId));
  // A press on the row tries again, and says what is wrong.
  for (const parentId of parents) loadMore(parentId).catch(() => undefined);
}

export async function setBranch(id: string, isOpen: boolean): Promise<void> {
  changeTree((tree) => setOpen(tree, id, isOpen));
  import("./saved-state.ts").then(({ saveOpenBranch }) => saveOpenBranch(id, isOpen), reportError);
  if (isOpen && !isLoaded(id)) await loadLevel(id).catch(showError);
}

/** Opens branches whose levels are all asked for at once, and shows them at once. */
export async function openBranches(ids: readonly string[]): Promise<void> {
  const drive = driveId();
  const missing = ids.filter((id) => !isLoaded(id) && findPage(state.peek().tree, id)?.page.hasChildren !== false);
  const found = await Promise.all(
    missing.map(async (id) => {
      // What is not there any more stays closed.
      const level = await fetchLevel(drive, id).catch((error: unknown) => notThere(error));
      return { id, level };
    }),
  );
  if (drive !== driveId()) return;
  inPlace(() =>
    changeTree((before) => {
      let tree = before;
      for (const { id, level } of found) if (level) tree = setLevel(tree, id, level);
      for (const id of ids) if (tree.levels.has(id)) tree = setOpen(tree, id, true);
      return tree;
    }),
  );
}

/** Null for what may not be seen or is gone. */
export function notThere(error: unknown): null {
  if (error instanceof ApiError && (error.code === "not_found" || error.code === "forbidden")) return null;
  throw error;
}

/** Loads on until the page is found in its level. */
export async function findInLevel(id: string, parentId: string): Promise<void> {
  for (let request = 0; request < MAX_REQUESTS; request += 1) {
    const level = state.peek().tree.levels.get(parentId);
    if (!level || level.cursor === null || level.pages.some((page) => page.id === id)) return;
    // oxlint-disable-next-line no-await-in-loop -- each request says where the next begins
    await loadMore(parentId);
  }
}
