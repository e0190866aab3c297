/**
 * The editor of one cell, nested in the document's editor. Typing is applied to the document at once as changes of the
 * cell's range, and changes of the document are applied to the cell. So it needs no history of its own, and is never
 * recreated while its cell exists: a composition continues whatever others write.
 */
import {
  Annotation,
  ChangeSet,
  type ChangeSpec,
  type EditorState,
  type Extension,
  Prec,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { EditorView, type ViewUpdate } from "@codemirror/view";
import { barePipes, rowsOf, tableModel } from "../../../shared/document/table-model.ts";
import { words } from "../../../../words/editor-tools.ts";
import { acceptedInput } from "../accepted-input.ts";
import { editorContext } from "../context.ts";
import { type CellIndex, type Fields, remainsOf, trackCell } from "../track-cell.ts";
import type { Span } from "../track-line.ts";
import { replaceSelectionOnInput } from "../replace-selection.ts";
import { imagesInLines } from "../images/image-widget.ts";
import { type ActiveCell, activeCell } from "./commands.ts";
import { cellMarkdown } from "./cell-language.ts";
import { difference, type Edits, prepareCell } from "./edits.ts";

/** Marks changes of the document made by the cell's editor. */
const fromCell = Annotation.define<boolean>();
/** Marks changes of the cell's editor made by the document. */
const fromDocument = Annotation.define<boolean>();

/** By then CodeMirror has read the result of the composition from the DOM. */
const COMPOSITION_ENDS_MS = 60;

/** Splits a line of a table's source into cells. */
export const FIELDS: Fields = {
  of: (line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => cell.trim()),
  identity: (text) => text,
};

/** The document line and column of a cell. */
export function indexOf({ doc }: EditorState, { table, place }: ActiveCell): CellIndex {
  const line = rowsOf(table.model)[place.row] ?? table.model.header;
  return { row: doc.lineAt(table.from + line.from).number - 1, column: place.column };
}

const rangeOf = ({ table, place }: ActiveCell) => {
  const line = rowsOf(table.model)[place.row] ?? table.model.header;
  const cell = line.segments[place.column];
  return { from: table.from + (cell?.from ?? line.to), to: table.from + (cell?.to ?? line.to) };
};

export class CellEditor {
  readonly view: EditorView;
  /** Range of the cell's content in the document, including trailing space typed here. */
  private range: { readonly from: number; readonly to: number };
  /** Changes by others to this cell during a composition: CodeMirror cannot draw them into the text being composed. */
  private pending: ChangeSet | null = null;
  /** True once the user has typed in this cell since its editor opened. */
  isTypedIn = false;

  constructor(
    private readonly outer: EditorView,
    private cell: ActiveCell,
    extensions: Extension,
  ) {
    this.range = rangeOf(cell);
    const { state } = outer;
    const context = state.facet(editorContext);
    this.view = new EditorView({
      doc: state.sliceDoc(this.range.from, this.range.to),
      selection: this.selectionIn(),
      extensions: [
        extensions,
        replaceSelectionOnInput,
        cellMarkdown,
        // Runs before the filter that turns line breaks into `<br>`.
        Prec.lowest(acceptedInput),
        imagesInLines,
        EditorView.lineWrapping,
        EditorView.cspNonce.of(state.facet(EditorView.cspNonce)),
        EditorView.contentAttributes.of(() => ({ "aria-label": this.label(), "aria-multiline": "false", class: "md" })),
        context ? editorContext.of(context) : [],
        EditorView.domEventHandlers({
          compositionend: () => {
            setTimeout(() => this.takePending(), COMPOSITION_ENDS_MS);
          },
        }),
      ],
      dispatchTransactions: (transactions) => this.send(transactions),
    });
  }

  /** Compares the table as well as the position in it. */
  isAt({ table, place }: ActiveCell): boolean {
    const own = this.cell;
    return own.table.from === table.from && own.place.row === place.row && own.place.column === place.column;
  }

  private label(): string {
    const { row, column } = this.cell.place;
    return row === 0 ? words.headerCell(column + 1) : words.cell(row, column + 1);
  }

  private selectionIn() {
    const { anchor, head } = this.outer.state.selection.main;
    const { from, to } = this.range;
    const inside = (position: number) => Math.max(from, Math.min(position, to)) - from;
    return { anchor: inside(anchor), head: inside(head) };
  }

  /** Applies the transactions here and makes the same changes in the document. */
  private send(transactions: readonly Transaction[]): void {
    this.view.update(transactions);
    const own = transactions.filter((tr) => !tr.annotation(fromDocument));
    const last = own.at(-1);
    if (!last || !own.some((tr) => tr.docChanged || tr.selection)) return;
    this.isTypedIn ||= own.some(({ docChanged }) => docChanged);
    const here = own.map(({ changes }) => changes).reduce((all, next) => all.compose(next));
    const typed = this.pending ? here.map(this.pending) : here;
    this.pending = this.pending?.map(here, true) ?? null;
    const { changes, from } = typed.empty ? { changes: [], from: this.range.from } : this.asChanges(typed);
    this.range = { from, to: from + typed.newLength };
    const inDocument = (position: number) => from + (this.pending?.mapPos(position) ?? position);
    const { anchor, head } = this.view.state.selection.main;
    const userEvent = own.find((tr) => tr.docChanged)?.annotation(Transaction.userEvent) ?? "select";
    // A cell that is missing from the source has no place for a caret in the document yet.
    const isMissing = typed.empty && this.isMissing();
    const spec: TransactionSpec = { changes, annotations: fromCell.of(true), userEvent };
    this.outer.dispatch(
      isMissing ? spec : { ...spec, selection: { anchor: inDocument(anchor), head: inDocument(head) } },
    );
  }

  private isMissing(): boolean {
    const { table, place } = this.cell;
    return (rowsOf(table.model)[place.row]?.segments.length ?? 0) <= place.column;
  }

  /** The typed change as a change of the document, and where the cell's content starts after it. */
  private asChanges(typed: ChangeSet): { changes: ChangeSet; from: number } {
    const { table, place } = this.cell;
    const { doc } = this.outer.state;
    const prepared: Edits = prepareCell(table.model, place);
    const before = doc.sliceString(this.range.to, this.range.to + 1);
    // A backslash before the cell's closing pipe would turn the pipe into text.
    const guard = /(?:^|[^\\])(?:\\\\)*\\$/.test(this.view.state.doc.toString()) && before === "|";
    const made = prepared.map((edit) => ({ ...edit, from: table.from + edit.from, to: table.from + edit.to }));
    const first = ChangeSet.of(guard ? [...made, { from: this.range.to, insert: " " }] : made, doc.length);
    const text = first.apply(doc);
    const end = first.mapPos(table.to, 1);
    const cell = prepared.length > 0 && rowsOf(tableModel(text.sliceString(table.from, end)) ?? table.model)[place.row];
    const segment = cell ? cell.segments[place.column] : undefined;
    const from = segment ? table.from + segment.from : this.range.from;
    const parts: { from: number; to: number; insert: string }[] = [];
    typed.iterChanges((start, stop, _, __, insert) => {
      parts.push({ from: from + start, to: from + stop, insert: insert.toString() });
    });
    return { changes: first.compose(ChangeSet.of(parts, text.length)), from };
  }

  /** The typed text that remains when others delete the row at the same time; it would become part of the next row. */
  remains({ changes }: ViewUpdate): readonly Span[] {
    return remainsOf(this.range, changes);
  }

  /** Where others have moved the cell; null if they have deleted its row or column. */
  track({ changes, startState, state }: ViewUpdate): CellIndex | null {
    return trackCell(indexOf(startState, this.cell), startState.doc, state.doc, changes, FIELDS, this.range);
  }

  /** Called after a change of the document; returns false if the caret is no longer in this cell. */
  follow(update: ViewUpdate): boolean {
    const cell = activeCell(update.state);
    if (!cell) return false;
    const isOwn = update.transactions.every((tr) => tr.annotation(fromCell) === true || !tr.docChanged);
    if (!isOwn && !this.take(update, cell)) return false;
    const selected = rangeOf(cell);
    if (selected.from > this.range.to || selected.to < this.range.from) return false;
    this.cell = cell;
    return true;
  }

  private take({ changes, transactions, state }: ViewUpdate, cell: ActiveCell): boolean {
    const { from, to } = this.range;
    const inside: { from: number; to: number; insert: string }[] = [];
    let isWithin = true;
    changes.iterChanges((start, stop, _, __, insert) => {
      if (stop < from || start > to) return;
      isWithin &&= start >= from && stop <= to;
      inside.push({ from: start - from, to: stop - from, insert: insert.toString() });
    });
    const content = rangeOf(cell);
    const mapped = { from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) };
    const text = state.sliceDoc(mapped.from, mapped.to);
    const isOneCell = isWithin && !text.includes("\n") && barePipes(text).length === 0;
    this.range = isOneCell ? mapped : content;
    if (!isOneCell && (mapped.from > content.to || mapped.to < content.from)) return false;
    if (isOneCell) {
      const made = ChangeSet.of(inside, to - from);
      this.pending = this.pending?.compose(made) ?? made;
      if (!this.view.composing) this.takePending();
    } else {
      this.pending = null;
      const now = state.sliceDoc(this.range.from, this.range.to);
      this.show(difference(this.view.state.doc.toString(), now));
    }
    if (transactions.some((tr) => tr.selection) && !this.pending)
      this.view.dispatch({ selection: this.selectionIn(), annotations: fromDocument.of(true) });
    return true;
  }

  private takePending(): void {
    const { pending, view } = this;
    if (!pending || view.composing) return;
    this.pending = null;
    this.show(pending);
  }

  private show(changes: ChangeSpec): void {
    this.view.dispatch({ changes, annotations: fromDocument.of(true) });
  }

  /** Called after the document's selection changed within the same cell. */
  takeSelection(update: ViewUpdate): void {
    if (this.pending || update.transactions.every((tr) => !tr.selection || tr.annotation(fromCell) === true)) return;
    this.view.dispatch({ selection: this.selectionIn(), annotations: fromDocument.of(true) });
  }
}
