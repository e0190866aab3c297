/** The text of a PDF's pages, read whether they are drawn or not, and its place in their text layers. */
import type { PDFDocumentProxy, TextLayer } from "pdfjs-dist";

/** `starts`: the offset of each piece that has an element in the text layer. */
export type PageText = {
  readonly text: string;
  /** In lower case, of the same length. */
  readonly letters: string;
  readonly starts: readonly number[];
};

/** Offsets in a page's text. */
export type Span = { readonly start: number; readonly end: number };

const known = new WeakMap<PDFDocumentProxy, Map<number, Promise<PageText>>>();

/** Each page is read once. */
export function textOf(file: PDFDocumentProxy, page: number): Promise<PageText> {
  const pages = known.get(file) ?? new Map<number, Promise<PageText>>();
  known.set(file, pages);
  const text = pages.get(page) ?? readText(file, page);
  pages.set(page, text);
  return text;
}

async function readText(file: PDFDocumentProxy, number: number): Promise<PageText> {
  let text = "";
  const starts: number[] = [];
  try {
    const { items } = await (await file.getPage(number)).getTextContent();
    for (const item of items) {
      if (!("str" in item)) continue;
      starts.push(text.length);
      text += item.str + (item.hasEOL ? " " : "");
    }
  } catch {
    // A page that cannot be read counts as empty; the others are unaffected.
  }
  return { text, letters: inSmall(text), starts };
}

/** Keeps the length, so that offsets stay valid. */
export const inSmall = (text: string): string =>
  text.replaceAll(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });

/** Null if the text layer does not contain these places. */
export function rangeOf(layer: TextLayer, { starts }: PageText, { start, end }: Span): Range | null {
  const place = (offset: number): [Node, number] | null => {
    const piece = starts.findLastIndex((from) => from <= offset);
    const node = layer.textDivs[piece]?.firstChild;
    if (!node) return null;
    return [node, Math.min(offset - (starts[piece] ?? 0), node.textContent?.length ?? 0)];
  };
  const [first, last] = [place(start), place(end - 1)];
  if (first === null || last === null) return null;
  const range = new Range();
  range.setStart(...first);
  range.setEnd(last[0], Math.min(last[1] + 1, last[0].textContent?.length ?? 0));
  return range;
}

/** The part of a page's text that a range covers; null if it covers none. */
export function spanOf(layer: TextLayer, { starts }: PageText, range: Range): Span | null {
  const nodes = layer.textDivs.map((piece) => piece.firstChild);
  const isWithin = (node: Node | null): boolean => node !== null && range.intersectsNode(node);
  const [first, last] = [nodes.findIndex(isWithin), nodes.findLastIndex(isWithin)];
  if (first < 0) return null;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const start = (starts[first] ?? 0) + (startContainer === nodes[first] ? startOffset : 0);
  const length = endContainer === nodes[last] ? endOffset : (nodes[last]?.textContent?.length ?? 0);
  const end = (starts[last] ?? 0) + length;
  return end > start ? { start, end } : null;
}
