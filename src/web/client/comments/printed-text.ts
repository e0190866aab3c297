/** Maps between offsets in a page's text and places in its print, or in a table that the editor draws like the print. */
import { alignLine, cellsIn } from "./align-line.ts";

/**
 * Every source line is printed as one of these, in order, except the second line of a table; all lines of properties are
 * one panel.
 */
const LINES = ".cm-line, tr, .md-figure-block, .md-properties";

const linesIn = (element: HTMLElement): number =>
  element.matches("thead tr") ? 2 : Number(element.dataset["sourceLines"] ?? 1);

/** Drawn as a whole, so that no place in it is a place in the text. */
const isWhole = (element: HTMLElement): boolean => element.matches(".md-figure-block, .md-properties");

type Line = { readonly element: HTMLElement; readonly from: number; readonly text: string };

type Runs = { readonly nodes: readonly { readonly node: Text; readonly start: number }[]; readonly printed: string };

export type DomPlace = readonly [node: Node, offset: number];

export class PrintedText {
  readonly #lines: readonly Line[];
  readonly #lineOf: ReadonlyMap<Element, Line>;

  /** `from` is the offset of `text` in the page. */
  constructor(root: HTMLElement, text: string, from = 0) {
    const sources = text.split("\n");
    const starts: number[] = [];
    let at = from;
    for (const source of sources) {
      starts.push(at);
      at += source.length + 1;
    }
    let number = 0;
    this.#lines = [...root.querySelectorAll<HTMLElement>(LINES)].flatMap((element) => {
      const line = { element, from: starts[number] ?? at, text: sources[number] ?? "" };
      number += linesIn(element);
      return number > sources.length + 1 ? [] : [line];
    });
    this.#lineOf = new Map(this.#lines.map((line) => [line.element, line]));
  }

  /** Null if none of the text is printed. */
  rangeOf(from: number, to: number): Range | null {
    const [first, last] = [this.#lineAt(from), this.#lineAt(Math.max(from, to - 1))];
    if (!first || !last) return null;
    const [start, end] = [placeIn(first, from, false), placeIn(last, to, true)];
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    return range;
  }

  /** The offset of a place in the print; null outside its lines. */
  offsetOf(node: Node, offset: number): number | null {
    const at = node instanceof Element ? node : node.parentElement;
    const element = at?.closest(LINES);
    const line = element ? this.#lineOf.get(element) : undefined;
    if (!line || !element || element.matches(".md-properties")) return null;
    const part = partAround(line, at);
    const before = document.createRange();
    before.setStart(part.element, 0);
    before.setEnd(node, offset);
    const { printed } = runsOf(part.element);
    const offsets = alignLine(part.text, printed);
    const index = visibleLength(before.cloneContents());
    return part.from + (offsets[index] ?? (offsets.at(-1) ?? part.text.length - 1) + 1);
  }

  #lineAt(offset: number): Line | null {
    let [low, high] = [0, this.#lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lines[middle]?.from ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#lines[low] ?? null;
  }
}

/** The cell of a row, or the line itself. */
function partAround(line: Line, within: Element | null): Line {
  const cell = within?.closest("td, th");
  if (!(cell instanceof HTMLTableCellElement)) return line;
  const source = cellsIn(line.text)[cell.cellIndex];
  return source
    ? { element: cell, from: line.from + source.from, text: line.text.slice(source.from, source.to) }
    : line;
}

function partAt(line: Line, offset: number, isEnd: boolean): Line {
  if (!(line.element instanceof HTMLTableRowElement)) return line;
  const at = offset - line.from;
  const cells = cellsIn(line.text);
  const found = isEnd ? cells.findLastIndex(({ from }) => from < at) : cells.findIndex(({ to }) => to > at);
  return partAround(line, line.element.cells[found] ?? null);
}

function placeIn(line: Line, offset: number, isEnd: boolean): DomPlace {
  const { element, from, text } = partAt(line, offset, isEnd);
  if (isWhole(element)) return [element, isEnd ? element.childNodes.length : 0];
  const { nodes, printed } = runsOf(element);
  const offsets = alignLine(text, printed);
  const wanted = offset - from;
  const index = isEnd
    ? offsets.findLastIndex((each) => each < wanted) + 1
    : offsets.findIndex((each) => each >= wanted);
  const place = index < 0 ? printed.length : index;
  const run = nodes.findLast(({ start }) => (isEnd ? start < place || place === 0 : start <= place));
  return run ? [run.node, Math.min(place - run.start, run.node.length)] : [element, 0];
}

const isHidden = (node: Node): boolean => (node.parentElement?.closest(".md-x, [hidden], .ed-embed") ?? null) !== null;

function runsOf(element: HTMLElement): Runs {
  const nodes: { node: Text; start: number }[] = [];
  let printed = "";
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || isHidden(node)) continue;
    nodes.push({ node, start: printed.length });
    printed += node.data;
  }
  return { nodes, printed };
}

function visibleLength(content: DocumentFragment): number {
  for (const hidden of content.querySelectorAll(".md-x, [hidden], .ed-embed")) hidden.remove();
  return content.textContent.length;
}
