/** Long presses, for touch devices without hover. */

/** Duration (ms) of a long press, and how far (px) the finger may move meanwhile. */
const LONG_MS = 500;
const MAX_MOVED = 10;

/** Elements with their own meaning of a press. */
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
      if (Math.hypot(clientX - start.x, clientY - start.y) > MAX_MOVED) stop();
    },
    { signal },
  );
  for (const end of ["pointerup", "pointercancel"] as const) within.addEventListener(end, stop, { signal });
  // Lifting the finger must not click what has opened below it, and the browser's own menu would cover that.
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
