/** How a sheet is shown, as this browser keeps it: the widths of columns, and what stays in view while others scroll. */
import type { Size } from "./selection.ts";

export type KeptView = { readonly widths: readonly (readonly [number, number])[]; readonly frozen: Size };

const PLAIN: KeptView = { widths: [], frozen: { rows: 0, columns: 0 } };

const keyOf = (pageId: string): string => `sheet-view:${pageId}`;

export function keptView(pageId: string): KeptView {
  try {
    return { ...PLAIN, ...(JSON.parse(localStorage.getItem(keyOf(pageId)) ?? "{}") as Partial<KeptView>) }; // what `keepView` wrote
  } catch {
    return PLAIN;
  }
}

/** A browser that keeps nothing shows the sheet as before when it is opened again. */
export function keepView(pageId: string, view: KeptView): void {
  try {
    localStorage.setItem(keyOf(pageId), JSON.stringify(view));
  } catch {
    // Full, or forbidden.
  }
}
