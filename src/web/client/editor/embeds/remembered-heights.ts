/** Remembers the last heights of formulas and diagrams, to reserve their space until they are drawn again. */

/** Per tab, since another window may have had a different width. */
const NAME = "octavo-heights";
const MAX_HEIGHTS = 400;

let heights: Map<string, number> | null = null;

/** FNV-1a, for lookup only. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}

const keyOf = (source: string): string => `${hash(source)} ${source.length} ${document.documentElement.clientWidth}`;

function load(): Map<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "[]");
    // Written by rememberHeight.
    return new Map(Array.isArray(kept) ? (kept as [string, number][]) : []);
  } catch {
    return new Map();
  }
}

export function heightOf(source: string): number | null {
  heights ??= load();
  return heights.get(keyOf(source)) ?? null;
}

export function rememberHeight(source: string, height: number): void {
  heights ??= load();
  const key = keyOf(source);
  if (height <= 0 || heights.get(key) === height) return;
  heights.delete(key);
  heights.set(key, height);
  const [oldest] = heights.keys();
  if (heights.size > MAX_HEIGHTS && oldest !== undefined) heights.delete(oldest);
  try {
    sessionStorage.setItem(NAME, JSON.stringify([...heights]));
  } catch {
    // Storage is full or forbidden: heights are only kept in memory.
  }
}
