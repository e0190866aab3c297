/** The pages of a PDF: their frame marks the words of threads, and reports where they are. */
import { PdfHost, type PdfListener } from "../files/pdf-host.ts";
import { DRAFT_MARK } from "./shown-marks.ts";
import type { Lit, Mark, Selected, Surface, SurfaceEvents } from "./surface.ts";

export class PdfSurface implements Surface {
  readonly element: HTMLElement;
  readonly #host: PdfHost;
  readonly #events: SurfaceEvents;
  #lit: Lit = { active: null, hovered: null };
  /** Distances (px) of the marks on the screen from the top of the frame. */
  #tops: ReadonlyMap<string, number> = new Map();
  marks: readonly Mark[] = [];

  constructor(host: PdfHost, events: SurfaceEvents) {
    this.element = host.element;
    this.#host = host;
    this.#events = events;
    host.listener = (message) => this.#hear(message);
  }

  mark(marks: readonly Mark[]): void {
    this.marks = marks;
    this.#send();
  }

  light(lit: Lit): void {
    this.#lit = lit;
    this.#send();
  }

  /** A card beside words that were scrolled away stays at the frame's edge while it is active. */
  top({ id }: Mark): number | null {
    const { frame } = this.#host;
    if (!frame?.checkVisibility()) return null;
    const { top, height } = frame.getBoundingClientRect();
    const within = this.#tops.get(id) ?? (id === this.#lit.active ? 0 : null);
    return within === null ? null : top + Math.max(0, Math.min(within, height));
  }

  reveal({ id }: Mark): void {
    this.#host.reveal(id);
    this.#host.frame?.scrollIntoView({ block: "nearest" });
  }

  selected(): Selected | null {
    const words = this.#host.selected;
    if (!words) return null;
    const file = { kind: "pdf" as const, ...words };
    return { quote: words.quote, cells: null, range: null, file, target: () => Promise.resolve({ target: file }) };
  }

  focus(): void {
    this.#host.frame?.focus({ preventScroll: true });
  }

  end(): void {
    this.#host.listener = null;
    this.#host.mark([]);
  }

  #send(): void {
    const { active, hovered } = this.#lit;
    this.#host.mark(
      this.marks.flatMap(({ id, file }) => {
        if (file?.kind !== "pdf") return [];
        const { page, quote, occurrence } = file;
        return [{ id, page, quote, occurrence, isLit: id === active || id === hovered }];
      }),
    );
  }

  readonly #hear: PdfListener = (message) => {
    if (message.type === "places") {
      this.#tops = new Map(message.places.map(({ id, top }) => [id, top]));
      return this.#events.moved();
    }
    const id = this.marks.find((mark) => mark.id === message.id && mark.id !== DRAFT_MARK)?.id ?? null;
    if (message.type === "hovered") this.#events.hovered(id);
    else if (id === null) this.#events.caretOn(null);
    else this.#events.pressed(id);
  };
}
