/** Drags a block to another place; a line shows the target, and the page scrolls near its edges. */
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { element } from "../../ui/dom.ts";
import { blockAt } from "../commands/blocks.ts";
import { moveBlockTo } from "../commands/move.ts";
import { trackLine } from "../track-line.ts";

/** In pixels: the distance from which a press counts as a drag, and the width of the scrolling zone. */
const SLACK = 4;
const EDGE = 56;
const FASTEST = 18;

type Place = { readonly target: number; readonly y: number };

/** The block boundary nearest to a vertical position on screen. */
function placeAt(view: EditorView, clientY: number): Place {
  const { doc } = view.state;
  const line = view.lineBlockAtHeight(clientY - view.documentTop);
  const block = blockAt(view.state, line.from);
  const [first, last] = [view.lineBlockAt(block.from), view.lineBlockAt(block.to)];
  const [top, bottom] = [first.top + view.documentTop, last.bottom + view.documentTop];
  if (clientY < (top + bottom) / 2) return { target: block.from, y: top };
  return { target: block.to >= doc.length ? doc.length : block.to + 1, y: bottom };
}

/** How far to scroll per frame between two edges. */
export function edgeStep(at: number, start: number, end: number): number {
  const depth = at < start + EDGE ? at - start - EDGE : Math.max(0, at - (end - EDGE));
  return Math.round((depth / EDGE) * FASTEST);
}

export class BlockDrag {
  readonly #view: EditorView;
  readonly #line: HTMLElement;
  readonly #end: (wasDrag: boolean) => void;
  readonly #stop = new AbortController();
  readonly #startY: number;
  #from: number;
  #y: number;
  #place: Place | null = null;
  #frame = 0;

  /** `end` is called when the drag is over, with whether there was one. */
  constructor(view: EditorView, from: number, grip: HTMLElement, event: PointerEvent, end: (wasDrag: boolean) => void) {
    this.#view = view;
    this.#from = from;
    this.#startY = this.#y = event.clientY;
    this.#line = element("div", { class: "ed-drop" });
    this.#end = end;
    grip.setPointerCapture(event.pointerId);
    const { signal } = this.#stop;
    grip.addEventListener("pointermove", (each) => this.#move(each), { signal });
    grip.addEventListener("pointerup", () => this.finish(true), { signal });
    grip.addEventListener("pointercancel", () => this.finish(false), { signal });
    document.addEventListener("keydown", (each) => each.key === "Escape" && this.finish(false), {
      signal,
      capture: true,
    });
  }

  /** Others may edit meanwhile. If they delete the dragged block, nothing is dropped. */
  update({ changes, docChanged, startState, state }: ViewUpdate): void {
    if (!docChanged) return;
    const line = trackLine(startState.doc.lineAt(this.#from).number, startState.doc, state.doc, changes);
    if (line === null) this.finish(false);
    else this.#from = state.doc.line(line).from;
  }

  #move(event: PointerEvent): void {
    this.#y = event.clientY;
    if (this.#place === null && Math.abs(this.#y - this.#startY) < SLACK) return;
    if (this.#place === null) {
      this.#view.dom.append(this.#line);
      this.#view.dom.classList.add("ed-dragging");
      this.#frame = requestAnimationFrame(() => this.#scroll());
    }
    this.#draw();
  }

  #draw(): void {
    const view = this.#view;
    this.#place = placeAt(view, this.#y);
    const box = view.dom.getBoundingClientRect();
    const text = view.contentDOM.getBoundingClientRect();
    this.#line.style.top = `${this.#place.y - box.top}px`;
    this.#line.style.left = `${text.left - box.left}px`;
    this.#line.style.width = `${text.width}px`;
  }

  #scroll(): void {
    const step = edgeStep(this.#y, 0, innerHeight);
    if (step !== 0) {
      const { scrollDOM } = this.#view;
      (scrollDOM.scrollHeight > scrollDOM.clientHeight + 1 ? scrollDOM : window).scrollBy(0, step);
      this.#draw();
    }
    this.#frame = requestAnimationFrame(() => this.#scroll());
  }

  finish(drops: boolean): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
    this.#line.remove();
    this.#view.dom.classList.remove("ed-dragging");
    const { state } = this.#view;
    if (drops && this.#place) {
      const spec = moveBlockTo(state, blockAt(state, Math.min(this.#from, state.doc.length)), this.#place.target);
      if (spec) this.#view.dispatch(spec);
    }
    this.#end(!drops || this.#place !== null);
  }
}
