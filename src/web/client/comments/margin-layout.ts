/** Decides which cards are in the margin, and where: beside their words, wherever the text moves. */
import { computed, signal } from "@preact/signals";
import type { Thread } from "../../../features/comments/contract.ts";
import { placeCards } from "./place-cards.ts";
import { DRAFT_MARK } from "./shown-marks.ts";
import type { Mark, Surface } from "./surface.ts";
import type { CommentsUi, PlacedCard } from "./ui.ts";

/** Assumed heights (px) of cards that were not drawn yet. */
const HEIGHT = 104;
const COMPACT_HEIGHT = 38;
/** Above this many open threads, cards that are not active are one line each. */
const CROWDED = 30;
/** How far (px) outside the window cards are drawn. */
const OVERSCAN = 800;
/** Distance (px) of the margin from the text and from the edge of the window, and its widths. */
const BESIDE = 28;
const EDGE = 12;
const NARROWEST = 208;
const WIDEST = 320;

type Wanted = { readonly id: string | null; readonly wanted: number; readonly height: number };

export class MarginLayout {
  readonly cards = signal<readonly PlacedCard[]>([]);
  readonly isCompact = computed(() => this.#ui.list.open.length > CROWDED);
  /** Whether there is room beside the text. */
  readonly fits = signal(false);
  readonly #ui: CommentsUi;
  readonly #host: HTMLElement;
  readonly #surface: () => Surface | null;
  readonly #heights = new Map<string | null, number>();
  readonly #idOf = new WeakMap<Element, string | null>();
  readonly #observer: ResizeObserver;
  #placed: readonly PlacedCard[] = [];
  #frame = 0;

  constructor(ui: CommentsUi, host: HTMLElement, surface: () => Surface | null, signal_: AbortSignal) {
    this.#ui = ui;
    this.#host = host;
    this.#surface = surface;
    this.#observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        const id = this.#idOf.get(target);
        const { offsetHeight } = target instanceof HTMLElement ? target : { offsetHeight: 0 };
        if (id !== undefined && offsetHeight > 0) this.#heights.set(id, offsetHeight);
      }
      this.request();
    });
    addEventListener("scroll", () => this.#draw(), { passive: true, signal: signal_ });
    addEventListener("resize", () => this.request(), { signal: signal_ });
    signal_.addEventListener("abort", () => {
      cancelAnimationFrame(this.#frame);
      this.#observer.disconnect();
    });
  }

  measure(id: string | null, element: HTMLElement): () => void {
    this.#idOf.set(element, id);
    this.#observer.observe(element);
    return () => this.#observer.unobserve(element);
  }

  /** Places the cards anew, at most once per frame. */
  request(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#place());
  }

  /** The distance (px) of a card from the top of the margin; null if it is not placed. */
  topOf(id: string): number | null {
    return this.#placed.find((card) => card.id === id)?.top ?? null;
  }

  #place(): void {
    const surface = this.#surface();
    if (!surface || !this.#measureRoom(surface)) {
      this.#placed = [];
      this.#draw();
      return;
    }
    const origin = this.#host.getBoundingClientRect().top;
    const least = this.#least() - origin;
    const wanted = this.#wanted(surface, origin, least);
    const id = this.#ui.draft.peek() ? null : this.#ui.active.peek();
    const at = wanted.findIndex((card) => card.id === id);
    const tops = placeCards(wanted, at < 0 ? null : at, least);
    this.#placed = wanted.map((card, index) => ({ id: card.id, top: tops[index] ?? 0 }));
    this.#draw();
  }

  #wanted(surface: Surface, origin: number, least: number): Wanted[] {
    const marks = new Map(surface.marks.map((mark) => [mark.id, mark]));
    const draft = this.#ui.draft.peek();
    const found: Wanted[] = this.#ui.list.open.flatMap((thread) => {
      const top = topFor(thread, marks.get(thread.id), surface);
      return top === null ? [] : [this.#card(thread.id, top === "page" ? least : top - origin)];
    });
    const drafted = draft ? marks.get(DRAFT_MARK) : undefined;
    const draftTop = drafted ? surface.top(drafted) : null;
    if (draft) found.push(this.#card(null, draftTop === null ? this.#visibleTop(origin) : draftTop - origin));
    return found.toSorted((a, b) => a.wanted - b.wanted);
  }

  #card(id: string | null, wanted: number): Wanted {
    const usual = this.isCompact.peek() && id !== this.#ui.active.peek() ? COMPACT_HEIGHT : HEIGHT;
    return { id, wanted, height: this.#heights.get(id) ?? usual };
  }

  /** Where a comment on the whole page is written. */
  #visibleTop(origin: number): number {
    return Math.max(0, -origin) + 72;
  }

  #least(): number {
    const title = this.#host.closest("article")?.querySelector(".title");
    return title?.getBoundingClientRect().top ?? 0;
  }

  #measureRoom(surface: Surface): boolean {
    const article = this.#host.parentElement;
    const text = surface.element.closest<HTMLElement>(".doc, [data-tasks], [data-sheet], .file") ?? surface.element;
    if (!article || innerWidth < 900) return this.#setFits(false);
    const isRtl = getComputedStyle(article).direction === "rtl";
    const [outer, inner] = [article.getBoundingClientRect(), text.getBoundingClientRect()];
    const room = isRtl ? inner.left : document.documentElement.clientWidth - inner.right;
    const width = Math.min(WIDEST, room - BESIDE - EDGE);
    if (width < NARROWEST) return this.#setFits(false);
    const start = isRtl ? outer.right - inner.left : inner.right - outer.left;
    Object.assign(this.#host.style, { insetInlineStart: `${start + BESIDE}px`, width: `${width}px` });
    return this.#setFits(true);
  }

  #setFits(fits: boolean): boolean {
    this.fits.value = fits;
    return fits;
  }

  /** Only cards near the window are elements of the page. */
  #draw(): void {
    const from = -this.#host.getBoundingClientRect().top - OVERSCAN;
    const to = from + innerHeight + 2 * OVERSCAN;
    const active = this.#ui.active.peek();
    const shown = this.#placed.filter(({ id, top }) => (top > from && top < to) || id === null || id === active);
    const before = this.cards.peek();
    const isSame =
      shown.length === before.length &&
      shown.every(({ id, top }, index) => id === before[index]?.id && top === before[index]?.top);
    if (!isSame) this.cards.value = shown;
  }
}

function topFor(thread: Thread, mark: Mark | undefined, surface: Surface): number | "page" | null {
  if (mark) return surface.top(mark);
  return thread.target.kind === "page" || thread.state === "detached" ? "page" : null;
}
