/** The pages that the signed-in user opened recently in this browser, across all drives, for the side and the palette. */
import type { QuickPage } from "../../shared/sidebar/quick-access.tsx";
import { sideView } from "../tree/state.ts";

export type RecentPage = QuickPage & { readonly driveId: string };

type Kept = { readonly person: string; readonly pages: readonly RecentPage[] };

const KEY = "octavo-recent";
const MAX_PAGES = 24;

/** On a shared computer, users must not see each other's pages. */
const person = (): string => sideView()?.email ?? "";

/** Most recent first. */
export function recentPages(): readonly RecentPage[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null; // written by `keep`
    return kept?.person === person() ? kept.pages : [];
  } catch {
    return [];
  }
}

function keep(pages: readonly RecentPage[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ person: person(), pages } satisfies Kept));
  } catch {
    // Without storage there are no recent pages.
  }
}

export const rememberPage = (page: RecentPage): void =>
  keep([page, ...recentPages().filter(({ id }) => id !== page.id)].slice(0, MAX_PAGES));

/** Pages that were deleted or are no longer visible. */
export const forgetPages = (ids: readonly string[]): void => keep(recentPages().filter(({ id }) => !ids.includes(id)));

/** Returns true if the page is in the list and its title changed. */
export function renameRecent(id: string, title: string): boolean {
  const pages = recentPages();
  if (!pages.some((page) => page.id === id && page.title !== title)) return false;
  keep(pages.map((page) => (page.id === id ? { ...page, title } : page)));
  return true;
}

/** Call this on sign-out. */
export const forgetRecent = (): void => localStorage.removeItem(KEY);
