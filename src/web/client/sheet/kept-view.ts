/**
 * How a person sees a sheet, as this browser keeps it: what they filter it by and, where they may only read, widths and what
 * stays in view. What all see stands in the text.
 */
import { type Filter, TESTS } from "./filter.ts";

type KeptView = {
  readonly filter: Filter | null;
  /** As words of the line in which a sheet has its settings. */
  readonly settings: string;
};

const NOTHING: KeptView = { filter: null, settings: "" };

const keyOf = (pageId: string): string => `sheet-view:${pageId}`;

export function keptView(pageId: string): KeptView {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(pageId)) ?? "{}") as Partial<KeptView>; // what `keepView` wrote
    const { filter = null, settings = "" } = kept;
    const isKnown = filter?.columns.every(({ test }) => test === null || TESTS.includes(test.kind)) ?? false;
    return { filter: isKnown ? filter : null, settings };
  } catch {
    return NOTHING;
  }
}

/** A browser that keeps nothing shows the sheet as all see it when it is opened again. */
export function keepView(pageId: string, changed: Partial<KeptView>): void {
  try {
    const view = { ...keptView(pageId), ...changed };
    if (view.filter === null && view.settings === "") localStorage.removeItem(keyOf(pageId));
    else localStorage.setItem(keyOf(pageId), JSON.stringify(view));
  } catch {
    // Full, or forbidden.
  }
}
