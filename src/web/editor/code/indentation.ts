/** How a text is indented, so that what is added is indented the same way. */

const DEFAULT = "  ";
/** Lines looked at: the start of a file shows how the rest is. */
const LOOKED_AT = 500;

/** A tab, or as many spaces as one more level most often adds. */
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
    // One space is the star of a comment below its slash.
    else if (step > 1 && step <= 8) count(votes, " ".repeat(step));
  }
  const [most] = [...votes].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? DEFAULT;
}

const count = (votes: Map<string, number>, unit: string): void => void votes.set(unit, (votes.get(unit) ?? 0) + 1);
