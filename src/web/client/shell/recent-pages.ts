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

/** A new title or icon of a page. */
export type PageChange = Partial<Pick<QuickPage, "title" | "icon">>;

/** Returns the same list if it does not contain the page, or nothing has changed. */
export function changeListed<P extends QuickPage>(pages: readonly P[], id: string, change: PageChange): readonly P[] {
  const known = pages.find((page) => page.id === id);
  const next = known && { ...known, ...change };
  if (next?.title === known?.title && (next?.icon ?? null) === (known?.icon ?? null)) return pages;
  return pages.map((page) => (page === known ? { ...page, ...change } : page));
}

/** Returns true if the page is in the list and has changed. */
export function changeRecent(id: string, change: PageChange): boolean {
  const before = recentPages();
  const pages = changeListed(before, id, change);
  if (pages !== before) keep(pages);
  return pages !== before;
}

/** Call this on sign-out. */
export const forgetRecent = (): void => localStorage.removeItem(KEY);
