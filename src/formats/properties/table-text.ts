/** A folder's pages as a table: one row per page, one column per declared property. Pure. */
import { printRow } from "../sheet/csv.ts";
import { evaluateFormulas } from "./formulas.ts";
import { findEntry, readFrontMatter } from "./front-matter.ts";
import type { Property } from "./schema.ts";
import { readDate, typedValue, type TypedValue } from "./values.ts";

/** Roll-ups count other pages, which the table does not have. */
const columnsOf = (schema: readonly Property[]): readonly Property[] => schema.filter(({ type }) => type !== "rollup");

export const tableHeader = (schema: readonly Property[]): string =>
  printRow(["Title", ...columnsOf(schema).map(({ name }) => asText(name))]);

type TablePage = { readonly title: string; readonly text: string };

/** Lines of CSV. */
export function tableRows(schema: readonly Property[], pages: readonly TablePage[], now: number): string[] {
  const rows = pages.map(({ text }) => {
    const entries = readFrontMatter(text)?.entries ?? [];
    return new Map(schema.map((property) => [property.name, typedValue(property, findEntry(entries, property.name))]));
  });
  const computed = evaluateFormulas(schema, rows, { now });
  return pages.map(({ title }, n) =>
    printRow([
      asText(title),
      ...columnsOf(schema).map((property) => {
        const value = (property.type === "formula" ? computed[n] : rows[n])?.get(property.name);
        return value === undefined ? "" : cellOf(property, value);
      }),
    ]),
  );
}

function cellOf({ type }: Property, { value, text, fits }: TypedValue): string {
  if (type === "checkbox" && fits) return value === true ? "Yes" : "No";
  const date = type === "date" ? readDate(text) : null;
  if (date)
    return [date.start, ...(date.end === null ? [] : [date.end])].map((day) => day.replace("T", " ")).join(" → ");
  return typeof value === "number" ? String(value) : asText(text);
}

/** Text that a spreadsheet would run as a formula begins with an apostrophe; some spreadsheets ignore leading blanks. */
const asText = (text: string): string => (/^(?:\s*[=+\-@]|[\t\r])/.test(text) ? `'${text}` : text);
