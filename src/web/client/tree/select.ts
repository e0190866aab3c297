/** Which rows of the tree are selected: what is done with one of them is done with all. */
import { type Row } from "../../shared/sidebar/tree.ts";
import { shownPages } from "../../shared/sidebar/tree-moves.ts";
import { activeRow, change, indexOf, rows, state } from "./state.ts";

const NONE: ReadonlySet<string> = new Set();

/** Where a selection by Shift began. */
let anchor: string | null = null;

/** Also what was cut; whether there was anything. */
export function clearSelection(): boolean {
  const { selected, cut } = state.peek();
  anchor = null;
  if (selected.size === 0 && cut.size === 0) return false;
  change({ selected: NONE, cut: NONE });
  return true;
}

export function toggleSelected(id: string): void {
  const selected = new Set(state.peek().selected);
  if (!selected.delete(id)) selected.add(id);
  anchor = id;
  change({ selected });
}

/** From where the selection began to this row. */
export function extendTo({ page }: Row): void {
  if (!page) return;
  anchor ??= activeRow()?.page?.id ?? page.id;
  const [from, to] = [indexOf(anchor), indexOf(page.id)].toSorted((a, b) => a - b);
  const between = rows.peek().slice(from, (to ?? 0) + 1);
  change({ selected: new Set(between.flatMap((row) => (row.page ? [row.page.id] : []))) });
}

/** The pages beside each other. */
export function selectAll(parentId: string): void {
  const pages = shownPages(state.peek().tree, parentId);
  change({ selected: new Set(pages.map(({ id }) => id)) });
}

/** What an action on a row is about: the selection, where the row is part of it. */
export function subjects(id: string): readonly string[] {
  const { selected } = state.peek();
  if (!selected.has(id)) return [id];
  return rows.peek().flatMap(({ page }) => (page && selected.has(page.id) ? [page.id] : []));
}
