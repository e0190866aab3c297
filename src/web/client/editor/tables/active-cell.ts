/** Keeps an editor in the cell that contains the document's selection while the document has the focus. */
import { type Extension, Transaction } from "@codemirror/state";
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { editorContext } from "../context.ts";
import { rowsOf } from "../../../shared/document/table-model.ts";
import { words as lost } from "../../../../words/lost-text.ts";
import { offerLost } from "../offer-lost.ts";
import type { CellIndex } from "../track-cell.ts";
import { CellEditor, indexOf } from "./cell-editor.ts";
import { cellKeys } from "./cell-keys.ts";
import { type ActiveCell, activeCell, goToCell } from "./commands.ts";
import { cellAround, cellOf, placeOf } from "./drawn-table.ts";
import { RangeSelection } from "./range-selection.ts";
import { TableBar } from "./table-bar.tsx";
import { tableAt } from "./table-widget.ts";

/** Extra extensions for a cell's editor, given the document's editor. */
export type CellExtension = (document: EditorView) => Extension;

class ActiveCellPlugin implements PluginValue {
  private editor: CellEditor | null = null;
  private readonly bar: TableBar;
  private readonly range: RangeSelection;
  private isEntering = false;
  /** Where others have moved the cell being edited. */
  private movedTo: CellIndex | null = null;
  /** Whether the cell had the focus before the update: a redraw removes the focused element. */
  private hadFocus = false;

  constructor(
    private readonly view: EditorView,
    private readonly extend: CellExtension,
  ) {
    this.bar = new TableBar(
      view,
      (cell) => this.enterCell(cell),
      () => (this.editor?.view ?? view).focus(),
    );
    this.range = new RangeSelection(view, this.bar);
    view.contentDOM.addEventListener("mousedown", this.onMouseDown);
    view.dom.addEventListener("focusout", this.onFocusOut);
  }

  update(update: ViewUpdate): void {
    this.hadFocus = this.hasFocus();
    if (!this.editor) return;
    if (update.docChanged) {
      if (this.followOthers(update) && !this.editor.follow(update)) this.close();
    } else if (update.selectionSet) this.editor.takeSelection(update);
  }

  /** Returns false if others have moved or deleted the cell. */
  private followOthers(update: ViewUpdate): boolean {
    const { editor } = this;
    if (!editor || !update.transactions.some((tr) => tr.annotation(Transaction.remote) === true)) return true;
    const place = editor.track(update);
    if (place === null) {
      this.giveUp(editor, update);
      return false;
    }
    const active = activeCell(update.state);
    const now = active && indexOf(update.state, active);
    if (now?.row === place.row && now.column === place.column) return true;
    this.movedTo = place;
    this.close();
    return false;
  }

  /** The deleted cell's text is not put into another cell automatically, and further typing is not either. */
  private giveUp(editor: CellEditor, update: ViewUpdate): void {
    const { view } = this;
    const context = view.state.facet(editorContext);
    const text = editor.view.state.doc
      .toString()
      .replaceAll(/<br ?\/?>/gi, "\n")
      .replaceAll("\\|", "|");
    const changes = editor.isTypedIn ? editor.remains(update) : [];
    const { doc } = update.state;
    const isTyped = editor.isTypedIn && text.trim() !== "";
    this.close();
    this.hadFocus = false;
    if (changes.length > 0)
      queueMicrotask(() => view.state.doc.eq(doc) && view.dispatch({ changes, userEvent: "delete.table" }));
    if (isTyped) offerLost(view, context, lost.cellDeleted, text);
    else queueMicrotask(() => context?.announce(lost.emptyCellDeleted));
  }

  /** After every update: keeps the cell's editor where the selection is. */
  sync(update: ViewUpdate): void {
    const { view, movedTo } = this;
    this.movedTo = null;
    if (movedTo && this.hadFocus && this.goTo(movedTo)) return;
    const { editor } = this;
    const cell = view.state.readOnly ? null : activeCell(view.state);
    this.range.sync(activeCell(update.startState), cell, update);
    const { hadFocus } = this;
    this.hadFocus = false;
    if (!cell || !(view.hasFocus || this.isEntering || hadFocus || this.hasFocus())) {
      this.close();
      if (hadFocus) view.focus();
      return;
    }
    if (!editor?.isAt(cell) || !this.attach(cell)) this.open(cell);
    else if (view.hasFocus) editor.view.focus();
  }

