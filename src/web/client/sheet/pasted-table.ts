/** The cells of the first table in pasted HTML. Loaded when a table is pasted without its text. */
import { fromHtml } from "hast-util-from-html";
import { attribute, descendants, elementsOf, find, textOf } from "../editor/clipboard/hast.ts";

/** A cell that spans several columns is followed by blanks, at most this many in total. */
const MAX_SPANNED = 256;

export function rowsOfTable(html: string): string[][] {
  const table = find(fromHtml(html), ({ tagName }) => tagName === "table");
  if (!table) return [];
  return [...descendants(table)].flatMap((row) => {
    if (row.tagName !== "tr") return [];
    const cells = elementsOf(row).filter(({ tagName }) => tagName === "td" || tagName === "th");
    return [
      cells.flatMap((cell) => {
        const span = Math.min(Number(attribute(cell, "colSpan")) || 1, MAX_SPANNED);
        return [textOf(cell).replaceAll(/\s+/g, " ").trim(), ...Array.from({ length: span - 1 }, () => "")];
      }),
    ];
  });
}
