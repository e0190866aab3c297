/** Rows of CSV (RFC 4180), one row per line: fields contain no line breaks, so row 7 of a sheet is line 7 of its text. */
import { joinLines, splitLines } from "../../realtime/text.ts";

/** A field's position in its line, including quotes, and its value. */
export type Field = { readonly start: number; readonly end: number; readonly text: string };

/**
 * The fields of one line. Never fails: an unclosed quoted field extends to the end of the line, and text after a
 * closing quote belongs to the field.
 */
export function fieldsOf(line: string): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at <= line.length;) {
    const quoted = line[at] === '"';
    const closed = quoted ? endOfQuoted(line, at + 1) : at;
    const comma = closed === -1 ? -1 : line.indexOf(",", closed);
    const end = comma === -1 ? line.length : comma;
    fields.push({ start: at, end, text: quoted ? unquote(line, { at, closed, end }) : line.slice(at, end) });
    at = end + 1;
  }
  return fields;
}

function unquote(line: string, { at, closed, end }: { at: number; closed: number; end: number }): string {
  const inner = line.slice(at + 1, closed === -1 ? end : closed - 1).replaceAll('""', '"');
  return closed === -1 ? inner : inner + line.slice(closed, end);
}

export const parseRow = (line: string): string[] =>
  line.includes('"') ? fieldsOf(line).map(({ text }) => text) : line.split(",");

/** Writes a field, quoted only if necessary. Line breaks become spaces. */
export function printField(text: string): string {
  const oneLine = text.replace(/\r\n?|\n/g, " ");
  return /[",]/.test(oneLine) ? `"${oneLine.replaceAll('"', '""')}"` : oneLine;
}

export const printRow = (fields: readonly string[]): string => fields.map(printField).join(",");

/**
 * Changes one field of the line; all other bytes stay, unless the line is invalid CSV, which is repaired first. Missing
 * fields before `column` (0-based) are added.
 */
export function withField(line: string, column: number, text: string): string {
  const sound = csvFault(line) === null ? line : printRow(parseRow(line));
  const fields = fieldsOf(sound);
  const field = fields[column];
  if (field) return sound.slice(0, field.start) + printField(text) + sound.slice(field.end);
  return sound + ",".repeat(column - fields.length + 1) + printField(text);
}

/** Changes one cell (0-based); missing rows and fields before it are added. */
export function withCell(text: string, row: number, column: number, value: string): string {
  const lines = splitLines(text);
  while (lines.length <= row) lines.push("");
  lines[row] = withField(lines[row] ?? "", column, value);
  return joinLines(lines);
}

/**
 * Checks a row of RFC 4180 on one line: a quoted field ends at the comma, and quotes occur only in quoted fields,
 * doubled.
 */
export function csvFault(line: string): string | null {
  let at = 0;
  while (at <= line.length) {
    if (line[at] === '"') {
      const end = endOfQuoted(line, at + 1);
      if (end === -1) return "a quoted field is not closed.";
      if (end < line.length && line[end] !== ",") return "a quoted field goes on after its closing quote.";
      at = end + 1;
    } else {
      const comma = line.indexOf(",", at);
      const end = comma === -1 ? line.length : comma;
      if (line.slice(at, end).includes('"')) return "an unquoted field contains a quote.";
      at = end + 1;
    }
  }
  return null;
}

/** Offset after the closing quote, or -1. */
function endOfQuoted(line: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = line.indexOf('"', at);
    if (at === -1) return -1;
    if (line[at + 1] !== '"') return at + 1;
  }
}
