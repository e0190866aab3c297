/** What is being read stays where it is on the screen while something above it comes or goes. */

/** `change` draws. The first of `rows` that can be seen is kept where it ends: its beginning may look different then. */
export function keepInPlace(rows: Iterable<Element>, change: () => void): void {
  const kept = [...rows].find((row) => row.getBoundingClientRect().bottom > 0);
  const end = kept?.getBoundingClientRect().bottom ?? 0;
  change();
  if (kept?.isConnected !== true) return;
  const keep = (): void => scrollBy(0, kept.getBoundingClientRect().bottom - end);
  keep();
  // Once more when what came above it has the height that it was only taken to have.
  requestAnimationFrame(keep);
}
