/**
 * The source of one table (a `Table` node, first to last character) as rows and cells. Positions are relative to the
 * start of that source, so that a table that moves as a whole keeps its model.
 */
export type Alignment = "left" | "center" | "right" | null;

/** The range between two pipes (`start`, `end`), and its content without the surrounding spaces (`from`, `to`). */
export type Segment = { readonly start: number; readonly end: number; readonly from: number; readonly to: number };

export type TableLine = {
  /** Range of the line without leading quote marks and indentation, and without trailing spaces. */
  readonly from: number;
  readonly to: number;
  /** May be fewer or more than the table's columns. */
  readonly segments: readonly Segment[];
  readonly hasFirstPipe: boolean;
  readonly hasLastPipe: boolean;
};

export type TableModel = {
  readonly header: TableLine;
  readonly delimiter: TableLine;
  /** Excludes the header. */
  readonly body: readonly TableLine[];
  readonly alignments: readonly Alignment[];
  /** The prefix of every line but the first: quote marks, indentation. */
  readonly prefix: string;
};

const PREFIX = /^[ \t]*(?:>[ \t]*)*/;

/** Returns null if there is no delimiter row, and therefore no table. */
export function tableModel(source: string): TableModel | null {
  const lines: TableLine[] = [];
  let prefix = "";
  let start = 0;
  for (const text of source.split("\n")) {
    const before = lines.length === 0 ? "" : (PREFIX.exec(text)?.[0] ?? "");
    if (lines.length === 1) prefix = before;
    lines.push(readLine(source, start + before.length, start + text.length));
    start += text.length + 1;
  }
  const [header, delimiter, ...body] = lines;
  if (header === undefined || delimiter === undefined) return null;
  const alignments = delimiter.segments.map(({ from, to }) => alignmentOf(source.slice(from, to)));
  return { header, delimiter, body, alignments, prefix };
}

/** Header and body, in display order. */
export const rowsOf = (model: TableModel): readonly TableLine[] => [model.header, ...model.body];

function alignmentOf(dashes: string): Alignment {
  const [left, right] = [dashes.startsWith(":"), dashes.endsWith(":")];
  if (left && right) return "center";
  return left ? "left" : right ? "right" : null;
}

/** Pipes separate cells even within code; a backslash before one makes it text. */
function readLine(source: string, from: number, end: number): TableLine {
  const to = from + source.slice(from, end).trimEnd().length;
  const pipes = barePipes(source.slice(from, to)).map((at) => from + at);
  const first = pipes[0];
  const hasFirstPipe = first === from;
  const hasLastPipe = pipes.at(-1) === to - 1 && (pipes.length > 1 || !hasFirstPipe);
  const starts = hasFirstPipe ? [] : [from];
  const segments: Segment[] = [];
  for (const at of pipes) {
    const start = starts.pop();
    if (start !== undefined) segments.push(segmentOf(source, start, at));
    starts.push(at + 1);
  }
  const rest = starts.pop();
  if (rest !== undefined && rest < to) segments.push(segmentOf(source, rest, to));
  return { from, to, segments, hasFirstPipe, hasLastPipe };
}

function segmentOf(source: string, start: number, end: number): Segment {
  const text = source.slice(start, end);
  const content = text.trim();
  if (content === "") {
    // Where text would be typed, with a space on either side if there is room.
    const at = Math.min(start + 1, end);
    return { start, end, from: at, to: at };
  }
  const from = start + text.indexOf(content);
  return { start, end, from, to: from + content.length };
}

/** Positions of unescaped pipes. */
export function barePipes(text: string): number[] {
  const found: number[] = [];
  let isEscaped = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "|" && !isEscaped) found.push(at);
    isEscaped = char === "\\" && !isEscaped;
  }
  return found;
}

/** Converts text to a cell's content: without line breaks, and with pipes escaped. */
export function asCell(text: string): string {
  const line = text.trim().replaceAll(/\r\n?|\n/g, "<br>");
  let written = "";
  let end = 0;
  for (const at of barePipes(line)) {
    written += `${line.slice(end, at)}\\`;
    end = at;
  }
  return written + line.slice(end);
}

export type CellPlace = {
  /** 0 is the header. */ readonly row: number;
  readonly column: number;
};

/** The cell at or next to a position in the table; the delimiter row belongs to the header. */
export function cellAt(model: TableModel, position: number): CellPlace {
  const rows = rowsOf(model);
  let row = 0;
  while (row + 1 < rows.length && position >= (rows[row + 1]?.from ?? Infinity)) row++;
  const columns = model.alignments.length;
  const line = row === 0 && position >= model.delimiter.from ? model.delimiter : rows[row];
  const found = line?.segments.findIndex(({ end }) => position <= end) ?? -1;
  // In a line with too few cells, the last one.
  const column = found < 0 ? (line?.segments.length ?? 1) - 1 : found;
  return { row, column: Math.max(0, Math.min(column, columns - 1)) };
}
