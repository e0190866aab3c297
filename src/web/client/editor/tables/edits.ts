/**
 * Minimal edits of a table's source, so that concurrent edits of the same table survive. Positions are relative to the
 * start of the source, as in the model. Null means that the operation is not possible.
 */
import { splitsCharacter } from "../../../../realtime/text.ts";
import {
  type Alignment,
  asCell,
  type CellPlace,
  rowsOf,
  type Segment,
  type TableLine,
  type TableModel,
} from "../../../shared/document/table-model.ts";

export type Edit = { readonly from: number; readonly to: number; readonly insert: string };
export type Edits = readonly Edit[];

const insertion = (at: number, insert: string): Edit => ({ from: at, to: at, insert });

/** Without outer pipes, an empty column could not be distinguished from the edge of a line. */
function outerPipes({ from, to, hasFirstPipe, hasLastPipe }: TableLine, which: "first" | "last" | "both"): Edit[] {
  return [
    ...(hasFirstPipe || which === "last" ? [] : [insertion(from, "| ")]),
    ...(hasLastPipe || which === "first" ? [] : [insertion(to, " |")]),
  ];
}

const linesOf = (model: TableModel): readonly TableLine[] => [model.header, model.delimiter, ...model.body];

/** The source of an empty or new cell; `written` formats a cell with text. */
const emptyCell = (model: TableModel, line: TableLine): string => (line === model.delimiter ? " --- " : "  ");

const written = (text: string): string => (text === "" ? "  " : ` ${text} `);

/** Adds cells after the last one of a line, which may have too few. */
function append(line: TableLine, texts: readonly string[]): Edit[] {
  if (texts.length === 0) return [];
  // If the outer pipe is missing, add one to separate the last cell from the first new one.
  return [insertion(line.to, `${line.hasLastPipe || line.segments.length === 0 ? "" : " |"}${texts.join("|")}|`)];
}

/** `text` must already be escaped for a cell. */
function setInLine(line: TableLine, source: string, column: number, text: string): Edit[] {
  const { segments } = line;
  const segment = segments[column];
  if (segment === undefined) {
    if (text === "") return [];
    const empty = Array.from({ length: column - segments.length }, () => "  ");
    return append(line, [...empty, written(text)]);
  }
  return [
    ...(column === 0 ? outerPipes(line, "first") : []),
    replaceContent(source, segment, text),
    ...(column === segments.length - 1 ? outerPipes(line, "last") : []),
  ];
}

/** The edits needed before a cell can receive text: the cell itself, its pipes and padding. */
export function prepareCell(model: TableModel, { row, column }: CellPlace): Edits {
  const line = rowsOf(model)[row];
  if (!line) return [];
  const segment = line.segments[column];
  if (!segment)
    return append(
      line,
      Array.from({ length: column + 1 - line.segments.length }, () => "  "),
    );
  const { start, end, from, to } = segment;
  const room = from === to ? "  ".slice(end - start) : "";
  return [
    ...(column === 0 ? outerPipes(line, "first") : []),
    ...(room === "" ? [] : [insertion(end, room)]),
    ...(column === line.segments.length - 1 ? outerPipes(line, "last") : []),
  ];
}

/** Replaces only what differs, so that a caret elsewhere in the cell does not move. */
function replaceContent(source: string, { start, end, from, to }: Segment, text: string): Edit {
  if (text === "") return { from, to, insert: "" };
  // A pipe after a backslash would be text; an empty cell gets a space on both sides.
  const isEmpty = from === to;
  const before = isEmpty && from === start ? " " : "";
  const after = to === end && (isEmpty || text.endsWith("\\")) ? " " : "";
  const { from: same, to: tail, insert } = difference(source.slice(from, to), text);
  if (after === "") return { from: from + same, to: from + tail, insert: before + insert };
  return { from: from + same, to, insert: before + text.slice(same) + after };
}

