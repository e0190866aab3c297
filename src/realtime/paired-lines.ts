/** Finds lines of two texts that certainly correspond: equal and unique, or tasks and settings with the same name. */
import type { Block } from "./blocks.ts";
import type { Splice } from "./splices.ts";
import { readTask } from "./task-line.ts";
import { WORD } from "./text.ts";
import { changeBetween } from "./word-alignment.ts";

/** Lines with words that occur once in each text, as pairs of their indexes in both; in order. */
export function pairLines(
  lines: readonly string[],
  side: readonly string[],
  blocks: readonly Block[],
): ReadonlyMap<number, number> {
  const heads = new Map(blocks.map(({ start, kind }) => [start, kind]));
  const nameAt = (line: string, i: number): string | null => nameOf(line, heads.get(i));
  const [texts, sideTexts] = [placesOf(lines, textOf), placesOf(side, textOf)];
  const [names, sideNames] = [placesOf(lines, nameAt), placesOf(side, (line) => nameOf(line))];
  const pairs = new Map<number, number>();
  for (const [line, text] of lines.entries()) {
    const name = nameAt(text, line);
    const at = texts.get(text) === line ? sideTexts.get(text) : undefined;
    const named = name !== null && names.get(name) === line ? sideNames.get(name) : undefined;
    const place = at ?? named ?? -1;
    if (place >= 0) pairs.set(line, place);
  }
  return pairs;
}

const textOf = (line: string): string | null => (WORD.test(line) ? line : null);

/** The name of a task or setting, prefixed to distinguish it from other kinds of lines. */
function nameOf(line: string, kind?: Block["kind"]): string | null {
  const title = kind === "setting" ? "" : (readTask(line)?.title ?? "");
  if (WORD.test(title)) return `[]${title}`;
  return kind === "task" || kind === "fence" ? null : (/^\s*[^\s#-][^:]*:(?=\s|$)/.exec(line)?.[0] ?? null);
}

/** The index of each key; -1 if it occurs more than once. */
function placesOf(
  lines: readonly string[],
  keyOf: (line: string, i: number) => string | null,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [i, line] of lines.entries()) {
    const key = keyOf(line, i);
    if (key !== null) places.set(key, places.has(key) ? -1 : i);
  }
  return places;
}

/** The longest run of lines that is in the same order in both texts (patience sorting). */
export function keepOrder(pairs: readonly (readonly [number, number])[]): ReadonlySet<number> {
  const tops: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, at], i) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (tops[low - 1] ?? -1) : -1;
    tops[low] = i;
  });
  const kept = new Set<number>();
  for (let i = tops.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) kept.add(pairs[i]?.[0] ?? -1);
  return kept;
}

/**
 * The change from `lines` to `side`, both with a line feed after every line: computed between certain pairs, and inside
 * each pair. Tasks with similar wording are not confused.
 */
export function changeAlong(lines: readonly string[], side: readonly string[], blocks: readonly Block[]): Splice[] {
  const pairs = pairLines(lines, side, blocks);
  const settled = keepOrder([...pairs]);
  const splices: Splice[] = [];
  let [line, at, offset] = [0, 0, 0];
  const change = (before: readonly string[], after: readonly string[]): void => {
    const [from, to] = [before, after].map((some) => some.map((text) => `${text}\n`).join(""));
    const whole = { at: 0, remove: from?.length ?? 0, insert: to ?? "" };
    const isWhole = before.length === 0 || after.length === 0;
    // Texts of whole lines: the last line feed is left out, as in a page.
    const some = isWhole ? [whole] : changeBetween(before.join("\n"), after.join("\n"));
    for (const splice of some) splices.push({ ...splice, at: splice.at + offset });
    offset += whole.remove;
  };
  for (const [nextLine, nextAt] of [...pairs, [lines.length, side.length] as const]) {
    if (nextLine < lines.length && !settled.has(nextLine)) continue;
    change(lines.slice(line, nextLine), side.slice(at, nextAt));
    if (nextLine === lines.length) break;
    change([lines[nextLine] ?? ""], [side[nextAt] ?? ""]);
    [line, at] = [nextLine + 1, nextAt + 1];
  }
  return splices;
}
