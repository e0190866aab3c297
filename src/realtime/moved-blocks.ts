/**
 * Blocks that one side moved: the other side's changes follow them to the new place.
 *
 * A block counts as moved if its lines are found elsewhere, character by character, and occur once in each text. For
 * its first line, a task's title or a setting's name is enough, because a task is often ticked when it is moved.
 * Matching similar words would be error-prone. A move is undone before the texts are merged, which leaves a mark at the
 * block's new place, and redone afterwards.
 */
import { indentOf } from "../formats/tasks/tasks.ts";
import type { Block } from "./blocks.ts";
import { keepOrder, pairLines } from "./paired-lines.ts";

/** More moves than this are a reordering of the page, and other changes are not carried along. */
const MAX_MOVES = 50;

export type Moves = {
  readonly blocks: readonly Block[];
  /** True if any line of the block exists in the side's text. */
  readonly has: (lines: Pick<Block, "start" | "end">) => boolean;
  /** The side's lines with all moves undone, and a mark at the new place of each block in `marked`. */
  readonly undo: (marked: readonly Block[]) => string[];
};

/** A character that no page contains, and private-use digits that are not words: a mark is like no other line. */
const MARK = "\u0001";
const markOf = ({ start }: Block): string =>
  MARK + Array.from(String(start), (digit) => String.fromCharCode(0xe000 + Number(digit))).join("");
const ANY_MARK = new RegExp(`${MARK}[\\ue000-\\ue009]+`, "g");

export function findMoves(lines: readonly string[], side: readonly string[], blocks: readonly Block[]): Moves {
  const pairs = pairLines(lines, side, blocks);
  const settled = keepOrder([...pairs]);
  const places = new Map<Block, number>();
  let end = 0;
  for (const block of blocks) {
    if (block.start < end) continue;
    const own = linesIn(block).filter((line) => pairs.has(line));
    const [first] = own;
    const at = first === undefined ? -1 : (pairs.get(first) ?? -1) - (first - block.start);
    const below = linesIn(block).slice(1);
    if (at < 0 || below.some((line) => side[at + line - block.start] !== lines[line])) continue;
    if (side[at] !== lines[block.start] && pairs.get(block.start) !== at) continue;
    const stayed = own.filter((line) => settled.has(line)).length;
    if (stayed === 0) places.set(block, at);
    // Otherwise a part of it may have moved.
    if (stayed === 0 || stayed === own.length) end = block.end;
  }
  if (places.size > MAX_MOVES) places.clear();
  return {
    blocks: [...places.keys()],
    has: (block) => linesIn(block).some((line) => pairs.has(line)),
    undo: (marked) => undoMoves(lines, side, places, pairs, marked),
  };
}

const linesIn = ({ start, end }: Pick<Block, "start" | "end">): number[] =>
  Array.from({ length: end - start }, (_, i) => start + i);

type Placed = { readonly text: string; readonly line: number };

function undoMoves(
  lines: readonly string[],
  side: readonly string[],
  moved: ReadonlyMap<Block, number>,
  pairs: ReadonlyMap<number, number>,
  marked: readonly Block[],
): string[] {
  const lineAt = new Map(Array.from(pairs, ([line, at]) => [at, line]));
  const blockAt = new Map(Array.from(moved, ([block, at]) => [at, block]));
  const rest: Placed[] = [];
  for (let at = 0; at < side.length; at += 1) {
    const block = blockAt.get(at);
    if (block === undefined) rest.push({ text: side[at] ?? "", line: lineAt.get(at) ?? -1 });
    else {
      if (marked.includes(block)) rest.push({ text: markOf(block), line: -1 });
      at += block.end - block.start - 1;
    }
  }
  for (const [block, at] of moved) {
    const { start, end } = block;
    const own = side.slice(at, at + end - start).map((text, i) => ({ text, line: start + i }));
    rest.splice(homeOf(lines, rest, block), 0, ...own);
  }
  return rest.map(({ text }) => text);
}

/** The original place of a block, based on the nearest line around it that still exists. */
function homeOf(lines: readonly string[], rest: readonly Placed[], { start, end, indent }: Block): number {
  const at = new Map(rest.map(({ line }, i) => [line, i]));
  for (let distance = 1; start - distance >= 0 || end - 1 + distance < lines.length; distance += 1) {
    const above = start - distance >= 0 ? at.get(start - distance) : undefined;
    if (above !== undefined) {
      let place = above + 1;
      for (let line = start - distance + 1; line < start && rest[place]?.text === lines[line]; line += 1) place += 1;
      // After anything inserted below the line above.
      const isBelow = ({ text, line }: Placed): boolean => line === -1 && indentOf(text) > indent;
      for (let next = rest[place]; next !== undefined && isBelow(next); next = rest[place]) place += 1;
      return place;
    }
    const below = at.get(end - 1 + distance);
    if (below !== undefined) {
      let place = below;
      for (let line = end + distance - 2; line >= end && rest[place - 1]?.text === lines[line]; line -= 1) place -= 1;
      return place;
    }
  }
  return rest.length;
}

/** A merged line, and the moved block that it belongs to. */
export type MergedLine = { readonly text: string; readonly block: Block | null };

/** Moves each merged block to its mark. A block without a mark stays. */
export function redoMoves(merged: readonly MergedLine[], blocks: Iterable<Block>): string[] {
  let lines = [...merged];
  for (const block of blocks) {
    const mark = markOf(block);
    const own = lines.filter((line) => line.block === block);
    const rest = lines.filter((line) => line.block !== block);
    const at = rest.findIndex(({ text }) => text === mark);
    if (at < 0) continue;
    rest.splice(at, 1, ...own);
    lines = rest;
  }
  // Removes marks that were merged into other lines.
  return lines.flatMap(({ text }) => withoutMarks(text));
}

function withoutMarks(text: string): string[] {
  const rest = text.replace(ANY_MARK, "");
  return rest === "" && text !== "" ? [] : [rest];
}
