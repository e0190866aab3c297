/** Shows that a filter hides rows, and how many; its panel edits the filter of a column. */
import { type CellPosition, cellNameOf } from "../../../formats/sheet/references.ts";
import { words } from "../../../words/sheet.ts";
import { currentLanguage } from "../../../words/language.ts";
import { element } from "../ui/dom.ts";
import { namesColumns } from "./actions.ts";
import { type ColumnFilter, type Filter, withColumn } from "./filter.ts";
import type { Sheet } from "./sheet.ts";

type Options = {
  readonly sheet: Sheet;
  /** Positions the panel below a column's head. */
  readonly place: (panel: HTMLElement, column: number) => void;
  /** The filter has changed; null for none. */
  readonly changed: (filter: Filter | null) => void;
  /** The panel was closed. */
  readonly closed: () => void;
  readonly failed: (error: unknown) => void;
};

export class FilterBar {
  readonly panel = element("div", { class: "card ui-layer sheet-filter", popover: "auto", role: "dialog" });
  readonly #count = element("span", { role: "status" });
  readonly dom = element(
    "div",
    { class: "row sheet-filtered", hidden: true },
    this.#count,
    element("button", { type: "button", class: "quiet", onclick: () => this.#set(null) }, words.showAllRows),
  );
  readonly #options: Options;
  /** Aborted when the panel's column changes. */
  #panelMoved = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.panel.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed" && this.panel.contains(document.activeElement)) options.closed();
    });
    this.panel.addEventListener("keydown", (event) => event.stopPropagation());
  }

  isFiltered(column: number): boolean {
    return this.#options.sheet.filtered.filter?.columns.some((each) => each.column === column) ?? false;
  }

  /** Call this after rows or the filter have changed. */
  draw(): void {
    const { filtered, filled, shown } = this.#options.sheet;
    this.dom.hidden = filtered.filter === null;
    if (filtered.filter === null) return;
    const all = Math.max(0, filled.rows - filtered.filter.top);
    const spoken = (count: number): string => count.toLocaleString(currentLanguage());
    const text = words.rowsShown(spoken(all - shown.hidden), spoken(all));
    if (this.#count.textContent !== text) this.#count.textContent = text;
  }

  open(column: number): void {
    this.#open(column).catch(this.#options.failed);
  }

  async #open(column: number): Promise<void> {
    const { sheet, place } = this.#options;
    const { drawPanel } = await import("./filter-panel.tsx");
    const { filter } = sheet.filtered;
    const top = filter?.top ?? (namesColumns(sheet, column) ? 1 : 0);
    const head = top > 0 ? sheet.typed({ row: top - 1, column }) : "";
    let shown: CellPosition | null = { row: Math.max(0, top - 1), column };
    this.#panelMoved.abort();
    this.#panelMoved = new AbortController();
    sheet.onMoved((track) => {
      shown &&= track(shown);
      if (shown === null) this.panel.hidePopover();
    }, this.#panelMoved.signal);
    const name = head === "" ? cellNameOf(0, column).slice(0, -1) : head;
    this.panel.setAttribute("aria-label", words.filterColumn(name));
    const of: ColumnFilter = filter?.columns.find((each) => each.column === column) ?? {
      column,
      head,
      test: null,
      values: null,
    };
    drawPanel(this.panel, {
      title: words.filterColumn(name),
      of,
      texts: sheet.textsIn(column, top),
      done: (changed) => {
        if (shown === null) return;
        const isPlain = changed.test === null && changed.values === null;
        const now = { ...changed, column: shown.column };
        this.#set(withColumn(sheet.filtered.filter, top === 0 ? 0 : shown.row + 1, shown.column, isPlain ? null : now));
      },
    });
    this.panel.showPopover();
    place(this.panel, column);
    this.panel.querySelector<HTMLElement>("select")?.focus();
  }

  #set(filter: Filter | null): void {
    const { sheet, changed, closed } = this.#options;
    this.#panelMoved.abort();
    if (this.panel.matches(":popover-open")) this.panel.hidePopover();
    sheet.filtered.set(filter);
    const { active } = sheet.selection;
    // Moves the selection out of hidden rows.
    const row = sheet.shown.at(sheet.shown.positionOf(active.row));
    sheet.select({ active: { row, column: active.column }, head: { row, column: active.column } });
    changed(filter);
    closed();
  }
}
