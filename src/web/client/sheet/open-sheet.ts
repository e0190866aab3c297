/** Puts a sheet in the place of its print: the bar with what is in a cell, the grid, and what is said of the selection. */
import { StateEffect, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Place } from "../../../formats/sheet/recalculation.ts";
import { nameOf, rangeOf } from "../../../formats/sheet/references.ts";
import { words } from "../../messages/sheet.ts";
import { element } from "../dom.ts";
import { type SheetSettings, withFrozen, withWidth } from "../../../formats/sheet/settings.ts";
import { type Action, ACTIONS } from "./actions.ts";
import { CellInput } from "./cell-input.ts";
import { FilterBar } from "./filter-bar.ts";
import { FindBar } from "./find-bar.tsx";
import { FORMAT_ACTIONS, meant } from "./formats.ts";
import { FormulaLetters } from "./formula-letters.ts";
import { FunctionList } from "./function-list.ts";
import { GridView } from "./grid-view.ts";
import { type Editing, Keys } from "./keys.ts";
import { Columns } from "./layout.ts";
import { formulaOutlines, peerOutlines } from "./outlines.ts";
import { keepView, keptView } from "./kept-view.ts";
import { menu, type Tool } from "./menu.ts";
import { listenToPointer } from "./pointer.ts";
import { NOTHING, rectOf } from "./selection.ts";
import { Sheet } from "./sheet.ts";
import { summaryOf } from "./summary.ts";
import { listenToClipboard } from "./transfer.ts";

export type OpenSheetOptions = {
  readonly host: HTMLElement;
  readonly doc: Text;
  /** Null for who may only read. */
  readonly view: EditorView | null;
  readonly pageId: string;
  readonly failed: (error: unknown) => void;
};

export type OpenSheet = { focus(): void; replace(doc: Text): void };

