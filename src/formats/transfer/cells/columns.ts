/**
 * Infers the type of a table's column from its cells, and reads the cells as values of that type. A type is inferred only
 * if every cell fits it, so that no value is lost by a wrong guess. Pure.
 */
import type { PropertyValue } from "../../properties/front-matter.ts";
import { MAX_OPTIONS, newProperty, readOption, type Property } from "../../properties/schema.ts";
import { addressBetween } from "../paths.ts";
import { readFilePaths, readRelation } from "../notion/relations.ts";
import { dayOrderOf, readCellDate } from "./dates.ts";
import { readCellNumber } from "./numbers.ts";

/** Finds entries of the archive by the target that a cell contains; null if the archive does not have it. */
export type FindEntries = {
  readonly page: (target: string) => string | null;
  readonly file: (target: string) => string | null;
};

export type Column = {
  readonly property: Property;
  /** By row; null for an empty cell. */
  readonly values: readonly PropertyValue[];
  /** Why a cell is not a value of its type, or only a part of it, by row. */
  readonly faults: ReadonlyMap<number, string>;
};

type Reading = { readonly name: string; readonly cells: readonly string[]; readonly find: FindEntries };

/** `cells` are trimmed; empty for a row without a value. */
export function inferColumn(name: string, cells: readonly string[], find: FindEntries): Column {
  const reading = { name, cells, find };
  for (const read of READERS) {
    const column = read(reading);
    if (column !== null) return column;
  }
  return textColumn(reading, () => null);
}

type Read = { readonly value: PropertyValue; readonly fault?: string | null };

/** Null unless every cell can be read and at least one is not empty. */
function columnOf({ cells }: Reading, property: Property, read: (cell: string) => Read | null): Column | null {
  const values: PropertyValue[] = [];
  const faults = new Map<number, string>();
  for (const [row, cell] of cells.entries()) {
    const found = cell === "" ? { value: null } : read(cell);
    if (found === null) return null;
    values.push(found.value);
    if (found.fault) faults.set(row, found.fault);
  }
  return cells.some((cell) => cell !== "") ? { property, values, faults } : null;
}

function textColumn(reading: Reading, faultOf: (cell: string) => string | null): Column {
  const property = newProperty(reading.name, "text");
  const column = columnOf(reading, property, (cell) => ({ value: cell, fault: faultOf(cell) }));
  return column ?? { property, values: reading.cells.map(() => null), faults: new Map() };
}

/** Columns whose digits are a name rather than an amount. */
const CODES = /phone|telefon|tel\b|mobile|fax|zip|postal|postcode|plz|isbn|ean|iban|code|\bnr\b|\bno\.?$/i;

const asCheckbox = (reading: Reading): Column | null =>
  // A checkbox is never empty, and a choice of "Yes" and "No" is.
  reading.cells.every((cell) => cell === "Yes" || cell === "No")
    ? columnOf(reading, newProperty(reading.name, "checkbox"), (cell) => ({ value: cell === "Yes" }))
    : null;

function asDate(reading: Reading): Column | null {
  const order = dayOrderOf(reading.cells);
  const dates = columnOf(reading, newProperty(reading.name, "date"), (cell) => {
    const date = readCellDate(cell, order);
    return (
      date && { value: date.value, fault: date.zone === null ? null : `its time zone (${date.zone}) was left out` }
    );
  });
  if (dates || order !== null) return dates;
  const isUnclear = reading.cells.every(
    (cell) => cell === "" || readCellDate(cell, "day") || readCellDate(cell, "month"),
  );
  const unclear = "it is unclear whether the day or the month comes first, kept as text";
  return isUnclear && reading.cells.some((cell) => cell !== "") ? textColumn(reading, () => unclear) : null;
}

function asNumber(reading: Reading): Column | null {
  if (CODES.test(reading.name)) return null;
  const numbers = reading.cells.flatMap((cell) => (cell === "" ? [] : [readCellNumber(cell)]));
  const [first] = numbers;
  if (!first || numbers.some((each) => each?.currency !== first.currency || each.isPercent !== first.isPercent))
    return null;
  const property = { ...newProperty(reading.name, "number"), currency: first.currency };
  return columnOf(reading, property, (cell) => {
    const number = readCellNumber(cell);
    return number && { value: number.value };
  });
}

const linkTo = (title: string, path: string): string =>
  `[${title.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](/${addressBetween("", path)})`;

