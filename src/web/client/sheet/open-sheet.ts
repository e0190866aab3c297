/** Puts a sheet in the place of its print: the bar with what is in a cell, the grid, and what is said of the selection. */
import { StateEffect, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { nameOf, rangeOf } from "../../../formats/sheet/references.ts";
import { words } from "../../messages/sheet.ts";
import { element } from "../dom.ts";
import { ACTIONS } from "./actions.ts";
import { CellInput } from "./cell-input.ts";
import { GridView } from "./grid-view.ts";
import { type Editing, Keys } from "./keys.ts";
import { Columns } from "./layout.ts";
import { formulaOutlines, peerOutlines } from "./outlines.ts";
import { listenToPointer } from "./pointer.ts";
import { moved, rectOf } from "./selection.ts";
import { Sheet } from "./sheet.ts";
import { summaryOf } from "./summary.ts";
import { listenToClipboard } from "./transfer.ts";

export type OpenSheetOptions = {
  readonly host: HTMLElement;
  readonly doc: Text;
  /** Null for who may only read. */
  readonly view: EditorView | null;
  /** What the widths of the columns are kept under in this browser. */
  readonly widthsKey: string;
  readonly failed: (error: unknown) => void;
};

export type OpenSheet = { focus(): void; replace(doc: Text): void };

export function openSheet({ host, doc, view, widthsKey, failed }: OpenSheetOptions): OpenSheet {
  const sheet = new Sheet(doc, view);
  const columns = new Columns(keptWidths(widthsKey));
  const input = new CellInput({
    key: (event) => keys.inInput(event),
    barFocused: () => !sheet.isReadOnly && start({ isTyped: false, inBar: true }),
    changed: () => grid.draw(),
    left: () => editing.commit(null),
  });
  const grid: GridView = new GridView(
    {
      columns,
      size: () => sheet.size,
      cell: (row, column) => sheet.cell(row, column),
      selection: () => sheet.selection,
      outlines: () => [...peerOutlines(sheet), ...(input.place ? formulaOutlines(input.text, sheet) : [])],
    },
    words.cells,
    view === null,
  );
  const start = (how: { isTyped: boolean; inBar?: boolean }): void => {
    const { active } = sheet.selection;
    grid.reveal(active);
    grid.place(input.over, { top: active.row, left: active.column, bottom: active.row, right: active.column });
    input.start(active, sheet.typed(active), how);
    draw();
  };
  const stop = (): void => {
    const hadFocus = host.contains(document.activeElement) || document.activeElement === document.body;
    input.stop();
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
      if (isChanged) sheet.write([{ ...place, text }]);
      if (by) keys.go(moved(place, by, sheet.size), false);
    },
    cancel: stop,
  };
  const keys = new Keys(sheet, grid, editing);
  const name = element("input", { class: "sheet-name", "aria-label": words.cellOrRange, autocomplete: "off" });
  const summary = element("p", { class: "sheet-foot muted", role: "status" });
  const draw = (): void => {
    const { selection } = sheet;
    const { top, left, bottom, right } = rectOf(selection);
    const first = nameOf(top, left);
    if (document.activeElement !== name)
      name.value = top === bottom && left === right ? first : `${first}:${nameOf(bottom, right)}`;
    if (input.place === null) input.bar.value = sheet.typed(selection.active);
    summary.textContent = summaryOf(sheet);
    grid.draw();
  };
  sheet.changed = draw;
  sheet.moved = (map) => {
    input.follow(map);
    const { place } = input;
    if (place) grid.place(input.over, { top: place.row, left: place.column, bottom: place.row, right: place.column });
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
      grid.reveal({ row: top, column: left });
    }
    grid.dom.focus();
  });
  input.over.hidden = true;
  grid.over.append(input.over);
  grid.dom.addEventListener("keydown", (event) => event.target === grid.dom && keys.inGrid(event));
  // Whose cell is where is told to others while the sheet has the focus.
  grid.dom.addEventListener("focus", () => sheet.select(sheet.selection));
  listenToClipboard(sheet, grid.dom, failed);
  const widened = (): void => {
    localStorage.setItem(widthsKey, JSON.stringify(columns.entries()));
    grid.draw();
  };
  listenToPointer({ sheet, grid, editing, columns, widened });
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
  const bar = element("div", { class: "sheet-bar" }, name, input.bar, view ? menu(sheet, grid) : null);
  replacePrint(host, bar, grid, summary);
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

function menu(sheet: Sheet, grid: GridView): HTMLElement {
  const items = ACTIONS.map(({ label, run }) =>
    element("button", { type: "button", onclick: () => done(() => run(sheet)) }, label),
  );
  const layer = element("div", { id: "sheet-more", class: "ui-layer page-more sheet-more", popover: "auto" }, ...items);
  const done = (act: () => void): void => {
    layer.hidePopover();
    act();
    grid.dom.focus();
  };
  const button = element(
    "button",
    { type: "button", class: "quiet", popovertarget: "sheet-more" },
    words.rowsAndColumns,
  );
  return element("div", { class: "sheet-tools" }, button, layer);
}

function keptWidths(key: string): [number, number][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((each: unknown): [number, number][] => {
      const [column, width] = Array.isArray(each) ? (each as unknown[]) : [];
      return typeof column === "number" && typeof width === "number" ? [[column, width]] : [];
    });
  } catch {
    return [];
  }
}
