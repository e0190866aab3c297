/** Aligns a printed line with its Markdown source, which has marks that the print leaves out. */

/** Lengths of the text that is looked for after a mark, from certain to likely. */
const AHEAD = [16, 6, 3, 1];

/** Hides the parts of a line that are never printed, so that no printed character is found in them. */
const withoutAddresses = (source: string): string =>
  source.replace(/\]\((?:<[^>]*>|[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g, (hidden) => "\0".repeat(hidden.length));

/**
 * Returns the offset in `source` of each UTF-16 code unit of `printed`. Text that is not in the source, such as a decoded
 * entity, has the offset of what follows it.
 */
export function alignLine(source: string, printed: string): number[] {
  if (source.endsWith(printed)) return Array.from(printed, (_, index) => source.length - printed.length + index);
  const known = withoutAddresses(source);
  const offsets: number[] = [];
  let at = 0;
  let isRunning = false;
  for (let index = 0; index < printed.length; index++) {
    if (!isRunning || known.charAt(at) !== printed.charAt(index)) {
      const found = nextPlace(known, printed, at, index);
      isRunning = found !== null;
      at = found ?? at;
    }
    offsets.push(Math.min(at, source.length));
    if (isRunning) at++;
  }
  return offsets;
}

function nextPlace(source: string, printed: string, from: number, index: number): number | null {
  for (const length of AHEAD) {
    const found = source.indexOf(printed.slice(index, index + length), from);
    if (found >= 0) return found;
  }
  return null;
}

type Cell = { readonly from: number; readonly to: number };

/** The contents of the cells in the source of a table's row. */
export function cellsIn(row: string): Cell[] {
  const cells: Cell[] = [];
  const inner = /^[\s>]*\|/.exec(row)?.[0].length ?? 0;
  const add = (from: number, to: number): void => {
    const text = row.slice(from, to);
    const lead = text.length - text.trimStart().length;
    cells.push({ from: from + lead, to: from + Math.max(lead, text.trimEnd().length) });
  };
  let start = inner;
  for (let at = inner; at < row.length; at++) {
    if (row.charAt(at) !== "|" || row.charAt(at - 1) === "\\") continue;
    add(start, at);
    start = at + 1;
  }
  if (row.slice(start).trim() !== "") add(start, row.length);
  return cells;
}
