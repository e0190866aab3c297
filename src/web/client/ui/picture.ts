/** A picture in its own dialog: zoomed with buttons, keys, wheel and pinch, and moved by dragging. */
import { words } from "../../../words/file.ts";
import { words as zoomWords } from "../../../words/pdf.ts";
import { openDialog } from "./dialog.ts";
import { element } from "./dom.ts";

/** Zoom factor of one step. */
const STEP = 1.25;
/** Zoom limits, relative to the picture's natural size. */
const LARGEST = 8;
const SMALLEST = 0.05;
/** Wheel distance (px) that doubles the size. */
const WHEEL = 300;

type Point = { readonly x: number; readonly y: number };

/** `named` is empty for a picture without a name. */
export function openPicture(address: string, named: string): void {
  // A second press while this was loading means the same picture.
  if (document.querySelector("dialog.picture-dialog")) return;
  const title = named || words.picture;
  const image = element("img", { src: address, alt: title, draggable: "false" });
  const view = element("div", { class: "picture-view", tabindex: "0", role: "group", "aria-label": title }, image);
  const percent = element("output", {});
  const button = (label: string, sign: string, act: () => void): HTMLButtonElement =>
    element("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, sign);
  const zoom = new Zoom(view, image, (scale) => (percent.textContent = zoomWords.percent(Math.round(scale * 100))));
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => zoom.by(STEP),
    "=": () => zoom.by(STEP),
    "-": () => zoom.by(1 / STEP),
    "0": () => zoom.fit(),
    "1": () => zoom.to(1),
  };
  const tools = element(
    "div",
    { class: "row wrap picture-tools", role: "toolbar", "aria-label": words.picture },
    button(zoomWords.smaller, "−", () => zoom.by(1 / STEP)),
    percent,
    button(zoomWords.larger, "+", () => zoom.by(STEP)),
    element("button", { type: "button", class: "quiet", onclick: () => zoom.fit() }, words.fit),
    element("a", { href: address, target: "_blank", rel: "noopener" }, words.openOriginal),
  );
  const dialog = openDialog(title, tools, view);
  dialog.classList.add("picture-dialog");
  dialog.addEventListener("keydown", (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  view.focus();
  zoom.begin();
}

/** Size and position of a picture inside a scrolling view. */
class Zoom {
  readonly #view: HTMLElement;
  readonly #image: HTMLImageElement;
  readonly #changed: (scale: number) => void;
  #scale = 1;
  /** Fits the view, also when its size changes. */
  #isFit = true;
  readonly #pointers = new Map<number, Point>();

  constructor(view: HTMLElement, image: HTMLImageElement, changed: (scale: number) => void) {
    this.#view = view;
    this.#image = image;
    this.#changed = changed;
  }

  begin(): void {
    const [view, image] = [this.#view, this.#image];
    image.addEventListener("load", () => this.fit());
    if (image.complete) this.fit();
    new ResizeObserver(() => this.#isFit && this.fit()).observe(view);
    view.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
    view.addEventListener("dblclick", (event) =>
      this.#isFit ? this.to(Math.max(1, this.#scale * 2), at(event)) : this.fit(),
    );
    view.addEventListener("pointerdown", (event) => {
      view.setPointerCapture(event.pointerId);
      this.#pointers.set(event.pointerId, at(event));
    });
    view.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"] as const)
      view.addEventListener(end, ({ pointerId }) => this.#pointers.delete(pointerId));
  }

  /** A picture without a natural size, such as some drawings, is treated as wide as the view. */
  get #width(): number {
    return this.#image.naturalWidth || this.#view.clientWidth;
  }

  fit(): void {
    const { clientWidth, clientHeight } = this.#view;
    // The view has no size until the dialog is laid out.
    if (clientWidth === 0 || clientHeight === 0) return;
    const height = this.#image.naturalHeight || clientHeight;
    this.#show(Math.min(1, clientWidth / this.#width, clientHeight / height));
    this.#isFit = true;
  }

  by(factor: number, around?: Point): void {
    this.to(this.#scale * factor, around);
  }

  /** Keeps the point `around` (in pixels of the window; by default the middle) in place. */
  to(scale: number, around = this.#middle()): void {
    const view = this.#view;
    const before = this.#image.getBoundingClientRect();
    const [x, y] = [(around.x - before.left) / before.width, (around.y - before.top) / before.height];
    this.#show(Math.min(LARGEST, Math.max(SMALLEST, scale)));
    this.#isFit = false;
    const after = this.#image.getBoundingClientRect();
    view.scrollBy(after.left + x * after.width - around.x, after.top + y * after.height - around.y);
  }

  #middle(): Point {
    const { left, top, width, height } = this.#view.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  #show(scale: number): void {
    this.#scale = scale;
    this.#image.style.width = `${this.#width * scale}px`;
    this.#changed(scale);
  }

  /** Browsers report a pinch on a touchpad as a wheel event with Ctrl. */
  #turn(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.by(2 ** (-event.deltaY / WHEEL), at(event));
  }

  /** One pointer moves the picture, two zoom it. */
  #drag(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other)
      this.by(distance(now, other) / Math.max(1, distance(before, other)), {
        x: (now.x + other.x) / 2,
        y: (now.y + other.y) / 2,
      });
    else this.#view.scrollBy(before.x - now.x, before.y - now.y);
  }
}

const at = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY });

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
