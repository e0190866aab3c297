/**
 * Lines of a page that people move and remove together: a task with what stands below it, a setting with its values, the
 * fence of a view.
 */
import { indentOf, parseTasks } from "../formats/tasks/tasks.ts";
import type { ChangeView } from "./change-view.ts";
import { settingRanges } from "./setting-lines.ts";

/** From line `start` to before line `end`, counted from 0; `indent` is that of its first line. */
export type Block = {
  readonly kind: "task" | "setting" | "fence";
  readonly start: number;
  readonly end: number;
  readonly indent: number;
};

/** What may begin a task in a line; most texts have none, and need no reader of Markdown. */
const MAY_BE_TASK = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t].*\[[ xX]\]/m;

/** In order; one that is part of another comes after it. */
export function readBlocks(text: string, lines: readonly string[]): Block[] {
  const tasks = MAY_BE_TASK.test(text) ? parseTasks(lines).flatMap((section) => section.tasks) : [];
  return [
    ...tasks.map(({ line, end, indent }): Block => ({ kind: "task", start: line - 1, end, indent })),
    // A rule at the top is none, and a fence that is still being typed is not either.
    ...settingRanges(lines)
      .filter(({ end }) => end <= lines.length)
      .flatMap(({ start, end, isFence }): Block[] =>
        isFence ? [{ kind: "fence", start, end, indent: 0 }] : settingsBetween(lines, start + 1, end - 1),
      ),
  ].toSorted((a, b) => a.start - b.start || b.end - a.end);
}

function settingsBetween(lines: readonly string[], from: number, to: number): Block[] {
  const blocks: Block[] = [];
  for (let start = from; start < to; start += 1) {
    const indent = indentOf(lines[start] ?? "");
    let end = start + 1;
    while (end < to && indentOf(lines[end] ?? "") > indent) end += 1;
    blocks.push({ kind: "setting", start, end, indent });
  }
  return blocks;
}

/** How many of the lines that come in behind a block belong to it: those that are set in further. */
export function countBelow(fresh: readonly string[], { kind, indent }: Block): number {
  if (kind === "fence") return 0;
  const other = fresh.findIndex((line) => indentOf(line) <= indent);
  return other < 0 ? fresh.length : other;
}

/** Other lines may have taken their place. */
function areGone({ texts, homes }: ChangeView, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1)
    if (homes[i] !== i || texts[i] === undefined || texts[i]?.some(({ isNew }) => !isNew)) return false;
  return true;
}

/** What one side took out and the other moved, or changed inside, comes back whole, not the changed line alone. */
export function bringBack(
  side: ChangeView,
  other: ChangeView,
  lines: readonly string[],
  { taken, moved }: { readonly taken: readonly Block[]; readonly moved: readonly Block[] },
): void {
  for (const block of taken) {
    const [from, to] = takenOut(side, lines, block);
    if (from === to || !(moved.includes(block) || hasChanged(other, lines, block))) continue;
    for (let i = from; i < to; i += 1) {
      for (const { text } of side.texts[i] ?? []) side.gaps[from]?.push(text);
      side.texts[i] = [{ text: lines[i] ?? "", isNew: false }];
    }
  }
}

/**
 * The lines that a side took out with a block; none where it left some of it. Fences begin alike, and so do the blank lines
 * before them: of two, a change may be read as if it had left the first line of the one that went, and taken that of the next.
 */
function takenOut(
  side: ChangeView,
  lines: readonly string[],
  { kind, start, end }: Block,
): readonly [from: number, to: number] {
  if (kind !== "fence") return areGone(side, start, end) ? [start, end] : [end, end];
  let from = lines[start - 1] === "" ? start - 1 : start;
  let to = end;
  for (const first = from; from <= start && !areGone(side, from, from + 1); from += 1)
    if (lines[to] === lines[first + to - end] && areGone(side, to, to + 1)) to += 1;
  return areGone(side, from, to) ? [from, to] : [end, end];
}

function hasChanged(side: ChangeView, lines: readonly string[], block: Block): boolean {
  const { texts, gaps } = side;
  // New lines may stand in the place of the next one.
  const next = (texts[block.end] ?? []).flatMap(({ text, isNew }) => (isNew ? [text] : []));
  if (countBelow([...(gaps[block.end] ?? []), ...next], block) > 0) return true;
  if (areGone(side, block.start, block.end)) return false;
  for (let i = block.start; i < block.end; i += 1) {
    const now = texts[i] ?? [];
    if (now.length > 1 || (now.length === 1 && now[0]?.text !== lines[i])) return true;
    if (i > block.start && gaps[i]?.length !== 0) return true;
  }
  return false;
}
