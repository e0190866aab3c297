/** The text of a sheet as rows of fields, updated incrementally: only changed lines are parsed again. */
import type { ChangeDesc, Text } from "@codemirror/state";
import { parseRow } from "../../../formats/sheet/csv.ts";
import type { CellPosition } from "../../../formats/sheet/references.ts";
import { isSettings } from "../../../formats/sheet/settings-line.ts";

export class SheetText {
  readonly rows: string[][];
  #doc: Text;

  constructor(doc: Text) {
    this.#doc = doc;
    this.rows = linesOf(doc, 1, doc.lines);
  }

  get doc(): Text {
    return this.#doc;
  }

  get columns(): number {
    return this.rows.reduce((most, row) => Math.max(most, row.length), 0);
  }

  /** The cells whose text has changed; null if rows were added or removed other than at the end. */
  update(doc: Text, changes: ChangeDesc): CellPosition[] | null {
    const before = this.#doc;
    this.#doc = doc;
    let places: CellPosition[] | null = [];
    let shifted = 0;
    changes.iterChangedRanges((fromA, toA, fromB, toB) => {
      const [first, last] = [before.lineAt(fromA).number, before.lineAt(toA).number];
      const fresh = linesOf(doc, doc.lineAt(fromB).number, doc.lineAt(toB).number);
      const at = first - 1 + shifted;
      const old = this.rows.splice(at, last - first + 1, ...fresh);
      shifted += fresh.length - old.length;
      const isAtEnd = last === before.lines && fresh.length >= old.length;
      if (fresh.length !== old.length && !isAtEnd) places = null;
      places?.push(...fresh.flatMap((fields, index) => changedIn(old[index] ?? [], fields, at + index)));
    });
    return places;
  }
}

const linesOf = (doc: Text, first: number, last: number): string[][] => {
  const rows: string[][] = [];
  const lines = doc.iterLines(first, last + 1);
  for (let next = lines.next(); !next.done; next = lines.next())
    rows.push(isSettings(next.value) ? [] : parseRow(next.value));
  return rows;
};

function changedIn(old: readonly string[], fresh: readonly string[], row: number): CellPosition[] {
  const places: CellPosition[] = [];
  const most = Math.max(old.length, fresh.length);
  for (let column = 0; column < most; column++) if (old[column] !== fresh[column]) places.push({ row, column });
  return places;
}