/** The single range in which two texts differ; it never splits a surrogate pair. */
export function difference(before: string, after: string): Edit {
  let same = 0;
  const least = Math.min(before.length, after.length);
  while (same < least && before[same] === after[same]) same++;
  if (splitsCharacter(before, same) || splitsCharacter(after, same)) same--;
  let tail = 0;
  while (tail < least - same && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  if (splitsCharacter(before, before.length - tail) || splitsCharacter(after, after.length - tail)) tail--;
  return { from: same, to: before.length - tail, insert: after.slice(same, after.length - tail) };
}

/** `at` is the index of the new row; no row can be inserted above the header. */
export function insertRow(model: TableModel, at: number): Edits | null {
  const above = at <= 1 ? model.delimiter : rowsOf(model)[at - 1];
  if (at < 1 || above === undefined) return null;
  return [insertion(above.to, `\n${model.prefix}${emptyRow(model)}`)];
}

/** Matches the widths of the delimiter row, so that aligned source stays aligned. */
function emptyRow({ delimiter }: TableModel): string {
  return `|${delimiter.segments.map(({ start, end }) => " ".repeat(Math.max(2, end - start))).join("|")}|`;
}

export function deleteRow(model: TableModel, row: number): Edits | null {
  const line = model.body[row - 1];
  const above = row === 1 ? model.delimiter : model.body[row - 2];
  return line && above ? [{ from: above.to, to: line.to, insert: "" }] : null;
}

/** Swaps a row with the one above or below; the header does not move. */
export function moveRow(model: TableModel, source: string, row: number, by: -1 | 1): Edits | null {
  const line = model.body[row - 1];
  const other = model.body[row - 1 + by];
  if (!line || !other) return null;
  const [first, second] = by === 1 ? [line, other] : [other, line];
  const text = source.slice(first.from, first.to);
  const gap = source.slice(first.to, second.from);
  // Moves the neighbour instead, so that a caret in this row stays in place.
  return by === 1
    ? [insertion(first.from, source.slice(second.from, second.to) + gap), { from: first.to, to: second.to, insert: "" }]
    : [{ from: first.from, to: second.from, insert: "" }, insertion(second.to, gap + text)];
}

/** `at` is the index of the new column. */
export function insertColumn(model: TableModel, at: number): Edits | null {
  if (at < 0 || at > model.alignments.length) return null;
  return linesOf(model).flatMap((line) => {
    const segment = line.segments[at];
    const pipes = outerPipes(line, "both");
    const empty = emptyCell(model, line);
    if (segment) {
      const [before, after] = [
        pipes.filter(({ from }) => from < segment.end),
        pipes.filter(({ from }) => from >= segment.end),
      ];
      const isUnmarked = at === 0 && !line.hasFirstPipe;
      const start = isUnmarked ? insertion(line.from, `|${empty}| `) : insertion(segment.start, `${empty}|`);
      return [...(isUnmarked ? [] : before), start, ...after];
    }
    if (line.segments.length < at) return [];
    return [...outerPipes(line, "first"), ...append(line, [empty])];
  });
}

export function deleteColumn(model: TableModel, at: number): Edits | null {
  if (at < 0 || at >= model.alignments.length || model.alignments.length === 1) return null;
  return linesOf(model).flatMap((line) => {
    const segment = line.segments[at];
    if (!segment) return [];
    const isLast = at === line.segments.length - 1;
    // A last cell without a pipe after it is removed with the pipe before it.
    if (isLast && !line.hasLastPipe) {
      return [
        ...outerPipes(line, "first"),
        { from: segment.start, to: line.to, insert: line.segments.length === 1 ? "|" : "" },
      ];
    }
    const gone = { from: segment.start, to: segment.end + 1, insert: "" };
    if (at === 0 && !line.hasFirstPipe) return [{ ...gone, insert: "|" }, ...outerPipes(line, "last")];
    return [...outerPipes(line, "first"), gone, ...outerPipes(line, "last")];
  });
}

/** Swaps a column with the one before or after. */
export function moveColumn(model: TableModel, source: string, column: number, by: -1 | 1): Edits | null {
  const left = by === 1 ? column : column - 1;
  if (left < 0 || left + 1 >= model.alignments.length) return null;
  return linesOf(model).flatMap((line) => {
    const [first, second] = [line.segments[left], line.segments[left + 1]];
    if (!first) return [];
    const pipes = outerPipes(line, "both");
    const before = pipes.filter(({ from }) => from <= first.start);
    const after = pipes.filter(({ from }) => from > first.start);
    if (!second) return [...before, insertion(first.start, "  |"), ...after];
    const texts = [source.slice(first.start, first.end), source.slice(second.start, second.end)] as const;
    // A column without an outer pipe has no padding on that side.
    const [one, two] = [texts[0].trim(), texts[1].trim()];
    if (before.length > 0 || after.length > 0) {
      return [
        ...before,
        { from: first.start, to: second.end, insert: `${before.length > 0 ? "" : " "}${two} | ${one} ` },
        ...after,
      ];
    }
    // Moves the neighbour instead, so that a caret in this column stays in place.
    return by === 1
      ? [insertion(first.start, `${texts[1]}|`), { from: first.end, to: second.end, insert: "" }]
      : [{ from: first.start, to: second.start, insert: "" }, insertion(second.end, `|${texts[0]}`)];
  });
}

export function setAlignment(model: TableModel, column: number, alignment: Alignment): Edits | null {
  const segment = model.delimiter.segments[column];
  if (!segment) return null;
  const { from, to } = segment;
  const length = Math.max(3, to - from);
  const left = alignment === "left" || alignment === "center" ? ":" : "";
  const right = alignment === "right" || alignment === "center" ? ":" : "";
  return [{ from, to, insert: `${left}${"-".repeat(length - left.length - right.length)}${right}` }];
}

/** Fills cells with Markdown from `place` to the right and down, adding missing rows and columns. */
export function fillCells(
  model: TableModel,
  source: string,
  place: CellPlace,
  texts: readonly (readonly string[])[],
): Edits | null {
  const columns = model.alignments.length;
  const rows = rowsOf(model);
  if (place.row >= rows.length || place.column >= columns || texts.length === 0) return null;
  const width = Math.max(columns, ...texts.map((row) => place.column + row.length));
  const more = width - columns;
  const cell = (row: number, column: number) => texts[row - place.row]?.[column - place.column];

  const edits: Edit[] = [];
  for (const line of linesOf(model)) {
    const row = rows.indexOf(line);
    const wanted = Array.from({ length: width }, (_, column) => (row < 0 ? undefined : cell(row, column)));
    const isHead = line === model.header || line === model.delimiter;
    edits.push(
      ...fillLine(
        line,
        source,
        wanted.map((text) => (text === undefined ? undefined : asCell(text))),
        isHead ? width : 0,
        emptyCell(model, line),
      ),
    );
  }
  const last = model.body.at(-1) ?? model.delimiter;
  const added = texts.slice(rows.length - place.row).map((row) => {
    const cells = Array.from({ length: columns + more }, (_, column) =>
      written(asCell(row[column - place.column] ?? "")),
    );
    return `\n${model.prefix}|${cells.join("|")}|`;
  });
  return added.length > 0 ? [...edits, insertion(last.to, added.join(""))] : edits;
}

/** `least` is the minimum number of cells in the line. */
function fillLine(
  line: TableLine,
  source: string,
  wanted: readonly (string | undefined)[],
  least: number,
  empty: string,
): Edit[] {
  const { segments } = line;
  const edits = segments.flatMap((_, column) => {
    const text = wanted[column];
    return text === undefined ? [] : setInLine(line, source, column, text);
  });
  const end = Math.max(least, wanted.findLastIndex((text) => text !== undefined && text !== "") + 1);
  if (end <= segments.length) return edits;
  const texts = wanted
    .slice(segments.length, end)
    .map((text) => (text === undefined || text === "" ? empty : written(text)));
  // The outer pipe is written together with the appended cells.
  const inside = edits.filter(({ from, insert }) => !(from === line.to && insert === " |"));
  return [...inside, ...append(line, texts)];
}
