/** What the side shows, as signals: whoever changes that need not know how it is drawn. */
import { computed, signal } from "@preact/signals";
import { NO_QUICK_PAGES, type QuickPages } from "../../shared/sidebar/quick-access.tsx";
import type { SideView } from "../../shared/sidebar/side.tsx";
import { EMPTY, readTree, type Row, rowsOf, type Tree } from "../../shared/sidebar/tree.ts";
import { firstState, keyOf, type TreeState } from "../../shared/sidebar/tree-view.tsx";

export const view = signal<SideView | null>(null);
export const state = signal<TreeState>(firstState(EMPTY, null));
export const places = signal<QuickPages>(NO_QUICK_PAGES);

const tree = computed(() => state.value.tree);
export const rows = computed(() => rowsOf(tree.value));

/** What is shown now, as far as the rest of the page has to know. */
export const sideView = (): SideView | null => view.peek();

export const driveId = (): string => view.peek()?.drive?.id ?? "";

export const change = (how: Partial<TreeState>): void => {
  state.value = { ...state.peek(), ...how };
};

export function changeTree(how: (tree: Tree) => Tree): void {
  const next = how(state.peek().tree);
  if (next !== state.peek().tree) change({ tree: next });
}

/** Takes over what the Worker printed. */
export function readSide(root: HTMLElement): void {
  const printed = JSON.parse(root.dataset["side"] ?? "null") as SideView | null; // what pages/shell.tsx wrote
  view.value = printed;
  state.value = firstState(readTree(printed?.levels ?? []), printed?.pageId ?? null);
}

export const indexOf = (key: string | null): number => rows.peek().findIndex((row) => keyOf(row) === key);

export const rowAt = (index: number): Row | null => rows.peek()[index] ?? null;

/** The page of the row that has the focus, or had it last. */
export const activeRow = (): Row | null => rowAt(indexOf(state.peek().active));

/** The row that an event happened in. */
export function rowOf(target: EventTarget | null): Row | null {
  const element = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  return element ? rowAt(indexOf(element.dataset["row"] ?? "")) : null;
}
