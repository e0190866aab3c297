/** Rows of CSV (RFC 4180), one row a line: a field holds no line break, so row 7 of a sheet is line 7 of its text. */
import { joinLines, splitLines } from "../../realtime/text.ts";

/** Where a field stands in its line, quotes included, and what it says. */
export type Field = { readonly start: number; readonly end: number; readonly text: string };

/**
 * The fields of one line. Total: a quoted field that is never closed reaches to the end of the line, and what follows a
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

/** A field as it is written: quoted only where it must be. Line breaks become spaces. */
export function printField(text: string): string {
  const oneLine = text.replace(/\r\n?|\n/g, " ");
  return /[",]/.test(oneLine) ? `"${oneLine.replaceAll('"', '""')}"` : oneLine;
}

export const printRow = (fields: readonly string[]): string => fields.map(printField).join(",");

/**
 * The line with one field changed; every other byte stays, unless the line is not sound CSV: then it is made so first.
 * Fields that are missing before `column` (0-based) are added.
 */
export function withField(line: string, column: number, text: string): string {
  const sound = csvFault(line) === null ? line : printRow(parseRow(line));
  const fields = fieldsOf(sound);
  const field = fields[column];
  if (field) return sound.slice(0, field.start) + printField(text) + sound.slice(field.end);
  return sound + ",".repeat(column - fields.length + 1) + printField(text);
}

/** The text with one cell changed, from 0; rows and fields that are missing before it are added. */
export function withCell(text: string, row: number, column: number, value: string): string {
  const lines = splitLines(text);
  while (lines.length <= row) lines.push("");
  lines[row] = withField(lines[row] ?? "", column, value);
  return joinLines(lines);
}

/** A row of RFC 4180 on one line: a quoted field ends at the comma, and quotes stand in quoted fields alone, doubled. */
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
      if (line.slice(at, end).includes('"')) return "a quote stands in a field that is not quoted.";
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
