/** Where a key moves the focus in a grid whose rows wrap, and whose groups have rows of their own. */

type Place = { readonly left: number; readonly top: number };

/** Index of the next control, -1 for the control above the grid; null if the key does not move the focus. */
export function gridTarget(
  key: string,
  at: number,
  count: number,
  places: () => readonly Place[],
  isRtl: boolean,
): number | null {
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[key];
  if (step !== undefined) return Math.max(0, Math.min(count - 1, at + step));
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const all = places();
  const here = all[at];
  if (!here) return null;
  const isDown = key === "ArrowDown";
  const beyond = all.map(({ top }) => top).filter((top) => (isDown ? top > here.top : top < here.top));
  if (beyond.length === 0) return isDown ? at : -1;
  const row = isDown ? Math.min(...beyond) : Math.max(...beyond);
  let best = at;
  let least = Infinity;
  for (const [index, { left, top }] of all.entries()) {
    const distance = Math.abs(left - here.left);
    if (top !== row || distance >= least) continue;
    best = index;
    least = distance;
  }
  return best;
}
