/** A handle at the edge of an image to change its width, by dragging or by arrow keys. */
import { element } from "../../ui/dom.ts";
import { MIN_WIDTH } from "./image-edits.ts";
import type { ImageFound } from "./image-widget.ts";
import { words } from "../../../../words/editor-tools.ts";

/** Pixels per key press, and with Shift. */
const STEP = 10;
const LARGE_STEP = 50;

export function resizeHandle(
  selected: () => ImageFound | null,
  onResize: (image: ImageFound, width: number) => void,
): HTMLElement {
  const handle = element("span", {
    class: "ed-resize",
    tabindex: 0,
    role: "slider",
    "aria-label": words.widthInPixels,
    "aria-valuemin": MIN_WIDTH,
  });
  const picture = () => handle.parentElement?.querySelector("img") ?? null;
  const room = () => handle.closest(".cm-content")?.clientWidth ?? Infinity;
  const tell = (width: number) => {
    handle.setAttribute("aria-valuenow", String(Math.round(width)));
    handle.setAttribute("aria-valuemax", String(Math.round(room())));
  };
  /** It is at the line-end side of the image. */
  const outwards = () => (getComputedStyle(handle).direction === "ltr" ? 1 : -1);
  const commit = (width: number) => {
    const image = selected();
    if (image) onResize(image, Math.min(room(), Math.max(MIN_WIDTH, width)));
    tell(picture()?.getBoundingClientRect().width ?? width);
  };
  // A slider needs an initial value; by the next frame the handle is next to its image.
  requestAnimationFrame(() => tell(picture()?.getBoundingClientRect().width ?? 0));
  handle.addEventListener("focus", () => tell(picture()?.getBoundingClientRect().width ?? 0));

  handle.addEventListener("pointerdown", (event) => {
    const img = picture();
    if (!img || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    handle.setPointerCapture(event.pointerId);
    const start = img.getBoundingClientRect().width;
    const sign = outwards();
    let width = start;
    const move = (moved: PointerEvent) => {
      width = Math.min(room(), Math.max(MIN_WIDTH, start + sign * (moved.clientX - event.clientX)));
      img.style.width = `${width}px`;
      tell(width);
    };
    const end = (last: PointerEvent) => {
      handle.removeEventListener("pointermove", move);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      img.style.removeProperty("width");
      if (last.type === "pointerup" && Math.abs(width - start) >= 1) commit(width);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  });

  handle.addEventListener("keydown", (event) => {
    const sign = { ArrowRight: outwards(), ArrowUp: 1, ArrowLeft: -outwards(), ArrowDown: -1 }[event.key];
    const img = picture();
    if (sign === undefined || !img) return;
    event.preventDefault();
    event.stopPropagation();
    commit(img.getBoundingClientRect().width + sign * (event.shiftKey ? LARGE_STEP : STEP));
  });
  return handle;
}
