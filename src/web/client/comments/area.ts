/** Rectangles of a picture, in fractions of its width and height. */
import type { Area } from "../../../kernel/comment.ts";

export type Point = { readonly x: number; readonly y: number };
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Coordinates are multiples of a power of two, so that sums are exact and no area ends outside the picture. */
const GRID = 4_096;
/** Smallest width and height. */
const LEAST = 16 / GRID;
/** Sides (px) of the smallest rectangle that is drawn on purpose. */
const DRAWN = 6;

const onGrid = (value: number): number => Math.round(value * GRID) / GRID;
const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Where the keyboard starts. */
export const MIDDLE: Area = { x: 0.375, y: 0.375, width: 0.25, height: 0.25 };

/** The area between two points of the window; parts outside the picture are cut. Null for a click. */
export function areaBetween(a: Point, b: Point, { left, top, width, height }: Box): Area | null {
  if (Math.abs(a.x - b.x) < DRAWN || Math.abs(a.y - b.y) < DRAWN || width <= 0 || height <= 0) return null;
  const [x1, x2] = [a.x, b.x].map((x) => between((x - left) / width, 0, 1)).toSorted((p, q) => p - q);
  const [y1, y2] = [a.y, b.y].map((y) => between((y - top) / height, 0, 1)).toSorted((p, q) => p - q);
  return fitted({ x: x1 ?? 0, y: y1 ?? 0, width: (x2 ?? 0) - (x1 ?? 0), height: (y2 ?? 0) - (y1 ?? 0) });
}

/** Moves an area; it stops at the edges. */
export const movedBy = (area: Area, dx: number, dy: number): Area =>
  fitted({
    ...area,
    x: between(area.x + dx, 0, 1 - area.width),
    y: between(area.y + dy, 0, 1 - area.height),
  });

/** Moves its right and its bottom edge. */
export const resizedBy = (area: Area, dx: number, dy: number): Area =>
  fitted({ ...area, width: area.width + dx, height: area.height + dy });

const percent = (fraction: number): string => `${fraction * 100}%`;

/** Places an outline over the picture, which does not mirror: its left is left in every language. */
export function fillArea({ style }: HTMLElement, { x, y, width, height }: Area): void {
  Object.assign(style, { left: percent(x), top: percent(y), width: percent(width), height: percent(height) });
}

function fitted({ x, y, width, height }: Area): Area {
  const [left, top] = [between(onGrid(x), 0, 1 - LEAST), between(onGrid(y), 0, 1 - LEAST)];
  return {
    x: left,
    y: top,
    width: between(onGrid(width), LEAST, 1 - left),
    height: between(onGrid(height), LEAST, 1 - top),
  };
}
