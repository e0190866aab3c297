/** Series as SVG paths (W3C SVG 2, section 9) in a box that the page stretches to its width. Pure. */

/** One value a step; null where nothing was measured. No value is negative. */
export type Values = readonly (number | null)[];

/** The box of every chart, in its own units. */
export const BOX = { width: 600, height: 120 } as const;

/** Of a step's width, what its column fills. */
const FILLED = 0.7;

const TOPS = [1, 2, 4, 6, 8, 10] as const;

/** What the top of a chart stands for: the least round number that no value passes, 1 when there is nothing to show. */
export function topOf(series: readonly Values[]): number {
  const largest = Math.max(0, ...series.flat().map((value) => value ?? 0));
  if (largest === 0) return 1;
  // The least of all numbers have no power of ten below them.
  const unit = 10 ** Math.floor(Math.log10(largest)) || largest;
  // A power of ten below one is not exact, so the last of them is the answer where no other is.
  return unit * (TOPS.find((top) => top * unit >= largest) ?? 10);
}

/** Where a step begins and how wide it is. */
export const stepAt = (index: number, steps: number): { readonly x: number; readonly width: number } => ({
  x: rounded((index * BOX.width) / steps),
  width: rounded(BOX.width / steps),
});

/** A column a step, standing on the ground; none where the value is zero or missing. */
export function columnsPath(values: Values, top: number): string {
  return values
    .map((value, index) => {
      if (value === null || value === 0) return "";
      const { x, width } = stepAt(index, values.length);
      const left = rounded(x + (width * (1 - FILLED)) / 2);
      return `M${left} ${BOX.height}V${heightOf(value, top)}h${rounded(width * FILLED)}V${BOX.height}Z`;
    })
    .join("");
}

/** A line through the middles of the steps that have a value. It breaks where one has none; one alone is a dash. */
export function linePath(values: Values, top: number): string {
  return values
    .map((value, index) => {
      if (value === null) return "";
      const { x, width } = stepAt(index, values.length);
      const y = heightOf(value, top);
      if (index > 0 && values[index - 1] !== null) return `L${rounded(x + width / 2)} ${y}`;
      if ((values[index + 1] ?? null) !== null) return `M${rounded(x + width / 2)} ${y}`;
      return `M${rounded(x + (width * (1 - FILLED)) / 2)} ${y}h${rounded(width * FILLED)}`;
    })
    .join("");
}

/** A bar from the left for one value beside others. */
export const barWidth = (value: number, top: number): number => rounded((BOX.width * value) / top);

const heightOf = (value: number, top: number): number => rounded(BOX.height * (1 - value / top));

const rounded = (length: number): number => Math.round(length * 10) / 10;
