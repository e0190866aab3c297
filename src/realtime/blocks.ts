/**
 * Blocks: lines of a page that people move and remove together. A task with the lines below it, a setting with its
 * values, or a view's fence.
 */
import { indentOf, parseTasks } from "../formats/tasks/tasks.ts";
import type { ChangeView } from "./change-view.ts";
import { settingRanges } from "./setting-lines.ts";

/** The lines from `start` up to but excluding `end`, counted from 0; `indent` is that of the first line. */
export type Block = {
  readonly kind: "task" | "setting" | "fence";
  readonly start: number;
  readonly end: number;
  readonly indent: number;
};

/** Cheap test for possible tasks: most texts have none, which avoids parsing Markdown. */
const POSSIBLE_TASK = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t].*\[[ xX]\]/m;

/** In order; a nested block follows the one that contains it. */
export function readBlocks(text: string, lines: readonly string[]): Block[] {
  const tasks = POSSIBLE_TASK.test(text) ? parseTasks(lines).flatMap((section) => section.tasks) : [];
  return [
    ...tasks.map(({ line, end, indent }): Block => ({ kind: "task", start: line - 1, end, indent })),
    // Excludes a thematic break at the top, and a fence that is still being typed.
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

/** Number of the lines inserted after a block that belong to it, which are those indented further. */
export function countBelow(fresh: readonly string[], { kind, indent }: Block): number {
  if (kind === "fence") return 0;
  const other = fresh.findIndex((line) => indentOf(line) <= indent);
  return other < 0 ? fresh.length : other;
}

/** True if the side kept none of these lines, even if new ones replaced them. */
function areRemoved({ texts, homes }: ChangeView, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1)
    if (homes[i] !== i || texts[i] === undefined || texts[i]?.some(({ isNew }) => !isNew)) return false;
  return true;
}

/**
 * If one side removed a block and the other moved it or changed it inside, restores the whole block, not only the
 * changed line.
 */
export function restoreRemoved(
  side: ChangeView,
  other: ChangeView,
  lines: readonly string[],
  { removed, moved }: { readonly removed: readonly Block[]; readonly moved: readonly Block[] },
): void {
  for (const block of removed) {
    const [from, to] = removedRange(side, lines, block);
    if (from === to || !(moved.includes(block) || hasChanged(other, lines, block))) continue;
    for (let i = from; i < to; i += 1) {
      for (const { text } of side.texts[i] ?? []) side.gaps[from]?.push(text);
      side.texts[i] = [{ text: lines[i] ?? "", isNew: false }];
    }
  }
}

/**
 * The lines that a side removed along with a block; empty if it kept part of the block. Fences, and the blank lines
 * before them, start alike, so a diff may keep the first line of a removed fence and remove that of the next one
 * instead.
 */
function removedRange(
  side: ChangeView,
  lines: readonly string[],
  { kind, start, end }: Block,
): readonly [from: number, to: number] {
  if (kind !== "fence") return areRemoved(side, start, end) ? [start, end] : [end, end];
  let from = lines[start - 1] === "" ? start - 1 : start;
  let to = end;
  for (const first = from; from <= start && !areRemoved(side, from, from + 1); from += 1)
    if (lines[to] === lines[first + to - end] && areRemoved(side, to, to + 1)) to += 1;
  return areRemoved(side, from, to) ? [from, to] : [end, end];
}

function hasChanged(side: ChangeView, lines: readonly string[], block: Block): boolean {
  const { texts, gaps } = side;
  // New lines may take the place of the next one.
  const next = (texts[block.end] ?? []).flatMap(({ text, isNew }) => (isNew ? [text] : []));
  if (countBelow([...(gaps[block.end] ?? []), ...next], block) > 0) return true;
  if (areRemoved(side, block.start, block.end)) return false;
  for (let i = block.start; i < block.end; i += 1) {
    const now = texts[i] ?? [];
    if (now.length > 1 || (now.length === 1 && now[0]?.text !== lines[i])) return true;
    if (i > block.start && gaps[i]?.length !== 0) return true;
  }
  return false;
}
