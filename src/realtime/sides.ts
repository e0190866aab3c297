/**
 * Both changes of one text in the form that the merge needs: block moves undone, and removed blocks restored if the
 * other side changed them.
 */
import { restoreRemoved, readBlocks, type Block } from "./blocks.ts";
import { readChange, type ChangeView } from "./change-view.ts";
import type { LineKind } from "./line-kind.ts";
import { findMoves, type Moves } from "./moved-blocks.ts";
import { changeAlong } from "./paired-lines.ts";
import { settingLines, settingRanges } from "./setting-lines.ts";
import { applySplices, type Splice } from "./splices.ts";
import { endLastLine, splitLines } from "./text.ts";

export type Sides = {
  readonly theirs: ChangeView;
  readonly mine: ChangeView;
  /** Blocks that one side moved; the views have their lines at the original place. */
  readonly moved: readonly Block[];
  /** All blocks of the base; a nested one follows the one that contains it. */
  readonly blocks: readonly Block[];
  /** Base lines that are tasks, and those that are settings. */
  readonly tasks: ReadonlySet<number>;
  readonly settings: ReadonlySet<number>;
  /** The text before this line is front matter; 0 if there is none. */
  readonly bodyStart: number;
};

const NONE: ReadonlySet<number> = new Set();

/** Offsets of the splices refer to the base with a line feed after its last line. */
export function readSides(
  base: string,
  lines: readonly string[],
  [theirs, mine]: readonly [readonly Splice[], readonly Splice[]],
  kind: LineKind,
): Sides {
  const terminated = endLastLine(base);
  const read = (splices: readonly Splice[]): ChangeView => readChange(terminated, lines, splices);
  const views = { theirs: read(theirs), mine: read(mine) };
  const isMerge = theirs.length > 0 && mine.length > 0;
  const blocks = kind === "markdown" && isMerge ? readBlocks(base, lines) : [];
  if (blocks.length === 0) return { ...views, moved: [], blocks, tasks: NONE, settings: NONE, bodyStart: 0 };
  const after = (splices: readonly Splice[]): string[] =>
    splitLines(applySplices(terminated, splices).replace(/\n$/, ""));
  const [a, b] = [findMoves(lines, after(theirs), blocks), findMoves(lines, after(mine), blocks)];
  // If both moved a block, the later move is kept.
  const theirPlaces = a.blocks.filter((block) => !b.blocks.includes(block));
  const reread = (view: ChangeView, moves: Moves, marked: readonly Block[]): ChangeView =>
    moves.blocks.length > 0 || blocks.some((block) => isMisread(view, moves, block))
      ? read(changeAlong(lines, moves.undo(marked), blocks))
      : view;
  views.theirs = reread(views.theirs, a, theirPlaces);
  views.mine = reread(views.mine, b, b.blocks);
  const without = ({ has }: Moves): Block[] => blocks.filter((block) => !has(block));
  restoreRemoved(views.theirs, views.mine, lines, { removed: without(a), moved: b.blocks });
  restoreRemoved(views.mine, views.theirs, lines, { removed: without(b), moved: a.blocks });
  const tasks = new Set(blocks.flatMap(({ kind: what, start }) => (what === "task" ? [start] : [])));
  const [first] = settingRanges(lines);
  const bodyStart = first === undefined || first.isFence || first.end > lines.length ? 0 : first.end;
  return { ...views, moved: [...theirPlaces, ...b.blocks], blocks, tasks, settings: settingLines(lines), bodyStart };
}

/** A change by characters may turn one task into another with similar wording. */
const isMisread = ({ homes, texts }: ChangeView, { has }: Moves, { start }: Block): boolean =>
  (homes[start] !== start || homes[start + 1] === start || texts[start]?.length !== 1) &&
  has({ start, end: start + 1 });
