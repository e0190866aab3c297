/**
 * A user's view of a sheet, stored in this browser: their filter and, for readers, column widths and frozen rows and
 * columns. The shared settings are in the text.
 */
import { type Filter, TESTS } from "./filter.ts";

type KeptView = {
  readonly filter: Filter | null;
  /** In the format of a sheet's settings line. */
  readonly settings: string;
};

const NOTHING: KeptView = { filter: null, settings: "" };

const keyOf = (pageId: string): string => `sheet-view:${pageId}`;

export function keptView(pageId: string): KeptView {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(pageId)) ?? "{}") as Partial<KeptView>; // written by `keepView`
    const { filter = null, settings = "" } = kept;
    const isKnown = filter?.columns.every(({ test }) => test === null || TESTS.includes(test.kind)) ?? false;
    return { filter: isKnown ? filter : null, settings };
  } catch {
    return NOTHING;
  }
}

/** Without storage, the sheet opens in the shared view. */
export function keepView(pageId: string, changed: Partial<KeptView>): void {
  try {
    const view = { ...keptView(pageId), ...changed };
    if (view.filter === null && view.settings === "") localStorage.removeItem(keyOf(pageId));
    else localStorage.setItem(keyOf(pageId), JSON.stringify(view));
  } catch {
    // Storage is full or blocked.
  }
}
