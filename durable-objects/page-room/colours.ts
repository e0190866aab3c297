/** Cursor colours, readable on white and on black; each person has the same one on every page. */
const COLOURS = [
  "#d1456b",
  "#c2571a",
  "#9a6b00",
  "#5b7f14",
  "#1f8a4c",
  "#0d8577",
  "#1280a8",
  "#3a6fd8",
  "#6b5bd6",
  "#9450c4",
  "#b8439c",
  "#7d6a58",
] as const;

export function colourOf(userId: string): string {
  let hash = 0;
  for (const unit of userId) hash = (hash * 31 + (unit.codePointAt(0) ?? 0)) >>> 0;
  return COLOURS[hash % COLOURS.length] ?? COLOURS[0];
}