const asPages = (reading: Reading): Column | null =>
  columnOf(reading, newProperty(reading.name, "page"), (cell) => {
    const related = readRelation(cell);
    if (related === null) return null;
    const lost = related.filter(({ target }) => reading.find.page(target) === null).map(({ title }) => title);
    const value = related.map(({ title, target }) => {
      const path = reading.find.page(target);
      return path === null ? title : linkTo(title, path);
    });
    return { value, fault: lost.length === 0 ? null : `not in the archive, kept as text: ${lost.join(", ")}` };
  });

function asFiles(reading: Reading): Column | null {
  let isAnyFound = false;
  const column = columnOf(reading, newProperty(reading.name, "file"), (cell) => {
    const paths = readFilePaths(cell);
    if (paths === null) return null;
    const found = paths.map((path) => ({ path, file: reading.find.file(path) }));
    if (found.some(({ file }) => file !== null)) isAnyFound = true;
    const lost = found.filter(({ file }) => file === null).map(({ path }) => nameOf(path));
    const value = found.map(({ path, file }) => (file === null ? nameOf(path) : linkTo(nameOf(path), file)));
    return { value, fault: lost.length === 0 ? null : `not in the archive, kept as text: ${lost.join(", ")}` };
  });
  return isAnyFound ? column : null;
}

function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

const ADDRESS = /^(?:(?:https?:\/\/|mailto:|tel:)\S+|[^\s@,]+@[^\s@,.]+(?:\.[^\s@,.]+)+)$/;

const asAddress = (reading: Reading): Column | null =>
  columnOf(reading, newProperty(reading.name, "address"), (cell) =>
    cell.length <= 2000 && ADDRESS.test(cell) ? { value: cell } : null,
  );

const MAX_CHOICE = 60;
/** Columns that name groups, where few equal cells suffice. */
const GROUPS =
  /^(?:tags?|labels?|categor|topics?|types?$|kind|status|stage|state$|phase|priorit|level|difficult|genre|skills?|keywords?|department|teams?$|channels?|platform|audience|severity|themen?|kategorie|etiquetas?|étiquettes?)/i;
/** Columns of people, whom exports name without an address. */
export const PEOPLE =
  /^(?:owners?$|assign|person$|people$|created by|last edited by|authors?$|lead$|reviewers?$|attendees?$|participants?$|who$|members?$|verantwortlich)/i;
const PLACES = /address|location|city|place|adresse|ort$/i;

function asChoices(reading: Reading): Column | null {
  const { name, cells } = reading;
  const filled = cells.filter((cell) => cell !== "");
  const isGroup = GROUPS.test(name) || PEOPLE.test(name);
  const lists = filled.map((cell) => cell.split(", "));
  const kinds = new Set(lists.flat());
  const isShort = [...kinds].every((kind) => kind !== "" && kind.length <= MAX_CHOICE && !/[\n,]/.test(kind));
  if (filled.length === 0 || !isShort || kinds.size > MAX_OPTIONS || [...kinds].some((kind) => !isLabel(kind))) return null; // oxfmt-ignore
  const isListed = lists.some((list) => list.length > 1);
  const count = lists.flat().length;
  // Groups repeat.
  const isFew = kinds.size < count && kinds.size <= Math.max(3, count / 2) && !CODES.test(name);
  if (!isListed) {
    const property = { ...newProperty(name, "choice"), options: [...kinds].map(readOption) };
    return isFew || isGroup ? columnOf(reading, property, (cell) => ({ value: cell })) : null;
  }
  const isOnce = lists.every((list) => new Set(list).size === list.length);
  const widths = new Set(lists.map(({ length }) => length));
  // "Berlin, Germany" in every cell is a place, and choices vary in number.
  const isVaried = widths.size > 1 && !PLACES.test(name);
  if (isOnce && (isGroup || (isFew && isVaried))) {
    const property = { ...newProperty(name, "choices"), options: [...kinds].map(readOption) };
    return columnOf(reading, property, (cell) => ({ value: cell.split(", ") }));
  }
  if (!isOnce || PLACES.test(name) || lists.some((list) => list.length > 1 && list.some((kind) => kind.length > 25)))
    return null;
  return textColumn(reading, (cell) =>
    cell.includes(", ") ? "it is unclear whether commas separate choices, kept as text" : null,
  );
}

/** A label that a declaration would read as something else is no option. */
const isLabel = (kind: string): boolean => readOption(kind).label === kind && kind !== "choices" && !/[:#]/.test(kind);

const READERS = [asCheckbox, asDate, asNumber, asPages, asFiles, asAddress, asChoices];
