/** Runs something once the next frame is drawn: measuring or moving the focus earlier would force an extra layout. */
export function afterPaint(run: () => void): void {
  // No frames are drawn for a hidden page.
  if (document.hidden) setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
}
