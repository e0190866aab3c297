/** The cells of a row: CSV fields (RFC 4180) in a sheet, or the cells of a Markdown table between its pipes. */
import type { LineKind } from "./line-kind.ts";

export type Cells = {
  /** Text before the first cell. */
  readonly lead: string;
  /** The raw text of the cells. */
  readonly cells: readonly string[];
  /** Text after the last pipe. */
  readonly end: string;
};

/** Null for a line that is not a row. */
export const splitCells = (kind: LineKind, line: string): Cells | null =>
  kind === "sheet" ? splitFields(line) : kind === "markdown" ? splitTableRow(line) : null;

export const joinCells = (kind: LineKind, { lead, cells, end }: Cells): string =>
  kind === "sheet" ? cells.join(",") : `${lead}${cells.join("|")}|${end}`;

function splitFields(line: string): Cells | null {
  const cells: string[] = [];
  for (let at = 0; ;) {
    let end = at;
    if (line[at] === '"') {
      end += 1;
      while (end < line.length && (line[end] !== '"' || line[end + 1] === '"')) end += line[end] === '"' ? 2 : 1;
      if (end >= line.length) return null;
      end += 1;
    }
    while (end < line.length && line[end] !== ",") end += 1;
    cells.push(line.slice(at, end));
    if (end >= line.length) return { lead: "", cells, end: "" };
    at = end + 1;
  }
}

/** Only recognizes rows that begin with a pipe: any other may be prose. */
function splitTableRow(line: string): Cells | null {
  const lead = /^(?:[ \t]*>)*[ \t]*\|/.exec(line)?.[0];
  if (lead === undefined) return null;
  const cells: string[] = [];
  let at = lead.length;
  for (let end = at; end < line.length; end += 1) {
    if (line[end] === "\\") end += 1;
    else if (line[end] === "|") {
      cells.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return cells.length === 0 ? null : { lead, cells, end: line.slice(at) };
}
