/** Runs something once the next frame is drawn: whatever asks for a size or moves the focus sooner has the page laid out for it alone. */
export function afterPaint(run: () => void): void {
  // Of a page that is not seen no frame is drawn.
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
}