export function openSheet({ host, doc, view, pageId, failed }: OpenSheetOptions): OpenSheet {
  const kept = keptView(pageId);
  const sheet = new Sheet(doc, view, kept.settings);
  const columns = new Columns();
  const input = new CellInput({
    key: (event) => (functions.takesKey(event) ? event.preventDefault() : keys.inInput(event)),
    barFocused: () => !sheet.isReadOnly && start({ isTyped: false, inBar: true }),
    changed: () => {
      functions.update();
      colour();
      grid.draw();
    },
    left: () => editing.commit(null),
  });
  const functions: FunctionList = new FunctionList(
    input,
    words.functions,
    () => input.place && grid.viewport.placeBelow(functions.dom, input.place),
  );
  const grid: GridView = new GridView(
    {
      columns,
      frozen: () => sheet.settings.frozen,
      size: () => sheet.size,
      shown: () => sheet.shown,
      cell: (row, column) => sheet.cell(row, column),
      selection: () => sheet.selection,
      isFiltered: (column) => filter.isFiltered(column),
      isFound: (row, column) => find.isFound(row, column),
      outlines: () => [...peerOutlines(sheet), ...(input.place ? formulaOutlines(input.text, sheet) : [])],
    },
    words.cells,
    view === null,
  );
  const colour = (): void => {
    for (const each of letters) each.draw(input.place && input.text);
  };
  const placeInput = ({ row, column }: Place): void => {
    grid.viewport.place(input.over, { top: row, left: column, bottom: row, right: column });
    // It grows with what is typed.
    const { style } = input.over;
    Object.assign(style, { minWidth: style.width, width: "auto" });
    colour();
  };
  const start = (how: { isTyped: boolean; inBar?: boolean }): void => {
    const { active } = sheet.selection;
    grid.viewport.reveal(active);
    grid.viewport.settle(active);
    placeInput(active);
    input.start(active, sheet.typed(active), how);
    colour();
    draw();
  };
  const stop = (): void => {
    const hadFocus = host.contains(document.activeElement) || document.activeElement === document.body;
    input.stop();
    functions.hide();
    colour();
    if (hadFocus) grid.dom.focus({ preventScroll: true });
    draw();
  };
  const editing: Editing = {
    input,
    start,
    commit(by) {
      const { place, isChanged, text } = input;
      if (place === null) return;
      stop();
      if (isChanged) sheet.write([{ ...place, text: meant(sheet, place, text) }]);
      if (by) keys.go(sheet.step(place, by), false);
    },
    cancel: stop,
  };
  const find: FindBar = new FindBar({
    sheet,
    reveal: (place) => grid.viewport.reveal(place),
    redraw: () => grid.draw(),
    closed: () => grid.dom.focus({ preventScroll: true }),
  });
  const filter: FilterBar = new FilterBar({
    sheet,
    place: (panel, column) => grid.viewport.placeUnderHead(panel, column),
    changed: (changed) => keepView(pageId, { filter: changed }),
    closed: () => grid.dom.focus({ preventScroll: true }),
    failed,
  });
  const tools = { find: () => find.open(), filter: (column: number) => filter.open(column) };
  const keys = new Keys(sheet, grid, editing, tools);
  const letters: FormulaLetters[] = [];
  const name = element("input", { class: "sheet-name", "aria-label": words.cellOrRange, autocomplete: "off" });
  const summary = element("p", { class: "sheet-foot muted", role: "status" });
  let drawn: SheetSettings | null = null;
  const draw = (): void => {
    const { selection, settings } = sheet;
    if (settings !== drawn) columns.reset(settings.widths);
    drawn = settings;
    const { top, left, bottom, right } = rectOf(selection);
    const first = nameOf(top, left);
    if (document.activeElement !== name)
      name.value = top === bottom && left === right ? first : `${first}:${nameOf(bottom, right)}`;
    if (input.place === null) input.bar.value = sheet.typed(selection.active);
    summary.textContent = summaryOf(sheet);
    find.draw();
    filter.draw();
    grid.draw();
  };
  sheet.changed = draw;
  sheet.kept = (settings) => keepView(pageId, { settings });
  sheet.moved = (map) => {
    input.follow(map);
    const { place } = input;
    if (place) placeInput(place);
  };
  name.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const range = rangeOf(name.value.trim());
    if (range) {
      const { top, left, bottom, right } = range;
      sheet.select({
        active: { row: top, column: left },
        head: { row: bottom ?? sheet.size.rows - 1, column: right ?? sheet.size.columns - 1 },
      });
      grid.viewport.reveal({ row: top, column: left });
    }
    grid.dom.focus();
  });
  input.over.hidden = true;
  // A grid has rows of cells, and nothing else.
  const over = element("div", { role: "row" }, element("div", { role: "gridcell" }, input.over));
  grid.over.append(over);
  grid.dom.addEventListener("scroll", () => functions.hide(), { passive: true });
  grid.dom.addEventListener("keydown", (event) => event.target === grid.dom && keys.inGrid(event));
  // Whose cell is where is told to others while the sheet has the focus.
  grid.dom.addEventListener("focus", () => sheet.select(sheet.selection));
  listenToClipboard(sheet, grid.dom, failed);
  const widened = (column: number): void => {
    sheet.set(withWidth(column, columns.width(column)));
    grid.draw();
  };
  listenToPointer({ sheet, grid, editing, columns, widened, filter: tools.filter });
  const freeze = (): void => {
    const { top, left } = rectOf(sheet.selection);
    const { rows, columns: before } = grid.viewport.fitted(isFrozen() ? NOTHING : { rows: top, columns: left });
    sheet.set(withFrozen(rows, before, sheet.isReadOnly));
  };
  const isFrozen = (): boolean => sheet.settings.frozen.rows + sheet.settings.frozen.columns > 0;
  if (view) {
    input.bar.readOnly = sheet.isReadOnly;
    const listener = EditorView.updateListener.of((update) => {
      sheet.update(update);
      input.bar.readOnly = sheet.isReadOnly;
      // Others have moved.
      grid.draw();
    });
    view.dispatch({ effects: StateEffect.appendConfig.of(listener) });
  } else input.bar.readOnly = true;
  const focusGrid = (): void => grid.dom.focus();
  const tool = ({ label, run }: Action): Tool => ({ label, run: () => run(sheet) });
  const rowTools = (): Tool[] => [
    ...(sheet.isReadOnly ? [] : ACTIONS.map(tool)),
    { label: isFrozen() ? words.unfreeze : words.freeze, run: freeze },
    { label: words.filter, run: () => tools.filter(sheet.selection.active.column) },
    { label: words.find, run: tools.find },
  ];
  const menus = [menu("sheet-more", words.rowsAndColumns, rowTools, focusGrid)];
  if (view) menus.unshift(menu("sheet-formats", words.format, () => FORMAT_ACTIONS.map(tool), focusGrid));
  const bar = element("div", { class: "sheet-bar" }, name, input.bar, ...menus);
  replacePrint(host, bar, grid, summary);
  letters.push(...input.fields.map((field) => new FormulaLetters(field)));
  host.append(functions.dom);
  grid.dom.before(find.dom, filter.dom);
  host.append(filter.panel);
  if (kept.filter) sheet.filtered.restore(kept.filter);
  new ResizeObserver(() => grid.draw()).observe(grid.dom);
  draw();
  return { focus: () => grid.dom.focus(), replace: (fresh) => sheet.replace(fresh) };
}

/** What has been scrolled to stays on the screen. */
function replacePrint(host: HTMLElement, bar: HTMLElement, grid: GridView, summary: HTMLElement): void {
  const print = host.querySelector("[data-sheet-print]");
  const [top, left] = [print?.scrollTop ?? 0, print?.scrollLeft ?? 0];
  host.querySelector(".sheet-bar")?.replaceWith(bar);
  host.querySelector(".sheet-foot")?.replaceWith(summary);
  const cells = host.querySelector(".sheet-cells");
  if (cells instanceof HTMLElement) {
    cells.before(grid.dom);
    // It goes on being followed by those who only read: a new one says that the page has changed.
    cells.hidden = true;
  }
  grid.drawNow();
  Object.assign(grid.dom, { scrollTop: top, scrollLeft: left });
}
