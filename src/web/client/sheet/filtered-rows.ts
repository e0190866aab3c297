/** A sheet's filter, which is private to each user: evaluated after each change of the text, not per render. */
import type { ChangeDesc, Text } from "@codemirror/state";
import { parseRow } from "../../../formats/sheet/csv.ts";
import type { Cell } from "../../../formats/sheet/evaluate.ts";
import type { SheetSettings } from "../../../formats/sheet/settings.ts";
import { mapped } from "./edits.ts";
import { answersOf, type ColumnFilter, type Filter } from "./filter.ts";
import type { Size } from "./selection.ts";
import { ShownRows } from "./shown-rows.ts";

/** The row that names the columns; without one, the first row at least gives their number. */
const headsIn = (doc: Text, top: number): string[] => parseRow(doc.line(Math.min(Math.max(top, 1), doc.lines)).text);

type Filterable = {
  readonly doc: Text;
  readonly filled: Size;
  readonly settings: SheetSettings;
  cell(row: number, column: number): Cell;
};

export class FilteredRows {
  readonly #sheet: Filterable;
  #filter: Filter | null = null;
  #shown: ShownRows | null = null;
  /** Rows that stay visible although the filter excludes them: the user is in them or has just written there. */
  #kept = new Set<number>();

  constructor(sheet: Filterable) {
    this.#sheet = sheet;
  }

  get filter(): Filter | null {
    return this.#filter;
  }

  get shown(): ShownRows {
    this.#shown ??= this.#find();
    return this.#shown;
  }

  set(filter: Filter | null): void {
    this.#filter = filter;
    this.#kept.clear();
    this.#shown = null;
  }

  /** Restores a saved filter, identifying its columns by their headings. */
  restore(filter: Filter): void {
    const heads = headsIn(this.#sheet.doc, filter.top);
    const columns = filter.columns.flatMap((of) => {
      const column = (heads[of.column] ?? "") === of.head ? of.column : of.head === "" ? -1 : heads.indexOf(of.head);
      return column < 0 ? [] : [{ ...of, column }];
    });
    this.set(columns.length === 0 ? null : { ...filter, columns });
  }

  /** Keeps rows visible until the next change, such as those that the selection moves to. */
  keep(rows: readonly number[]): void {
    const hidden = rows.filter((row) => !this.shown.isShown(row));
    if (hidden.length === 0) return;
    for (const row of hidden) this.#kept.add(row);
    this.#shown = null;
  }

  /** Call this after each change of the text. Keeps the row that the user is writing in visible. */
  follow(before: Text, after: Text, changes: ChangeDesc, active: number): void {
    if (this.#filter === null) return;
    this.#kept = new Set([mapped({ row: active, column: 0 }, before, after, changes).row]);
    this.#shown = null;
    const { top: oldTop, columns } = this.#filter;
    const headRow = Math.max(0, oldTop - 1);
    const top = oldTop === 0 ? 0 : mapped({ row: headRow, column: 0 }, before, after, changes).row + 1;
    const [old, fresh] = [headsIn(before, oldTop), headsIn(after, top)];
    const moved = columns.flatMap((of): ColumnFilter[] => {
      const head = oldTop === 0 ? "" : (old[of.column] ?? "");
      const now = (column: number): ColumnFilter[] => [
        { ...of, column, head: oldTop === 0 ? "" : (fresh[column] ?? "") },
      ];
      if (head !== "" && fresh[of.column] === head) return now(of.column);
      const elsewhere = head === "" ? -1 : fresh.indexOf(head);
      if (elsewhere >= 0) return now(elsewhere);
      if (fresh.length === old.length) return now(of.column);
      if (head !== "" && fresh.length < old.length) return [];
      return now(mapped({ row: headRow, column: of.column }, before, after, changes).column);
    });
    this.#filter = moved.length === 0 ? null : { top, columns: moved };
  }

  #find(): ShownRows {
    const filter = this.#filter;
    if (filter === null) return new ShownRows();
    const sheet = this.#sheet;
    const tests = filter.columns.map((of) => ({ column: of.column, answers: answersOf(of) }));
    const first = Math.max(filter.top, sheet.settings.frozen.rows);
    return new ShownRows(
      sheet.filled.rows,
      (row) =>
        row < first || this.#kept.has(row) || tests.every(({ column, answers }) => answers(sheet.cell(row, column))),
    );
  }
}
