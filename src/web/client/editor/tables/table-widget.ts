/** Tables in the editor: each is a widget, drawn by the component that prints tables. */
import { type ChangeDesc, type EditorState, type Extension, Facet } from "@codemirror/state";
import { EditorView, type Rect, WidgetType } from "@codemirror/view";
import { type ComponentChildren, h, render } from "preact";
import { isDrawable, placeClasses } from "../../../shared/document/block-lines.ts";
import { ownDirection } from "../../../shared/document/direction.ts";
import { cellAt, rowsOf, tableModel, type TableModel } from "../../../shared/document/table-model.ts";
import { tableClass, type TableKeys, TableRows } from "../../../shared/document/table.tsx";
import { element } from "../../ui/dom.ts";
import { blockField, type Former } from "../block-widgets.ts";

/** Renders the inline Markdown between two document positions. */
type ShowInline = (state: EditorState, from: number, to: number) => ComponentChildren;

const showInline = Facet.define<ShowInline, ShowInline>({
  combine: ([show]) => show ?? ((state, from, to) => state.sliceDoc(from, to)),
});

/** Estimated, in pixels; visible rows are measured. */
const ROW_HEIGHT = 38;

class TableWidget extends WidgetType {
  constructor(
    readonly source: string,
    readonly model: TableModel,
    /** Number of characters before the table on its first line: quote marks, indentation. */
    readonly lead: number,
    /** CSS classes for the table's context. */
    readonly place: string,
    readonly keys: TableKeys,
  ) {
    super();
  }

  override eq(other: TableWidget): boolean {
    return other.source === this.source && other.place === this.place;
  }

  override toDOM(view: EditorView): HTMLElement {
    const dom = element("div");
    this.draw(dom, view);
    return dom;
  }

  override updateDOM(dom: HTMLElement, view: EditorView): boolean {
    this.draw(dom, view);
    return true;
  }

  private draw(dom: HTMLElement, { state }: EditorView): void {
    const { source, model, keys } = this;
    dom.className = tableClass(this.place);
    dom.dir = ownDirection(source) ?? "";
    const place = drawnTables.between(state, 0, state.doc.length).find(({ widget }) => widget === this);
    const start = (place?.from ?? 0) + this.lead;
    const inline = (from: number, to: number) => state.facet(showInline)(state, start + from, start + to);
    render(h(TableRows, { source, model, keys, inline }), dom);
  }

  override get estimatedHeight(): number {
    return ROW_HEIGHT * rowsOf(this.model).length;
  }

  override coordsAt(dom: HTMLElement, pos: number, side: number): Rect | null {
    const place = cellAt(this.model, pos - this.lead);
    const cell = cellElement(dom, place.row, place.column);
    const editor = cell?.querySelector<HTMLElement>(".cm-editor");
    const nested = editor && EditorView.findFromDOM(editor);
    if (nested) {
      const from = rowsOf(this.model)[place.row]?.segments[place.column]?.from ?? 0;
      const at = Math.max(0, Math.min(pos - this.lead - from, nested.state.doc.length));
      return nested.coordsAtPos(at, side < 0 ? -1 : 1);
    }
    const rect = cell?.getBoundingClientRect();
    return rect ? { left: rect.left, right: rect.left, top: rect.top, bottom: rect.bottom } : null;
  }

  override destroy(dom: HTMLElement): void {
    render(null, dom);
  }
}

/** The `td` or `th` of a cell in a drawn table. */
export function cellElement(dom: HTMLElement, row: number, column: number): HTMLTableCellElement | null {
  return dom.querySelector("table")?.rows[row]?.cells[column] ?? null;
}

const drawnTables = blockField<TableWidget>({
  find(state, node) {
    if (node.name !== "Table") return null;
    const line = state.doc.lineAt(node.from);
    return isDrawable(line.text.slice(0, node.from - line.from)) ? node : null;
  },
  draw(state, node, former, changes) {
    const { from, to } = node;
    const source = state.sliceDoc(from, to);
    const model = tableModel(source);
    if (!model) throw new RangeError("A table in the syntax has no delimiter row.");
    const keys = {
      rows: keysOf(rowAnchors(model), from, changes, former, (old) => [rowAnchors(old.model), old.keys.rows]),
      columns: keysOf(columnAnchors(model), from, changes, former, (old) => [
        columnAnchors(old.model),
        old.keys.columns,
      ]),
    };
    const place = placeClasses(node, (start, end) => state.sliceDoc(start, end));
    return new TableWidget(source, model, from - state.doc.lineAt(from).from, place, keys);
  },
  isWidget: (widget) => widget instanceof TableWidget,
  isUnfinished: ({ doc, selection: { main } }, { from }) =>
    main.empty && main.head > from && doc.lineAt(main.head).number === doc.lineAt(from).number + 1,
});

let lastKey = 0;

/** Pipes are stable anchors: typing next to one moves it along, so they identify rows and columns across a change. */
const rowAnchors = (model: TableModel): number[] =>
  rowsOf(model).map(({ from, hasFirstPipe, segments }) => (hasFirstPipe ? from : (segments[0]?.end ?? from)));

const columnAnchors = ({ header }: TableModel): number[] => header.segments.map(({ end }) => end);

/** Rows and columns keep their key across a change, matched by position. */
function keysOf(
  anchors: readonly number[],
  start: number,
  changes: ChangeDesc,
  former: readonly Former<TableWidget>[],
  of: (widget: TableWidget) => readonly [readonly number[], readonly number[]],
): number[] {
  const known = new Map<number, number>();
  for (const { widget, from } of former) {
    const [before, keys] = of(widget);
    for (const [index, key] of keys.entries()) {
      const at = changes.mapPos(from + widget.lead + (before[index] ?? 0), 1);
      if (!known.has(at)) known.set(at, key);
    }
  }
  return anchors.map((anchor) => {
    const key = known.get(start + anchor) ?? ++lastKey;
    // Deletions can leave two anchors at one position, but keys must be unique.
    known.delete(start + anchor);
    return key;
  });
}

export type TableFound = {
  /** Range of the table's source, which starts after any quote marks. */
  readonly from: number;
  readonly to: number;
  readonly source: string;
  readonly model: TableModel;
  /** Range of the whole lines that the table occupies. */
  readonly lines: { readonly from: number; readonly to: number };
};

/** The tables that touch a range, except those that changed and have not been parsed again yet. */
export function tablesBetween(state: EditorState, from: number, to: number): readonly TableFound[] {
  return drawnTables.between(state, from, to).flatMap((place) => {
    const { source, model, lead } = place.widget;
    const start = place.from + lead;
    if (state.sliceDoc(start, start + source.length) !== source) return [];
    const lines = { from: place.from, to: place.to };
    return [{ from: start, to: start + source.length, source, model, lines }];
  });
}

/** The table at a position, including its edges. */
export const tableAt = (state: EditorState, position: number): TableFound | null =>
  tablesBetween(state, position, position)[0] ?? null;

/** Draws the tables of the document; without `inline`, cells show their source. */
export const tables = (inline?: ShowInline): Extension => [drawnTables.extension, inline ? showInline.of(inline) : []];
