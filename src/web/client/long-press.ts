/** A finger that stays on something, which has no pointer to hover with. */

/** How long (ms) a press is a long one, and how far (pixels) the finger may move meanwhile. */
const LONG_MS = 500;
const MOST_MOVED = 10;

/** What a press means something of its own on. */
const OWN = "a, button, input, textarea, select, [contenteditable]";

export function onLongPress(
  within: HTMLElement,
  selector: string,
  act: (pressed: HTMLElement) => void,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let isLong = false;
  const pressedBy = (event: Event): HTMLElement | null => {
    const target = event.target instanceof Element ? event.target : null;
    return target?.closest(OWN) ? null : (target?.closest<HTMLElement>(selector) ?? null);
  };
  const stop = (): void => clearTimeout(timer);
  within.addEventListener(
    "pointerdown",
    (event) => {
      stop();
      isLong = false;
      const pressed = pressedBy(event);
      if (event.pointerType !== "touch" || !event.isPrimary || !pressed) return;
      start = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        isLong = true;
        act(pressed);
      }, LONG_MS);
    },
    { signal },
  );
  within.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > MOST_MOVED) stop();
    },
    { signal },
  );
  for (const end of ["pointerup", "pointercancel"] as const) within.addEventListener(end, stop, { signal });
  // Lifting the finger is no click on what has opened below it, and the browser's own menu would cover that.
  within.addEventListener("touchend", (event) => isLong && event.preventDefault(), { signal, passive: false });
  within.addEventListener("contextmenu", (event) => isLong && event.preventDefault(), { signal });
  within.addEventListener(
    "click",
    (event) => {
      if (!isLong) return;
      isLong = false;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
}
