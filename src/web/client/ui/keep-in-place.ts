/** Keeps the visible content in place while something above it is added or removed. */

/** `change` draws. Keeps the bottom of the first visible row in place, because its top may look different afterwards. */
export function keepInPlace(rows: Iterable<Element>, change: () => void): void {
  const kept = [...rows].find((row) => row.getBoundingClientRect().bottom > 0);
  const end = kept?.getBoundingClientRect().bottom ?? 0;
  change();
  if (kept?.isConnected !== true) return;
  const keep = (): void => scrollBy(0, kept.getBoundingClientRect().bottom - end);
  keep();
  // Again after the next frame, when rows above have their real height instead of an estimate.
  requestAnimationFrame(keep);
}
