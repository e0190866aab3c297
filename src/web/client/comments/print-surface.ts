/** The print of a page: its marks are painted over it, so that not a letter moves. */
import { addTo, lookOf, type Look, removeHighlights, setHighlights } from "./highlights.ts";
import { PrintedText } from "./printed-text.ts";
import {
  type Lit,
  type Mark,
  markAt,
  quoteTarget,
  type Selected,
  type Surface,
  type NewPlace,
  type SurfaceEvents,
} from "./surface.ts";

/** The text of the print, and the revision it is from; null if it is the present text of an editor. */
export type PrintedSource = { readonly text: string; readonly revision: number | null };

export class PrintSurface implements Surface {
  readonly element: HTMLElement;
  readonly #source: PrintedSource;
  readonly #printed: PrintedText;
  readonly #ended = new AbortController();
  #ranges = new Map<string, Range>();
  #lit: Lit = { active: null, hovered: null };
  marks: readonly Mark[] = [];

  constructor(element: HTMLElement, source: PrintedSource, events: SurfaceEvents) {
    this.element = element;
    this.#source = source;
    this.#printed = new PrintedText(element, source.text);
    const listen = { signal: this.#ended.signal };
    element.addEventListener(
      "click",
      (event) => {
        const isLink = event.target instanceof Element && event.target.closest("a, button, input");
        const mark = isLink || getSelection()?.isCollapsed === false ? null : this.#markUnder(event);
        if (mark) events.pressed(mark.id);
        else events.caretOn(null);
      },
      listen,
    );
    let frame = 0;
    element.addEventListener(
      "pointermove",
      (event) => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => events.hovered(this.#markUnder(event)?.id ?? null));
      },
      listen,
    );
    element.addEventListener("pointerleave", () => events.hovered(null), listen);
    const observer = new ResizeObserver(() => events.moved());
    observer.observe(element);
    listen.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Whether it is still this print of this text. */
  shows(element: HTMLElement, source: PrintedSource): boolean {
    return element === this.element && source.text === this.#source.text;
  }

  mark(marks: readonly Mark[]): void {
    this.marks = marks;
    this.#ranges = new Map();
    for (const mark of marks) {
      const range = this.#printed.rangeOf(mark.from, mark.to);
      if (range) this.#ranges.set(mark.id, range);
    }
    this.#paint();
  }

  light(lit: Lit): void {
    this.#lit = lit;
    this.#paint();
  }

  top({ id }: Mark): number | null {
    const range = this.#ranges.get(id);
    if (!range || !this.element.checkVisibility()) return null;
    const [first] = range.getClientRects();
    return (first ?? range.startContainer.parentElement?.getBoundingClientRect())?.top ?? null;
  }

  reveal({ id }: Mark): void {
    const range = this.#ranges.get(id);
    (range?.startContainer instanceof Element
      ? range.startContainer
      : range?.startContainer.parentElement
    )?.scrollIntoView({ block: "center" });
  }

  selected(): Selected | null {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
    const range = selection.getRangeAt(0);
    if (!this.element.contains(range.commonAncestorContainer)) return null;
    const from = this.#printed.offsetOf(range.startContainer, range.startOffset);
    const to = this.#printed.offsetOf(range.endContainer, range.endOffset);
    const { text, revision } = this.#source;
    const found = from === null || to === null ? null : quoteTarget(text, from, to);
    if (!found?.range) return null;
    const [start, end] = found.range;
    const exact = async (): Promise<NewPlace> => ({
      target: { kind: "text", from: start, to: end },
      baseRevision: revision ?? 0,
    });
    return { ...found, cells: null, target: revision === null ? found.target : exact };
  }

  focus(mark: Mark | null): void {
    if (mark) this.reveal(mark);
    if (!this.element.hasAttribute("tabindex")) this.element.tabIndex = -1;
    this.element.focus({ preventScroll: true });
  }

  end(): void {
    this.#ended.abort();
    removeHighlights(this);
  }

  #paint(): void {
    const ranges = new Map<Look, Range[]>();
    for (const mark of this.marks) {
      const range = this.#ranges.get(mark.id);
      if (!range) continue;
      addTo(ranges, lookOf(mark), range);
      if (mark.id === this.#lit.active || mark.id === this.#lit.hovered) addTo(ranges, "lit", range);
    }
    setHighlights(this, ranges);
  }

  #markUnder({ clientX, clientY }: MouseEvent): Mark | null {
    const place = document.caretPositionFromPoint(clientX, clientY);
    if (!place || !this.element.contains(place.offsetNode)) return null;
    const around = this.marks.filter((mark) =>
      this.#ranges.get(mark.id)?.isPointInRange(place.offsetNode, place.offset),
    );
    const [first] = around;
    return first ? (markAt(around, Math.max(...around.map(({ from }) => from))) ?? first) : null;
  }
}
