/** The pages that the person who is signed in had open lately in this browser, in all drives: the side and the palette show them. */
import type { QuickPage } from "../app/quick-access.tsx";
import { sideView } from "./tree/state.ts";

export type RecentPage = QuickPage & { readonly driveId: string };

type Kept = { readonly person: string; readonly pages: readonly RecentPage[] };

const KEY = "octavo-recent";
const MOST = 24;

/** On a shared computer nobody sees what another person had open. */
const person = (): string => sideView()?.email ?? "";

/** The latest first. */
export function recentPages(): readonly RecentPage[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null; // what `keep` wrote
    return kept?.person === person() ? kept.pages : [];
  } catch {
    return [];
  }
}

function keep(pages: readonly RecentPage[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ person: person(), pages } satisfies Kept));
  } catch {
    // A browser that keeps nothing shows none.
  }
}

export const rememberPage = (page: RecentPage): void =>
  keep([page, ...recentPages().filter(({ id }) => id !== page.id)].slice(0, MOST));

/** Pages that went away: to the trash, or out of sight. */
export const forgetPages = (ids: readonly string[]): void => keep(recentPages().filter(({ id }) => !ids.includes(id)));

/** Whether it is one of them. */
export function renameRecent(id: string, title: string): boolean {
  const pages = recentPages();
  if (!pages.some((page) => page.id === id && page.title !== title)) return false;
  keep(pages.map((page) => (page.id === id ? { ...page, title } : page)));
  return true;
}

/** To be called when a person signs out. */
export const forgetRecent = (): void => localStorage.removeItem(KEY);
