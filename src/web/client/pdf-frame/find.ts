/** Searches the whole PDF: the text of one page after the other, whether they are drawn or not. */
import type { PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { inSmall, rangeOf, type Span, textOf } from "./page-text.ts";
import type { FromFrame, Step } from "./protocol.ts";

type Match = Span & { readonly page: number };

/** Upper limit for counting: a single letter in a long book can occur this often. */
const MAX_MATCHES = 10_000;

export class Finder {
  readonly #ranges = { found: new Highlight(), current: new Highlight() };
  #wanted = "";
  #matches: Match[] = [];
  #at = -1;
  /** Whether to scroll to the current match once its page is drawn. */
  #isAwaited = false;
  #isOver = true;

  constructor(
    private readonly file: PDFDocumentProxy,
    /** Text layers of the pages that are drawn. */
    private readonly layers: ReadonlyMap<number, TextLayer>,
    private readonly goTo: (page: number) => void,
    private readonly say: (message: FromFrame) => void,
  ) {
    for (const [name, ranges] of Object.entries(this.#ranges)) CSS.highlights.set(name, ranges);
  }

  /** `from` is the page on screen: matches there or later are shown first. */
  async find(text: string, step: Step, from: number): Promise<void> {
    const wanted = inSmall(text).trim().replaceAll(/\s+/g, " ");
    if (wanted !== this.#wanted) return this.#search(wanted, from);
    const { length } = this.#matches;
    if (length > 0 && step !== 0) await this.#show((this.#at + step + length) % length);
  }

  /** Call after pages were drawn or removed. */
  redraw(): void {
    if (this.#wanted !== "") void this.#mark();
  }

  async #search(wanted: string, from: number): Promise<void> {
    this.#wanted = wanted;
    this.#matches = [];
    this.#at = -1;
    this.#isOver = wanted === "";
    for (let page = 1; page <= this.file.numPages && wanted !== "" && this.#matches.length < MAX_MATCHES; page += 1) {
      // oxlint-disable-next-line no-await-in-loop -- reads pages in order, and only as many as needed
      const { letters } = await textOf(this.file, page);
      if (wanted !== this.#wanted) return;
      const before = this.#matches.length;
      for (let start = letters.indexOf(wanted); start >= 0; start = letters.indexOf(wanted, start + wanted.length))
        this.#matches.push({ page, start, end: start + wanted.length });
      // oxlint-disable-next-line no-await-in-loop -- shows the first match while the search continues
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

  /** Highlights the matches on pages that are drawn. */
  async #mark(): Promise<void> {
    const { found, current } = this.#ranges;
    const wanted = this.#wanted;
    const texts = new Map(
      await Promise.all([...this.layers.keys()].map(async (page) => [page, await textOf(this.file, page)] as const)),
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
}
