/**
 * Display settings shared by all readers of a sheet, in a comment line at the end of its text: frozen panes, column widths,
 * formats.
 *
 *     #octavo-sheet freeze:1x0 width:B:180 format:C:C:percent.1 format:D2:D9:currency.EUR.2
 *
 * CSV readers that support comments recognize a leading `#`, and to all others the line is valid CSV. Words are
 * independent: if two set the same thing, the later one wins, so that two people's words can be merged in any order.
 */
import { type CellFormat, formatNamed } from "./cell-format.ts";
import { type Removal, removedBy, type Shift, shiftedBy } from "./move-references.ts";
import { columnOf, lettersOf, cellNameOf, rangeOf } from "./references.ts";
import type { Reach } from "./syntax.ts";

type Formatted = { readonly reach: Reach; readonly format: CellFormat | null };

export type SheetSettings = {
  readonly frozen: { readonly rows: number; readonly columns: number };
  readonly widths: ReadonlyMap<number, number>;
  /** Later ones win. */
  readonly formats: readonly Formatted[];
};

export const NO_SETTINGS: SheetSettings = { frozen: { rows: 0, columns: 0 }, widths: new Map(), formats: [] };

const FREEZE = /^freeze:(\d{1,4})x(\d{1,3})$/;
const WIDTH = /^width:([A-Z]{1,3}):(\d{1,4})$/;
const FORMAT = /^format:([A-Z0-9]+(?::[A-Z0-9]+)?):([a-z]+(?:\.[A-Z0-9.]+)?)$/;

/** Default column width in pixels. */
export const COLUMN_WIDTH = 112;

/** Narrower columns could not be grabbed, and wider ones would fill the window. */
const [MIN_WIDTH, MAX_WIDTH] = [32, 800];

export const boundedWidth = (width: number): number => Math.round(Math.max(MIN_WIDTH, Math.min(width, MAX_WIDTH)));

/** Parses the words. Unknown ones stay in the text: a newer program may have written them. */
export function readSettings(lines: Iterable<string>): SheetSettings {
  let { frozen } = NO_SETTINGS;
  const widths = new Map<number, number>();
  const formats: Formatted[] = [];
  for (const line of lines) {
    for (const word of line.split(" ")) {
      const [, rows, columns] = FREEZE.exec(word) ?? [];
      if (rows !== undefined) frozen = { rows: Number(rows), columns: Number(columns) };
      const [, letters, width] = WIDTH.exec(word) ?? [];
      if (letters !== undefined && columnOf(letters) >= 0) widths.set(columnOf(letters), boundedWidth(Number(width)));
      const format = formattedIn(word);
      if (format) formats.push(format);
    }
  }
  return { frozen, widths, formats };
}

function formattedIn(word: string): Formatted | null {
  const [, reference, name = ""] = FORMAT.exec(word) ?? [];
  const reach = reference === undefined ? null : rangeOf(reference);
  const format = formatNamed(name);
  return reach && format !== undefined ? { reach, format } : null;
}

const holds = ({ top, left, bottom, right }: Reach, row: number, column: number): boolean =>
  row >= top && column >= left && row <= (bottom ?? row) && column <= (right ?? column);

export function formatAt({ formats }: SheetSettings, row: number, column: number): CellFormat | null {
  return formats.findLast(({ reach }) => holds(reach, row, column))?.format ?? null;
}

const isInside = (inner: Reach, outer: Reach): boolean =>
  holds(outer, inner.top, inner.left) &&
  (outer.bottom === null || (inner.bottom !== null && inner.bottom <= outer.bottom)) &&
  (outer.right === null || (inner.right !== null && inner.right <= outer.right));

export function referenceOf({ top, left, bottom, right }: Reach): string {
  if (bottom === null) return `${lettersOf(left)}:${lettersOf(right ?? left)}`;
  if (right === null) return `${top + 1}:${bottom + 1}`;
  const first = cellNameOf(top, left);
  return top === bottom && left === right ? first : `${first}:${cellNameOf(bottom, right)}`;
}

/** Maps a word to its replacements: none, itself, or others. */
export type WordEdit = (word: string) => readonly string[];
export type SettingsEdit = { readonly edit: WordEdit; readonly added: readonly string[] };

const without = (isGone: (word: string) => boolean, added: readonly string[]): SettingsEdit => ({
  edit: (word) => (isGone(word) ? [] : [word]),
  added,
});

/** `isOver`: the settings override others, so that an absent setting would mean the inherited one. */
export const withFrozen = (rows: number, columns: number, isOver = false): SettingsEdit =>
  without((word) => FREEZE.test(word), isOver || rows + columns > 0 ? [`freeze:${rows}x${columns}`] : []);

export function withWidth(column: number, width: number): SettingsEdit {
  const letters = lettersOf(column);
  return without((word) => WIDTH.exec(word)?.[1] === letters, [`width:${letters}:${boundedWidth(width)}`]);
}

/** `auto` is written if it has to override the format of a larger range. */
export function withFormat(settings: SheetSettings, reaches: readonly Reach[], name: string): SettingsEdit {
  const isReplaced = (reach: Reach): boolean => reaches.some((each) => isInside(reach, each));
  const isPlain = name === "auto" && settings.formats.every(({ reach }) => isReplaced(reach));
  return without(
    (word) => {
      const formatted = formattedIn(word);
      return formatted !== null && isReplaced(formatted.reach);
    },
    isPlain ? [] : reaches.map((reach) => `format:${referenceOf(reach)}:${name}`),
  );
}

/** Applies a change to the word's reference; empty if the referenced cells are gone. */
function withReference(word: string, change: (reference: string) => readonly string[]): readonly string[] {
  const [, letters, width] = WIDTH.exec(word) ?? [];
  if (letters !== undefined) {
    return change(`${letters}:${letters}`).map((changed) => `width:${changed.split(":")[0] ?? ""}:${width ?? ""}`);
  }
  const [, reference, name = ""] = FORMAT.exec(word) ?? [];
  return reference === undefined ? [word] : change(reference).map((changed) => `format:${changed}:${name}`);
}

const asFormula = (change: (field: string) => string): SettingsEdit => ({
  edit: (word) =>
    withReference(word, (reference) => {
      const changed = change(`=${reference}`).slice(1);
      return changed.includes("#") ? [] : [changed];
    }),
  added: [],
});

export const shiftedSettings = (shift: Shift): SettingsEdit => asFormula((field) => shiftedBy(field, shift));

export const removedSettings = (removal: Removal): SettingsEdit => asFormula((field) => removedBy(field, removal));

/** Rows or columns that change places keep their formats and widths, split into several ranges if necessary. */
export function remappedSettings(axis: "row" | "column", map: (index: number) => number): SettingsEdit {
  return { edit: (word) => withReference(word, (reference) => remapped(reference, axis, map)), added: [] };
}

function remapped(reference: string, axis: "row" | "column", map: (index: number) => number): readonly string[] {
  const reach = rangeOf(reference);
  if (!reach) return [reference];
  const [first, last] = axis === "row" ? [reach.top, reach.bottom] : [reach.left, reach.right];
  if (last === null) return [reference];
  const places = Array.from({ length: last - first + 1 }, (_, index) => map(first + index)).toSorted((a, b) => a - b);
  const parts: { from: number; to: number }[] = [];
  for (const place of places) {
    const part = parts.at(-1);
    if (part?.to === place - 1) part.to = place;
    else parts.push({ from: place, to: place });
  }
  return parts.map(({ from, to }) =>
    referenceOf(axis === "row" ? { ...reach, top: from, bottom: to } : { ...reach, left: from, right: to }),
  );
}
