/** The part of a document around a place, for a preview. Pure. */
import { documentParser } from "../../../formats/markdown/syntax.ts";
import { plainFrom } from "../../shared/document/print-budget.ts";

/** Approximate number of characters shown. */
const MOST = 1_200;

type Block = { readonly from: number; readonly to: number; readonly isHeading: boolean };

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (let node = documentParser.parse(text).topNode.firstChild; node; node = node.nextSibling) {
    // From the start of its line, so that a list keeps its indentation.
    blocks.push({ from: text.lastIndexOf("\n", node.from - 1) + 1, to: node.to, isHeading: /Heading/.test(node.name) });
  }
  return blocks;
}

/** Whole lines around `at`, a third of them before it; a part of a line that is too long. */
function linesAround(text: string, at: number, from: number, to: number): string {
  const start = text.lastIndexOf("\n", Math.max(from, at - MOST / 3)) + 1;
  const end = text.indexOf("\n", Math.min(to, at + (2 * MOST) / 3));
  const shown = text.slice(Math.max(from, start, at - MOST), Math.min(end < 0 ? to : end, to, at + MOST));
  return shown.toWellFormed();
}

/** The block at `at` under its heading, with the blocks around it while they are short enough. */
export function textAround(text: string, at: number): string {
  if (text.length <= MOST) return text;
  // Text that takes too long to draw is not parsed either.
  if (plainFrom(text) !== null) return linesAround(text, at, 0, text.length);
  const blocks = blocksOf(text);
  const index = Math.max(
    0,
    blocks.findLastIndex(({ from }) => from <= at),
  );
  const block = blocks[index];
  if (!block) return linesAround(text, at, 0, text.length);
  const above = blocks.slice(0, index).findLastIndex(({ isHeading }) => isHeading);
  const heading = blocks[above];
  const begin = heading && !block.isHeading ? `${text.slice(heading.from, heading.to)}\n\n` : "";
  if (block.to - block.from > MOST) return begin + linesAround(text, at, block.from, block.to);
  const fits = (start: number, end: number): boolean =>
    start > above && end < blocks.length && (blocks[end]?.to ?? 0) - (blocks[start]?.from ?? 0) <= MOST;
  let [first, last] = [fits(index - 1, index) ? index - 1 : index, index];
  while (fits(first, last + 1)) last++;
  while (fits(first - 1, last)) first--;
  return begin + text.slice(blocks[first]?.from ?? 0, blocks[last]?.to ?? 0);
}
