/** Replaces the print of a sheet with the interactive one: the formula bar, the grid, and the summary of the selection. */
import { StateEffect, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type SheetSettings, withFrozen, withWidth } from "../../../formats/sheet/settings.ts";
import { words as comments } from "../../../words/comments.ts";
import { words } from "../../../words/sheet.ts";
import { element } from "../ui/dom.ts";
import { type Action, ACTIONS } from "./actions.ts";
import { type CellMark, offerCells } from "./cell-comments.ts";
import { CellEditing } from "./cell-editing.ts";
import { FilterBar } from "./filter-bar.ts";
import { FindBar } from "./find-bar.tsx";
import { FORMAT_ACTIONS } from "./formats.ts";
import { type GridSource, GridView } from "./grid-view.ts";
import { keepView, keptView } from "./kept-view.ts";
import { Keys, type Tools } from "./keys.ts";
import { Columns } from "./layout.ts";
import { menu, type Tool } from "./menu.ts";
import { NameBox } from "./name-box.ts";
import { formulaOutlines, peerOutlines } from "./outlines.ts";
import { listenToPointer } from "./pointer.ts";
import { at, NOTHING, rectOf, type Selection } from "./selection.ts";
import { Sheet } from "./sheet.ts";
import { summaryOf } from "./summary.ts";
import { listenToClipboard } from "./clipboard-events.ts";
import { WidthGrips } from "./width-grips.ts";

export type OpenSheetOptions = {
  readonly host: HTMLElement;
  readonly doc: Text;
  /** Null for readers. */
  readonly view: EditorView | null;
  readonly pageId: string;
  readonly failed: (error: unknown) => void;
};

export class OpenSheet {
  readonly #options: OpenSheetOptions;
  readonly #sheet: Sheet;
  readonly #columns = new Columns();
  readonly #editing: CellEditing;
  readonly #grid: GridView;
  readonly #keys: Keys;
  readonly #find: FindBar;
  readonly #filter: FilterBar;
  readonly #name: NameBox;
  readonly #summary = element("p", { class: "sheet-foot muted", role: "status" });
  #drawn: SheetSettings | null = null;
  #threads: readonly CellMark[] = [];
  readonly #selected = new Set<() => void>();
  #shownSelection: Selection | null = null;

  constructor(options: OpenSheetOptions) {
    const { host, doc, view, pageId, failed } = options;
    this.#options = options;
    const kept = keptView(pageId);
    this.#sheet = new Sheet(doc, view, kept.settings);
    if (kept.filter) this.#sheet.filtered.restore(kept.filter);
    const redraw = (): void => this.#draw();
    const sheet = this.#sheet;
    const key = (event: KeyboardEvent): void => this.#keys.inInput(event);
    this.#editing = new CellEditing({ host, sheet, grid: () => this.#grid, key, redraw });
    this.#grid = new GridView(this.#source(), words.cells, view === null);
    this.#find = this.#makeFind();
    this.#filter = this.#makeFilter();
    const tools: Tools = { find: () => this.#find.open(), filter: (column) => this.#filter.open(column) };
    this.#keys = new Keys(sheet, this.#grid, this.#editing, tools);
    this.#name = new NameBox(sheet, this.#grid);
    sheet.changed = redraw;
    sheet.kept = (settings) => keepView(pageId, { settings });
    this.#listen(tools);
    listenToClipboard(sheet, this.#grid.dom, failed);
    this.#followView(view);
    this.#show(menus(sheet, this.#grid, tools, view === null));
    new ResizeObserver(() => this.#grid.draw()).observe(this.#grid.dom);
    redraw();
    this.#offerCells();
  }

  focus(): void {
    this.#grid.dom.focus();
  }

  get text(): string {
    return this.#sheet.doc.toString();
  }

  replace(doc: Text): void {
    this.#sheet.replace(doc);
  }

  #source(): GridSource {
    const sheet = this.#sheet;
    const { input } = this.#editing;
    return {
      columns: this.#columns,
      frozen: () => sheet.settings.frozen,
      size: () => sheet.size,
      shown: () => sheet.shown,
      cell: (row, column) => sheet.cell(row, column),
      selection: () => sheet.selection,
      isFiltered: (column) => this.#filter.isFiltered(column),
      isFound: (row, column) => this.#find.isFound(row, column),
      threads: () => this.#threads,
      outlines: () => [...peerOutlines(sheet), ...(input.place ? formulaOutlines(input.text, sheet) : [])],
    };
  }

  #offerCells(): void {
    const [sheet, grid] = [this.#sheet, this.#grid];
    offerCells(this.#options.host, {
      grid: grid.dom,
      selection: () => rectOf(sheet.selection),
      text: () => sheet.cell(sheet.selection.active.row, sheet.selection.active.column).text,
      mark: (marks) => {
        this.#threads = marks;
        grid.draw();
      },
      reveal: ({ top, left }) => {
        sheet.select(at(top, left));
        grid.viewport.reveal({ row: top, column: left });
      },
      onSelect: (listener, signal) => {
        this.#selected.add(listener);
        signal.addEventListener("abort", () => this.#selected.delete(listener));
      },
    });
  }

  #makeFind(): FindBar {
    return new FindBar({
      sheet: this.#sheet,
      reveal: (place) => this.#grid.viewport.reveal(place),
      redraw: () => this.#grid.draw(),
      closed: () => this.#grid.dom.focus({ preventScroll: true }),
    });
  }

  #makeFilter(): FilterBar {
    const { pageId, failed } = this.#options;
    return new FilterBar({
      sheet: this.#sheet,
      place: (panel, column) => this.#grid.viewport.placeUnderHead(panel, column),
      changed: (filter) => keepView(pageId, { filter }),
      closed: () => this.#grid.dom.focus({ preventScroll: true }),
      failed,
    });
  }

