/** How a person sees a sheet, as this browser keeps it: what they filter it by. What all see stands in the text. */
import { type Filter, TESTS } from "./filter.ts";

const keyOf = (pageId: string): string => `sheet-view:${pageId}`;

export function keptFilter(pageId: string): Filter | null {
  try {
    const { filter } = JSON.parse(localStorage.getItem(keyOf(pageId)) ?? "{}") as { filter?: Filter | null }; // what `keepFilter` wrote
    const isKnown = filter?.columns.every(({ test }) => test === null || TESTS.includes(test.kind));
    return isKnown && filter ? filter : null;
  } catch {
    return null;
  }
}

/** A browser that keeps nothing shows all rows when the sheet is opened again. */
export function keepFilter(pageId: string, filter: Filter | null): void {
  try {
    if (filter === null) localStorage.removeItem(keyOf(pageId));
    else localStorage.setItem(keyOf(pageId), JSON.stringify({ filter }));
  } catch {
    // Full, or forbidden.
  }
}
