/** What this browser keeps of a drive for the person who is signed in: open branches and favourites. */
import type { QuickPage } from "../../shared/sidebar/quick-access.tsx";
import {
  changeListed,
  changeRecent,
  forgetPages,
  type PageChange,
  recentPages,
  rememberPage,
} from "../shell/recent-pages.ts";
import { SAVED_STATE_PREFIX } from "./clear-saved-state.ts";
import { driveId, places, view } from "./state.ts";

type SavedState = { readonly favourites: readonly QuickPage[]; readonly open: readonly string[] };

/** Of those open lately, as many of the drive as the side shows. */
const MAX_RECENT = 8;
/** Branches that are opened again: each is a request. */
const MAX_OPEN = 30;

/** On a shared computer nobody sees what another person had open. */
const keyOf = (): string => `${SAVED_STATE_PREFIX}${driveId()}:${view.peek()?.email ?? ""}`;

function read(): SavedState {
  const nothing = { favourites: [], open: [] };
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(keyOf()) ?? "{}") as Partial<SavedState>) }; // what `keep` wrote
  } catch {
    return nothing;
  }
}

function keep(part: Partial<SavedState>): void {
  try {
    localStorage.setItem(keyOf(), JSON.stringify({ ...read(), ...part }));
  } catch {
    // A browser that keeps nothing begins anew each time.
  }
  show();
}

function show(): void {
  const recent = recentPages().filter((page) => page.driveId === driveId());
  places.value = { favourites: read().favourites, recent: recent.slice(0, MAX_RECENT) };
}

/** Shows what is kept of the drive that is open; answers the branches that were. */
export function readSavedState(): readonly string[] {
  show();
  return read().open;
}

/** Branches that were open before may be on their way, so what is kept of them stays. */
export function saveOpenBranch(id: string, isOpen: boolean): void {
  const others = read().open.filter((each) => each !== id);
  keep({ open: isOpen ? [...others, id].slice(-MAX_OPEN) : others });
}

const without = (list: readonly QuickPage[], ids: readonly string[]): QuickPage[] =>
  list.filter(({ id }) => !ids.includes(id));

export function saveVisit({ id, title, icon, type }: QuickPage): void {
  rememberPage({ id, title, icon, type, driveId: driveId() });
  show();
}

export const isFavourite = (id: string): boolean => places.peek().favourites.some((place) => place.id === id);

export function setFavourite({ id, title, icon, type }: QuickPage, isOne: boolean): void {
  const others = without(read().favourites, [id]);
  keep({ favourites: isOne ? [...others, { id, title, icon, type }] : others });
}

/** Pages that went away: to the trash, or out of sight. */
export function forgetPlaces(ids: readonly string[]): void {
  forgetPages(ids);
  keep({ favourites: without(read().favourites, ids) });
}

export function changePlace(id: string, change: PageChange): void {
  const before = read().favourites;
  const favourites = changeListed(before, id, change);
  const isRecent = changeRecent(id, change);
  if (favourites !== before) keep({ favourites });
  else if (isRecent) show();
}
