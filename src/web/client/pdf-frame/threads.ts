/** Marks the words of comment threads on the pages that are drawn. Loaded when there are any. */
import type { PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { rangeOf, textOf } from "./page-text.ts";
import type { FromFrame } from "./protocol.ts";
import { quoteFinder } from "./quotes.ts";
import { MAX_PLACES, type PdfMark } from "./thread-protocol.ts";

export class Threads {
  readonly #highlights = { thread: new Highlight(), "thread-lit": new Highlight() };
  #marks: readonly PdfMark[] = [];
  #ranges = new Map<string, Range>();
  /** The mark to scroll to once its page is drawn. */
  #awaited: string | null = null;
  #turn = 0;
  #frame = 0;
  #hovered: string | null = null;
  #told = "";

  constructor(
    private readonly file: PDFDocumentProxy,
    /** Text layers of the pages that are drawn. */
    private readonly layers: ReadonlyMap<number, TextLayer>,
    private readonly goTo: (page: number) => void,
    private readonly say: (message: FromFrame) => void,
  ) {
    this.#highlights["thread-lit"].priority = 1;
    for (const [name, ranges] of Object.entries(this.#highlights)) CSS.highlights.set(name, ranges);
    addEventListener("scroll", () => this.#tellSoon(), { passive: true });
    addEventListener("resize", () => this.#tellSoon());
    document.addEventListener("pointermove", (event) => this.#hover(this.#at(event)));
    document.documentElement.addEventListener("pointerleave", () => this.#hover(null));
    document.addEventListener("click", (event) => {
      if (getSelection()?.isCollapsed !== false) say({ type: "pressed", id: this.#at(event) });
    });
  }

  mark(marks: readonly PdfMark[]): void {
    this.#marks = marks;
    void this.#draw();
  }

  reveal(id: string): void {
    const mark = this.#marks.find((each) => each.id === id);
    if (!mark) return;
    this.#awaited = id;
    if (!this.layers.has(mark.page)) this.goTo(mark.page);
    void this.#draw();
  }

  /** Call after pages were drawn or removed. */
  redraw(): void {
    if (this.#marks.length > 0) void this.#draw();
  }

  async #draw(): Promise<void> {
    const turn = ++this.#turn;
    const pages = [...new Set(this.#marks.map(({ page }) => page))].filter((page) => this.layers.has(page));
    const texts = await Promise.all(pages.map(async (page) => [page, await textOf(this.file, page)] as const));
    if (turn !== this.#turn) return;
    this.#ranges = new Map();
    for (const [page, text] of texts) {
      const find = quoteFinder(text.text);
      const layer = this.layers.get(page);
      for (const mark of this.#marks) {
        const span = mark.page === page ? find(mark) : null;
        const range = span && layer && rangeOf(layer, text, span);
        if (range) this.#ranges.set(mark.id, range);
      }
    }
    this.#paint();
    this.#scroll(new Set(pages));
    this.#tellSoon();
  }

  #paint(): void {
    const { thread, "thread-lit": lit } = this.#highlights;
    thread.clear();
    lit.clear();
    for (const { id, isLit } of this.#marks) {
      const range = this.#ranges.get(id);
      if (!range) continue;
      thread.add(range);
      if (isLit) lit.add(range);
    }
  }

  #scroll(drawn: ReadonlySet<number>): void {
    const mark = this.#marks.find(({ id }) => id === this.#awaited);
    if (!mark || !drawn.has(mark.page)) return;
    this.#awaited = null;
    const range = this.#ranges.get(mark.id);
    // The words may be missing from another version of the file.
    if (!range) return this.goTo(mark.page);
    const { top, height } = range.getBoundingClientRect();
    if (top < 0 || top + height > innerHeight) scrollBy(0, top - innerHeight / 3);
  }

  #tellSoon(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#tell());
  }

  /** Reports the marks on the screen, if they have moved. */
  #tell(): void {
    const places = [...this.#ranges].flatMap(([id, range]) => {
      const { top, bottom } = range.getBoundingClientRect();
      return bottom > 0 && top < innerHeight ? [{ id, top }] : [];
    });
    const told = JSON.stringify(places);
    if (told === this.#told) return;
    this.#told = told;
    this.say({ type: "places", places: places.slice(0, MAX_PLACES) });
  }

  #hover(id: string | null): void {
    if (id === this.#hovered) return;
    this.#hovered = id;
    document.documentElement.toggleAttribute("data-on-thread", id !== null);
    this.say({ type: "hovered", id });
  }

  /** The shortest of the marks under the pointer. */
  #at({ clientX, clientY }: MouseEvent): string | null {
    const place = this.#ranges.size > 0 ? document.caretPositionFromPoint(clientX, clientY) : null;
    if (!place) return null;
    const around = [...this.#ranges].filter(([, range]) => range.isPointInRange(place.offsetNode, place.offset));
    const [nearest] = around.toSorted(([, a], [, b]) => a.toString().length - b.toString().length);
    return nearest?.[0] ?? null;
  }
}
