/** Finds words in all of a PDF: in the text of its pages, one after the other, whether or not they were drawn. */
import type { PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import type { FromFrame, Step } from "./protocol.ts";

/** Of one page: its letters in small, and where in them each piece begins that a layer has an element for. */
type PageText = { readonly letters: string; readonly starts: readonly number[] };
type Match = { readonly page: number; readonly start: number; readonly end: number };

/** More are not counted: a single letter in a thick book has as many. */
const MOST_MATCHES = 10_000;

export class Finder {
  readonly #texts = new Map<number, Promise<PageText>>();
  readonly #ranges = { found: new Highlight(), current: new Highlight() };
  #wanted = "";
  #matches: Match[] = [];
  #at = -1;
  /** Whether the match that is shown has to be brought into sight once its page is drawn. */
  #isAwaited = false;
  #isOver = true;

  constructor(
    private readonly file: PDFDocumentProxy,
    /** Of the pages that are drawn. */
    private readonly layers: ReadonlyMap<number, TextLayer>,
    private readonly goTo: (page: number) => void,
    private readonly say: (message: FromFrame) => void,
  ) {
    for (const [name, ranges] of Object.entries(this.#ranges)) CSS.highlights.set(name, ranges);
  }

  /** `from` is the page on the screen: what is on it or behind it is shown first. */
  async find(text: string, step: Step, from: number): Promise<void> {
    const wanted = inSmall(text).trim().replaceAll(/\s+/g, " ");
    if (wanted !== this.#wanted) return this.#search(wanted, from);
    const { length } = this.#matches;
    if (length > 0 && step !== 0) await this.#show((this.#at + step + length) % length);
  }

  /** Pages were drawn, or put away. */
  redraw(): void {
    if (this.#wanted !== "") void this.#mark();
  }

  async #search(wanted: string, from: number): Promise<void> {
    this.#wanted = wanted;
    this.#matches = [];
    this.#at = -1;
    this.#isOver = wanted === "";
    for (let page = 1; page <= this.file.numPages && wanted !== "" && this.#matches.length < MOST_MATCHES; page += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of pages, and no more of them than are asked for
      const { letters } = await this.#textOf(page);
      if (wanted !== this.#wanted) return;
      const before = this.#matches.length;
      for (let start = letters.indexOf(wanted); start >= 0; start = letters.indexOf(wanted, start + wanted.length))
        this.#matches.push({ page, start, end: start + wanted.length });
      // oxlint-disable-next-line no-await-in-loop -- the first of them is shown while the others are looked for
      if (this.#at < 0 && page >= from && this.#matches.length > before) await this.#show(before);
      if (page % 20 === 0) this.#tell();
    }
    this.#isOver = true;
    if (this.#at < 0 && this.#matches.length > 0) await this.#show(0);
    await this.#mark();
    this.#tell();
  }

  async #show(at: number): Promise<void> {
    this.#at = at;
    this.#isAwaited = true;
    const { page } = this.#matches[at] ?? { page: 1 };
    if (!this.layers.has(page)) this.goTo(page);
    await this.#mark();
    this.#tell();
  }

  #tell(): void {
    this.say({ type: "found", at: this.#at + 1, of: this.#matches.length, isOver: this.#isOver });
  }

  /** Colours the matches on pages that are drawn. */
  async #mark(): Promise<void> {
    const { found, current } = this.#ranges;
    const wanted = this.#wanted;
    const texts = new Map(
      await Promise.all([...this.layers.keys()].map(async (page) => [page, await this.#textOf(page)] as const)),
    );
    if (wanted !== this.#wanted) return;
    found.clear();
    current.clear();
    for (const [index, match] of this.#matches.entries()) {
      const [layer, text] = [this.layers.get(match.page), texts.get(match.page)];
      const range = layer && text && rangeOf(layer, text, match);
      if (!range) continue;
      (index === this.#at ? current : found).add(range);
      if (index !== this.#at || !this.#isAwaited) continue;
      this.#isAwaited = false;
      const { top, height } = range.getBoundingClientRect();
      if (top < 0 || top + height > innerHeight) scrollBy(0, top - innerHeight / 3);
    }
  }

  #textOf(page: number): Promise<PageText> {
    const known = this.#texts.get(page) ?? this.#readText(page);
    this.#texts.set(page, known);
    return known;
  }

  async #readText(number: number): Promise<PageText> {
    let letters = "";
    const starts: number[] = [];
    try {
      const { items } = await (await this.file.getPage(number)).getTextContent();
      for (const item of items) {
        if (!("str" in item)) continue;
        starts.push(letters.length);
        letters += inSmall(item.str) + (item.hasEOL ? " " : "");
      }
    } catch {
      // A page that cannot be read has no words; the others are searched.
    }
    return { letters, starts };
  }
}

/** As many letters as before, so that places in one are places in the other. */
const inSmall = (text: string): string =>
  text.replaceAll(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });

function rangeOf(layer: TextLayer, { starts }: PageText, { start, end }: Match): Range | null {
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
