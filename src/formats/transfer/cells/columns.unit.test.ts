/** Types that columns of tables have by their cells alone. */
import { expect, test } from "vitest";
import { inferColumn } from "./columns.ts";

const NOWHERE = { page: () => null, file: () => null };
const typed = (name: string, cells: readonly string[]): readonly [string, readonly unknown[]] => {
  const { property, values } = inferColumn(name, cells, NOWHERE);
  return [property.type, values];
};

test.each([
  ["no cells", "A", ["", ""], "text", [null, null]],
  ["an empty cell beside Yes and No", "A", ["Yes", "", "No", "No"], "choice", ["Yes", null, "No", "No"]],
  ["different words", "A", ["hall", "web", "print"], "text", ["hall", "web", "print"]],
  ["different words of a group", "Status", ["hall", "web"], "choice", ["hall", "web"]],
  ["the same number of parts everywhere", "Origin", ["Berlin, Germany", "Bern, Switzerland", "Berlin, Germany"], "text", ["Berlin, Germany", "Bern, Switzerland", "Berlin, Germany"]], // oxfmt-ignore
  ["a doubled part", "Order", ["tea, tea", "tea", "milk, tea", "milk"], "text", ["tea, tea", "tea", "milk, tea", "milk"]], // oxfmt-ignore
  ["numbers and words", "A", ["1", "2", "three"], "text", ["1", "2", "three"]],
  ["different currencies", "A", ["$1", "€2", "$3.50"], "text", ["$1", "€2", "$3.50"]],
  ["shares and numbers", "A", ["10%", "2", "3"], "text", ["10%", "2", "3"]],
  ["shares", "A", ["1.1%", "29%"], "number", [0.011, 0.29]],
  ["grouped digits", "A", ["-1,200,300.25", "0.5", "-$0"], "text", ["-1,200,300.25", "0.5", "-$0"]],
  ["days and months above 12", "A", ["13/02/2026", "02/13/2026"], "text", ["13/02/2026", "02/13/2026"]],
  ["months first", "A", ["02/03/2026", "02/13/2026"], "date", ["2026-02-03", "2026-02-13"]],
  ["a day that does not exist", "A", ["February 30, 2026", "March 1, 2026"], "text", ["February 30, 2026", "March 1, 2026"]], // oxfmt-ignore
  ["a range that ends before it begins", "A", ["May 2, 2026 → May 1, 2026"], "text", ["May 2, 2026 → May 1, 2026"]],
  ["noon and midnight", "A", ["May 2, 2026 12:00 PM", "May 2, 2026 12:01 AM"], "date", ["2026-05-02T12:00", "2026-05-02T00:01"]], // oxfmt-ignore
  ["dates of four languages", "A", ["8 de junio de 2025 11:20", "1er août 2025", "2025年9月4日 下午1:05", "4 september 2025"], "date", ["2025-06-08T11:20", "2025-08-01", "2025-09-04T13:05", "2025-09-04"]], // oxfmt-ignore
  [
    "addresses",
    "A",
    ["https://a.example/?q=a,b", "x@y.example"],
    "address",
    ["https://a.example/?q=a,b", "x@y.example"],
  ],
  ["an at sign and dots", "A", ["a@...", "x@y.example"], "text", ["a@...", "x@y.example"]],
  ["brackets in prose", "A", ["see (a.md), then (b)", "x (y)"], "text", ["see (a.md), then (b)", "x (y)"]],
  ["options that a declaration reads otherwise", "Status", ["choices", "a: b"], "text", ["choices", "a: b"]],
])("%s", (_, name, cells, type, values) => {
  expect(typed(name, cells)).toEqual([type, values]);
});
