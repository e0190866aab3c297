/** The lines of one top-level block during the walk: their nesting depth, leading markers and classes. */
import type { SyntaxNode } from "@lezer/common";
import { calloutOf } from "./callouts.ts";
import { ownDirection } from "./direction.ts";
import type { Attributes, Drawing } from "./drawing.ts";
import { footnoteId } from "./inline.ts";
import type { Source } from "../../../formats/markdown/source.ts";

/** An item's marker in the margin; `to` is where its text starts. */
type Marker = {
  readonly kind: "bullet" | "number" | "task" | "footnote";
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly checked?: boolean;
};

export type BlockLine = {
  readonly from: number;
  readonly to: number;
  /** Text before this position belongs to the line's containers and is not shown. */
  prefix: number;
  depth: number;
  /** Levels with a quote bar. */
  readonly quotes: number[];
  readonly markers: Marker[];
  readonly classes: string[];
  attributes?: Attributes;
  /** Range of the text that determines the line's direction, if not its own. */
  runsAs?: { readonly from: number; readonly to: number };
  /** A component draws this line. */
  isDrawn: boolean;
};

/** Class of the text lines of a footnote. */
export const FOOTNOTE_LINE = "md-footnote-line";

/** Deeper levels are drawn like the deepest one. */
const DEEPEST = 8;
const DEEPEST_BAR = 6;
const WIDEST_MARKER = 4;

/**
 * Classes for a block within quotes and lists that a component draws as a whole: its depth, and the bars next to it.
 * `slice` reads the document.
 */
export function placeClasses(node: SyntaxNode, slice: (from: number, to: number) => string): string {
  const containers: SyntaxNode[] = [];
  for (let up = node.parent; up; up = up.parent)
    if (/^(?:Blockquote|ListItem|FootnoteDefinition)$/.test(up.name)) containers.unshift(up);
  const classes = containers.length === 0 ? [] : [`md-d${Math.min(containers.length, DEEPEST)}`];
  for (const [level, { name, from, to }] of containers.entries()) {
    if (name !== "Blockquote" || level >= DEEPEST_BAR) continue;
    classes.push(`md-q${level + 1}`);
    const [first = ""] = slice(from, to).split("\n", 1);
    const callout = calloutOf(first.replace(/^>[ \t]?/, ""));
    if (callout) classes.push("md-callout", `md-${callout.kind}`);
  }
  return classes.join(" ");
}

/** Whether a block has its lines to itself: nothing can replace the line of a list marker. */
export const isDrawable = (lineBefore: string): boolean => /^[ \t>]*$/.test(lineBefore);

export function splitBlock(source: Source, from: number, to: number): BlockLine[] {
  const lines: BlockLine[] = [];
  const end = source.lineEnd(to);
  for (let at = source.lineStart(from); at <= end;) {
    const lineTo = source.lineEnd(at);
    lines.push({
      from: at,
      to: lineTo,
      prefix: at,
      depth: 0,
      quotes: [],
      markers: [],
      classes: [],
      isDrawn: false,
    });
    at = lineTo + 1;
  }
  return lines;
}

/** The lines that a node spans. */
export function linesOf(lines: readonly BlockLine[], from: number, to: number): BlockLine[] {
  return lines.slice(indexOfLine(lines, from), indexOfLine(lines, to) + 1);
}

/** Index of the line that contains a position. */
function indexOfLine(lines: readonly BlockLine[], at: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.from ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function drawLines(lines: readonly BlockLine[], source: Source, drawing: Drawing): void {
  for (const line of lines) {
    if (line.isDrawn) continue;
    const prefix = Math.min(line.prefix, line.to);
    const className = classesOf(line, prefix, source, line === lines.at(-1));
    // The style sheet makes code left-to-right in every language.
    const dir = line.classes.includes("md-code")
      ? null
      : ownDirection(source.slice(line.runsAs?.from ?? prefix, line.runsAs?.to ?? line.to));
    drawing.line(line.from, prefix, { className, dir, ...(line.attributes && { attributes: line.attributes }) });
    let at = line.from;
    line.markers.forEach((marker, index) => {
      if (marker.from > at) drawing.hide(at, marker.from, {});
      const next = line.markers[index + 1]?.level ?? line.depth;
      drawMarker(marker, Math.min(next - marker.level, WIDEST_MARKER), source, drawing);
      at = marker.to;
    });
    if (prefix > at) drawing.hide(at, prefix, {});
    if (line.to > prefix && source.charAt(line.to - 1) === "\r") drawing.hide(line.to - 1, line.to, {});
  }
}

function classesOf(line: BlockLine, prefix: number, source: Source, isLast: boolean): string {
  const classes = [...line.classes];
  const [first] = line.markers;
  if (line.depth > 0) classes.push(`md-d${Math.min(line.depth, DEEPEST)}`);
  if (first) classes.push(`md-i${Math.min(line.depth - first.level, WIDEST_MARKER)}`, "md-item");
  for (const level of line.quotes) if (level < DEEPEST_BAR) classes.push(`md-q${level + 1}`);
  // The last line of a quote or callout stays full height for typing; in code, all lines have the same height.
  const isProse = line.classes.every((name) => name === FOOTNOTE_LINE) || line.classes.includes("md-callout");
  const isBlank = isProse && !isLast && !first && source.skipSpace(prefix) >= line.to;
  if (isBlank) classes.push("md-gap");
  return classes.join(" ");
}

function drawMarker(marker: Marker, width: number, source: Source, drawing: Drawing): void {
  const { kind, from, to } = marker;
  const base = `md-marker md-w${Math.max(1, width)}`;
  switch (kind) {
    case "bullet":
      drawing.mark(from, to, { tag: "span", className: `${base} md-bullet`, atomic: true });
      return drawing.hide(from, to, {});
    case "task":
      drawing.mark(from, to, {
        tag: "span",
        className: `${base} md-check`,
        attributes: {
          role: "checkbox",
          "aria-checked": String(marker.checked ?? false),
          "aria-label": source.slice(to, source.lineEnd(to)).slice(0, 80).trim() || "Task",
        },
        atomic: true,
      });
      return drawing.hide(from, to, {});
    case "number": {
      const end = from + source.slice(from, to).trimEnd().length;
      drawing.mark(from, to, { tag: "span", className: `${base} md-number`, atomic: true });
      if (to > end) drawing.hide(end, to, {});
      return;
    }
    case "footnote": {
      const label = source.slice(from + 2, to).split("]")[0] ?? "";
      drawing.mark(from, to, {
        tag: "span",
        className: `${base} md-footnote-number`,
        attributes: { id: footnoteId(label) },
        atomic: true,
      });
      drawing.hide(from, from + 2, {});
      drawing.hide(from + 2 + label.length, to, {});
    }
  }
}