  #listen({ filter }: Tools): void {
    const [sheet, grid, editing, columns] = [this.#sheet, this.#grid, this.#editing, this.#columns];
    grid.dom.addEventListener("scroll", () => editing.functions.hide(), { passive: true });
    grid.dom.addEventListener("keydown", (event) => event.target === grid.dom && this.#keys.inGrid(event));
    // Other users see the selected cell while the sheet has the focus.
    grid.dom.addEventListener("focus", () => sheet.select(sheet.selection));
    const grips = new WidthGrips(
      grid,
      columns,
      (...follower) => sheet.onMoved(...follower),
      (column) => {
        sheet.set(withWidth(column, columns.width(column)));
        grid.draw();
      },
    );
    listenToPointer({ sheet, grid, editing, grips, filter });
  }

  #followView(view: EditorView | null): void {
    const [sheet, { bar }] = [this.#sheet, this.#editing.input];
    bar.readOnly = sheet.isReadOnly;
    const listener = EditorView.updateListener.of((update) => {
      sheet.update(update);
      bar.readOnly = sheet.isReadOnly;
      // Other users' selections may have moved.
      this.#grid.draw();
    });
    view?.dispatch({ effects: StateEffect.appendConfig.of(listener) });
  }

  #show(tools: readonly HTMLElement[]): void {
    const { host } = this.#options;
    const { input, functions } = this.#editing;
    // ARIA: a grid may contain only rows of cells.
    this.#grid.over.append(element("div", { role: "row" }, element("div", { role: "gridcell" }, input.over)));
    const bar = element("div", { class: "row sheet-bar" }, this.#name.dom, input.bar, ...tools);
    replacePrint(host, bar, this.#grid, this.#summary);
    this.#editing.colourReferences();
    this.#grid.dom.before(this.#find.dom, this.#filter.dom);
    host.append(functions.dom, this.#filter.panel);
  }

  #draw(): void {
    const sheet = this.#sheet;
    const { input } = this.#editing;
    if (sheet.settings !== this.#drawn) this.#columns.reset(sheet.settings.widths);
    this.#drawn = sheet.settings;
    this.#name.draw();
    if (input.place === null) input.bar.value = sheet.typed(sheet.selection.active);
    this.#summary.textContent = summaryOf(sheet);
    this.#find.draw();
    this.#filter.draw();
    this.#grid.draw();
    if (sheet.selection !== this.#shownSelection) for (const listener of this.#selected) listener();
    this.#shownSelection = sheet.selection;
  }
}

function menus(sheet: Sheet, grid: GridView, tools: Tools, isReader: boolean): HTMLElement[] {
  const focus = (): void => grid.dom.focus();
  const tool = ({ label, run }: Action): Tool => ({ label, run: () => run(sheet) });
  const isFrozen = (): boolean => sheet.settings.frozen.rows + sheet.settings.frozen.columns > 0;
  const freeze = (): void => {
    const { top, left } = rectOf(sheet.selection);
    const { rows, columns } = grid.viewport.fitted(isFrozen() ? NOTHING : { rows: top, columns: left });
    sheet.set(withFrozen(rows, columns, sheet.isReadOnly));
  };
  const rowTools = (): Tool[] => [
    ...(sheet.isReadOnly ? [] : ACTIONS.map(tool)),
    { label: isFrozen() ? words.unfreeze : words.freeze, run: freeze },
    { label: words.filter, run: () => tools.filter(sheet.selection.active.column) },
    { label: words.find, run: tools.find },
    ...commentTools(grid.dom),
  ];
  const rows = menu("sheet-more", words.rowsAndColumns, rowTools, focus);
  return isReader ? [rows] : [menu("sheet-formats", words.format, () => FORMAT_ACTIONS.map(tool), focus), rows];
}

/** Comments belong to the page, whose menu has the button for a new one if the user may comment. */
function commentTools(grid: HTMLElement): Tool[] {
  const button = grid.closest("article")?.querySelector<HTMLElement>("[data-act=comment]");
  return button ? [{ label: comments.newComment, run: () => button.click() }] : [];
}

/** Keeps the scroll position. */
function replacePrint(host: HTMLElement, bar: HTMLElement, grid: GridView, summary: HTMLElement): void {
  const print = host.querySelector("[data-sheet-print]");
  const [top, left] = [print?.scrollTop ?? 0, print?.scrollLeft ?? 0];
  host.querySelector(".sheet-bar")?.replaceWith(bar);
  host.querySelector(".sheet-foot")?.replaceWith(summary);
  const cells = host.querySelector(".sheet-cells");
  if (cells instanceof HTMLElement) {
    cells.before(grid.dom);
    // Kept, because the view of a reader still follows the print: a new one means that the page has changed.
    cells.hidden = true;
  }
  grid.drawNow();
  Object.assign(grid.dom, { scrollTop: top, scrollLeft: left });
}
