/**
 * Cleans up tables: those of Excel, Google Sheets and LibreOffice, whose first row becomes the header, and those of web
 * pages.
 */
import type { Element, ElementContent } from "hast";
import {
  descendants,
  element,
  elementsOf,
  type HastParent,
  isElement,
  RAW,
  rawText,
  rewrite,
  textOf,
} from "../hast.ts";

export const isSpreadsheet = (html: string): boolean =>
  /urn:schemas-microsoft-com:office:excel|google-sheets-html-origin|data-sheets-|content="LibreOffice[^"]*"[\s\S]*<table/i.test(
    html,
  );

const rowsOf = (table: Element): Element[] => [...descendants(table)].filter(({ tagName }) => tagName === "tr");
const cellsOf = (row: Element): Element[] => elementsOf(row).filter(({ tagName }) => /^t[dh]$/.test(tagName));
const isEmpty = (cell: Element): boolean =>
  textOf(cell).trim() === "" && ![...descendants(cell)].some(({ tagName }) => tagName === "img");

/** A cell is a single line of source: blocks in it are separated by `<br>`. */
function flatten(cell: Element): void {
  if (cell.properties.align === "left") delete cell.properties.align;
  rewrite(cell, (node) => {
    if (node.tagName === "br") return [rawText("<br>")];
    if (/^(ul|ol)$/.test(node.tagName)) return node.children;
    if (/^(p|div|li)$/.test(node.tagName)) return [rawText("<br>"), ...node.children, rawText("<br>")];
    return node;
  });
  cell.children = betweenWords(cell.children);
}

const isBreak = (node: ElementContent | undefined): boolean =>
  isElement(node) && node.tagName === RAW && textOf(node) === "<br>";
const isBlank = (node: ElementContent | undefined): boolean => node?.type === "text" && node.value.trim() === "";

/** Collapses consecutive breaks and removes them at the edges. */
function betweenWords(children: readonly ElementContent[]): ElementContent[] {
  const said: ElementContent[] = [];
  let breaks = false;
  for (const child of children) {
    if (isBreak(child)) breaks = true;
    else if (!isBlank(child) || !breaks) {
      if (breaks && said.some((each) => !isBlank(each))) said.push(rawText("<br>"));
      said.push(child);
      breaks = false;
    }
  }
  return said;
}

/** Removes empty trailing rows and columns, which only reflect the extent of the selection. */
function trim(rows: Element[]): Element[] {
  const filled = rows.map((row) => cellsOf(row).findLastIndex((cell) => !isEmpty(cell)) + 1);
  const width = Math.max(0, ...filled);
  const height = filled.findLastIndex((count) => count > 0) + 1;
  return rows.slice(0, height).map((row) => element("tr", cellsOf(row).slice(0, width)));
}

/** Markdown requires a header, so the first row becomes one. */
function rebuild(table: Element, isSheet: boolean): Element {
  const rows = isSheet && !rowsOf(table).some(hasSpans) ? trim(rowsOf(table)) : rowsOf(table);
  const [header, ...body] = rows;
  const [only] = header === undefined ? [] : cellsOf(header);
  if (header === undefined || only === undefined) return element("div", []);
  // A single cell is just text.
  if (isSheet && body.length === 0 && cellsOf(header).length === 1) return element("span", only.children);
  for (const row of rows) for (const cell of cellsOf(row)) flatten(cell);
  for (const cell of cellsOf(header)) cell.tagName = "th";
  return element("table", [element("thead", [header]), element("tbody", body)]);
}

const hasSpans = (row: Element): boolean =>
  cellsOf(row).some(({ properties }) => properties.colSpan !== undefined || properties.rowSpan !== undefined);

export function cleanTables(tree: HastParent, isSheet: boolean): void {
  rewrite(tree, (node) => (node.tagName === "table" ? rebuild(node, isSheet) : node));
}
