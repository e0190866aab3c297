/**
 * Merges two changes of one text by line, so that anything neither side touched stays byte for byte.
 *
 * Both changes are splices of the same base. Each side is read as what happened to every base line (kept, changed,
 * split, joined, removed) and which lines were inserted. Lines that one side changed are taken from it; inserted lines
 * stay separate lines; a line that one side changed and the other removed is kept, because the remover had not seen the
 * change. Only if both changed the same line is it merged inside: by its parts if it has any, otherwise by words.
 */
import type { LineKind } from "./line-kind.ts";
import { mergeParts } from "./part-merge.ts";
import { withoutKeysOf } from "./setting-lines.ts";
import { countBelow, type Block } from "./blocks.ts";
import { redoMoves, type MergedLine } from "./moved-blocks.ts";
import { readSides } from "./sides.ts";
import { changeBetween } from "./word-alignment.ts";
import { mergeLines, mergeWords } from "./word-merge.ts";
import type { DerivedLine, ChangeView } from "./change-view.ts";
import { WORD, joinLines, splitLines } from "./text.ts";
import type { Splice } from "./splices.ts";

/**
 * The text with both sides' changes. If both inserted at the same place, `theirs` comes first. Offsets refer to the
 * base with a line feed after its last line, so that the last line is not a special case.
 */
export function mergeChanges(
  base: string,
  theirs: readonly Splice[],
  mine: readonly Splice[],
  kind: LineKind = "plain",
): string {
  const lines = splitLines(base);
  const {
    theirs: t,
    mine: m,
    moved,
    blocks,
    tasks,
    settings,
    bodyStart,
  } = readSides(base, lines, [theirs, mine], kind);
  const merged: MergedLine[] = [];
  const add = (more: readonly string[], block: Block | null): void => {
    for (const text of more) merged.push({ text, block });
  };
  const addGap = (at: number): void => {
    const [a, b] = [t.gaps[at] ?? [], m.gaps[at] ?? []];
    const above = moved.find((block) => block.end === at);
    const below = above ? new Set([a, b].flatMap((side) => side.slice(0, countBelow(side, above)))) : NONE;
    const inside = innermost(moved, at - 1, at);
    const isProperty = at > 0 && at < bodyStart;
    const ending = blocks.filter((block) => block.end === at).toReversed();
    const layers = [isProperty ? withoutKeysOf(b, a) : a, b].map((side) => layersOf(side, ending));
    for (const [i, layer] of (layers[0] ?? []).entries())
      for (const text of mergeLines(layer, layers[1]?.[i] ?? []))
        add([text], below.has(text) ? (above ?? null) : inside);
  };
  for (let start = 0; start < lines.length;) {
    addGap(start);
    const replaced = endOfReplaced(t, m, start);
    const isReplaced = replaced > start;
    const end = isReplaced ? replaced : endOfGroup(t, m, start);
    const [a, b] = [linesOf(t, start, end), linesOf(m, start, end)];
    const some = lines.slice(start, end);
    const byParts = (line: number, ...texts: readonly [string, string, string]): string | null => {
      const at = start + line;
      // What replaced a task that both removed is a different task.
      if (isReplaced && tasks.has(at)) return null;
      return mergeParts({ kind, isTask: tasks.has(at), isSetting: settings.has(at) }, texts, mergeWordsOf);
    };
    const parts = mergeEach(some, a, b, byParts);
    const together = parts ?? (isReplaced ? mergeLines(a.map(textOf), b.map(textOf)) : mergeGroup(some, a, b));
    add(together, innermost(moved, start, end - 1));
    start = end;
  }
  addGap(lines.length);
  return joinLines(redoMoves(merged, moved));
}

const NONE: ReadonlySet<string> = new Set();

/** Lines inserted after blocks, the innermost first: those below each block, then the others. */
function layersOf(fresh: readonly string[], ending: readonly Block[]): readonly (readonly string[])[] {
  const layers: (readonly string[])[] = [];
  let rest = fresh;
  for (const block of ending) {
    const count = countBelow(rest, block);
    layers.push(rest.slice(0, count));
    rest = rest.slice(count);
  }
  return [...layers, rest];
}

/** The smallest moved block that contains both lines. */
function innermost(moved: readonly Block[], first: number, last: number): Block | null {
  let found: Block | null = null;
  for (const block of moved) {
    const isIn = block.start <= first && last < block.end;
    if (isIn && (found === null || block.end - block.start < found.end - found.start)) found = block;
  }
  return found;
}

const mergeWordsOf = (base: string, theirs: string, mine: string): string =>
  mergeChanges(base, changeBetween(base, theirs), changeBetween(base, mine)).trimEnd().replaceAll("\n", " ");

/** Merges lines that both sides changed one by one, each by its parts; null if a line has no parts. */
function mergeEach(
  base: readonly string[],
  theirs: readonly DerivedLine[],
  mine: readonly DerivedLine[],
  merge: (line: number, base: string, theirs: string, mine: string) => string | null,
): string[] | null {
  if (theirs.length !== base.length || mine.length !== base.length) return null;
  const merged: string[] = [];
  for (const [i, line] of base.entries()) {
    const [a, b] = [theirs[i]?.text ?? "", mine[i]?.text ?? ""];
    const text = a === b || b === line ? a : a === line ? b : merge(i, line, a, b);
    if (text === null) return null;
    merged.push(text);
  }
  return merged;
}

/** Base lines that either side joined are merged as one. */
function endOfGroup(t: ChangeView, m: ChangeView, start: number): number {
  let end = start + 1;
  while (end < t.homes.length && ((t.homes[end] ?? end) < end || (m.homes[end] ?? end) < end)) end += 1;
  return end;
}

/**
 * End of a run of base lines of which neither side kept anything: each side's replacement stays in one piece. A line
 * that both wrote there is a landmark.
 */
function endOfReplaced(t: ChangeView, m: ChangeView, start: number): number {
  let end = start;
  while (end < t.homes.length && isReplaced(t, end) && isReplaced(m, end) && !agreeOn(t, m, end)) end += 1;
  return end;
}

const isReplaced = (side: ChangeView, line: number): boolean =>
  side.homes[line] === line && (side.texts[line] ?? []).every(({ isNew }) => isNew);

function agreeOn(t: ChangeView, m: ChangeView, line: number): boolean {
  const [a, b] = [(t.texts[line] ?? []).map(textOf), (m.texts[line] ?? []).map(textOf)];
  return areSame(a, b) && a.some((text) => WORD.test(text));
}

/** The side's lines for the base lines from `start` up to but excluding `end`, including inserted ones. */
function linesOf(side: ChangeView, start: number, end: number): readonly DerivedLine[] {
  if (end === start + 1) return side.texts[start] ?? [];
  const lines: DerivedLine[] = [];
  for (let i = start; i < end; i += 1) {
    if (i > start) for (const text of side.gaps[i] ?? []) lines.push({ text, isNew: true });
    for (const line of side.texts[i] ?? []) lines.push(line);
  }
  return lines;
}

function mergeGroup(
  base: readonly string[],
  theirs: readonly DerivedLine[],
  mine: readonly DerivedLine[],
): readonly string[] {
  const [a, b] = [theirs.map(textOf), mine.map(textOf)];
  if (areSame(a, b) || areSame(b, base)) return a;
  if (areSame(a, base) || a.length === 0) return b;
  if (b.length === 0) return a;
  return mergeWords(base.join("\n"), theirs, mine);
}

const textOf = ({ text }: DerivedLine): string => text;

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((line, i) => line === others[i]);
