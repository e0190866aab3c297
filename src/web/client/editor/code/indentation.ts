/** Detects the indentation of a text, so that additions match it. */

const DEFAULT = "  ";
/** Number of lines to examine: the start of a file is representative. */
const LOOKED_AT = 500;

/** A tab, or the most common number of spaces by which indentation increases. */
export function indentationOf(text: string): string {
  const votes = new Map<string, number>();
  let before = 0;
  for (const line of text.split("\n", LOOKED_AT)) {
    if (line.trim() === "") continue;
    const lead = /^[\t ]*/.exec(line)?.[0] ?? "";
    const width = lead.length;
    const step = width - before;
    before = width;
    if (lead.startsWith("\t")) count(votes, "\t");
    // A single space is the alignment of a block comment's star.
    else if (step > 1 && step <= 8) count(votes, " ".repeat(step));
  }
  const [most] = [...votes].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? DEFAULT;
}

const count = (votes: Map<string, number>, unit: string): void => void votes.set(unit, (votes.get(unit) ?? 0) + 1);