  docViewUpdate(): void {
    const cell = this.editor && activeCell(this.view.state);
    if (!cell || !this.attach(cell)) this.bar.place();
  }

  /** The cell's element may be new if the table was scrolled out of view or redrawn. */
  private attach(cell: ActiveCell): boolean {
    const { editor, view } = this;
    const element = cellOf(view, cell.table, cell.place);
    if (!editor || !element) return false;
    if (editor.view.dom.parentElement !== element) {
      const hadFocus = editor.view.hasFocus;
      delete editor.view.dom.parentElement?.dataset["active"];
      element.dataset["active"] = "";
      element.append(editor.view.dom);
      if (hadFocus) editor.view.focus();
    }
    this.bar.show(element);
    return true;
  }

  private open(cell: ActiveCell): void {
    const { view } = this;
    this.close();
    const editor = new CellEditor(view, cell, [cellKeys(view, () => this.bar.focus()), this.extend(view)]);
    this.editor = editor;
    if (!this.attach(cell)) {
      this.close();
      return;
    }
    editor.view.focus();
    editor.view.dom.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private close(): void {
    const { editor } = this;
    this.editor = null;
    this.bar.hide();
    if (!editor) return;
    delete editor.view.dom.parentElement?.dataset["active"];
    editor.view.destroy();
  }

  private hasFocus(): boolean {
    const focused = this.view.dom.ownerDocument.activeElement;
    return this.editor?.view.dom.contains(focused) === true || this.bar.contains(focused);
  }

  /** If the whole window loses the focus, the active element is unchanged, and the cell stays in edit mode. */
  private readonly onFocusOut = (): void => {
    queueMicrotask(() => {
      if (this.editor && !this.hasFocus() && !this.view.hasFocus) this.close();
    });
  };

  private readonly onMouseDown = (event: MouseEvent): void => {
    const { view } = this;
    const target = event.target instanceof Element ? event.target : null;
    const element = cellAround(target);
    if (!element || event.button !== 0 || target?.closest(".cm-editor") !== view.dom || view.state.readOnly) return;
    const link = target.closest("a[href]")?.getAttribute("href") ?? null;
    if (link !== null && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      view.state.facet(editorContext)?.open(link);
      return;
    }
    if (!this.enterCell(element)) return;
    event.preventDefault();
    const cell = this.editor?.view;
    const at = cell?.posAtCoords({ x: event.clientX, y: event.clientY }, false);
    if (cell && at !== undefined) cell.dispatch({ selection: { anchor: at } });
  };

  /** Moves to the cell at a line and column of the document. */
  private goTo({ row, column }: CellIndex): boolean {
    const { view } = this;
    const { from } = view.state.doc.line(row + 1);
    const table = tableAt(view.state, from);
    const rows = table ? rowsOf(table.model) : [];
    const at = rows.findIndex((line) => table && view.state.doc.lineAt(table.from + line.from).number === row + 1);
    if (!table || at < 0) return false;
    return this.entering(() => goToCell(view, { table, place: { row: at, column } }));
  }

  private entering(enter: () => boolean): boolean {
    this.isEntering = true;
    try {
      return enter();
    } finally {
      this.isEntering = false;
    }
  }

  private enterCell(element: HTMLTableCellElement): boolean {
    const { view } = this;
    const dom = element.closest(".md-tw");
    const table = dom && tableAt(view.state, view.posAtDOM(dom));
    if (!table) return false;
    return this.entering(() => goToCell(view, { table, place: placeOf(element) }));
  }

  destroy(): void {
    this.close();
    this.bar.destroy();
    this.range.destroy();
    this.view.contentDOM.removeEventListener("mousedown", this.onMouseDown);
    this.view.dom.removeEventListener("focusout", this.onFocusOut);
  }
}

export function activeCellEditor(extend: CellExtension): Extension {
  const plugin = ViewPlugin.define((view) => new ActiveCellPlugin(view, extend));
  return [
    plugin,
    EditorView.updateListener.of((update) => {
      update.view.plugin(plugin)?.sync(update);
    }),
  ];
}
