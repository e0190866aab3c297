/** The picture of a page: areas with threads have numbered outlines, which scale with it. */
import { words } from "../../../words/comments.ts";
import { element as make } from "../ui/dom.ts";
import { fillArea } from "./area.ts";
import { chooseArea } from "./choose-area.ts";
import type { FilePlace } from "./file-place.ts";
import { DRAFT_MARK } from "./shown-marks.ts";
import type { Lit, Mark, Selected, Surface, SurfaceEvents } from "./surface.ts";

export class PictureSurface implements Surface {
  readonly element: HTMLElement;
  readonly #layer = make("div", { class: "areas" });
  readonly #events: SurfaceEvents;
  readonly #ended = new AbortController();
  readonly #outlines = new Map<string, HTMLElement>();
  #lit: Lit = { active: null, hovered: null };
  #choosing: AbortController | null = null;
  marks: readonly Mark[] = [];

  /** `element` is exactly as large as the picture. */
  constructor(element: HTMLElement, events: SurfaceEvents) {
    this.element = element;
    this.#events = events;
    element.append(this.#layer);
    const observer = new ResizeObserver(() => events.moved());
    observer.observe(element);
    this.#ended.signal.addEventListener("abort", () => observer.disconnect());
    element.addEventListener("pointerleave", () => events.hovered(null), { signal: this.#ended.signal });
  }

  mark(marks: readonly Mark[]): void {
    this.marks = marks;
    const gone = new Set(this.#outlines.keys());
    for (const mark of marks) {
      if (mark.file?.kind !== "picture") continue;
      gone.delete(mark.id);
      const outline = this.#outlines.get(mark.id) ?? this.#draw(mark.id);
      if (mark.number !== undefined) show(outline, mark.number);
      fillArea(outline, mark.file);
      // In the order of the keyboard, and small areas above the large ones that they are in.
      this.#layer.append(outline);
      outline.style.zIndex = String(Math.round(1_000 * (1 - mark.file.width * mark.file.height)));
    }
    for (const id of gone) {
      this.#outlines.get(id)?.remove();
      this.#outlines.delete(id);
    }
    this.#paint();
  }

  light(lit: Lit): void {
    this.#lit = lit;
    this.#paint();
  }

  top({ id }: Mark): number | null {
    const outline = this.#outlines.get(id);
    return outline?.checkVisibility() === true ? outline.getBoundingClientRect().top : null;
  }

  reveal({ id }: Mark): void {
    this.#outlines.get(id)?.scrollIntoView({ block: "nearest" });
  }

  /** An area is drawn, not selected. */
  selected(): Selected | null {
    return null;
  }

  choose(done: (on: Selected | null) => void): void {
    this.#choosing?.abort();
    this.#choosing = new AbortController();
    const signal = AbortSignal.any([this.#choosing.signal, this.#ended.signal]);
    chooseArea(this.element, signal, (area) => done(area && selectedArea({ kind: "picture", ...area })));
  }

  focus(mark: Mark | null): void {
    const outline = this.#outlines.get(mark?.id ?? "") ?? this.element.querySelector<HTMLElement>("a[data-picture]");
    outline?.focus({ preventScroll: true });
  }

  end(): void {
    this.#ended.abort();
    this.#layer.remove();
  }

  #draw(id: string): HTMLElement {
    const outline =
      id === DRAFT_MARK
        ? make("div", { class: "area is-new" })
        : make("button", {
            type: "button",
            class: "area",
            "data-thread-mark": id,
            onclick: () => this.#events.pressed(id),
            onpointerenter: () => this.#events.hovered(id),
            onpointerleave: () => this.#events.hovered(null),
            onfocus: () => this.#events.hovered(id),
            onblur: () => this.#events.hovered(null),
          });
    this.#outlines.set(id, outline);
    return outline;
  }

  #paint(): void {
    for (const [id, outline] of this.#outlines)
      outline.classList.toggle("is-lit", id === this.#lit.active || id === this.#lit.hovered);
  }
}

function show(outline: HTMLElement, number: number): void {
  const name = words.area(String(number));
  if (outline.title === name) return;
  outline.title = name;
  outline.setAttribute("aria-label", name);
  outline.replaceChildren(make("span", { "aria-hidden": "true" }, String(number)));
}

const selectedArea = (file: FilePlace): Selected => ({
  quote: "",
  cells: null,
  range: null,
  file,
  target: () => Promise.resolve({ target: file }),
});
