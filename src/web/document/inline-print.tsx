/** The inside of a line as nested elements, from the flat ranges that the walk tells of. */
import type { SyntaxNode } from "@lezer/common";
import { type ComponentChildren, h } from "preact";
import type { Drawing } from "./drawing.ts";
import { InlineImage } from "./image.tsx";
import { drawInline } from "./inline.ts";
import type { References } from "../../formats/markdown/references.ts";
import type { Source } from "../../formats/markdown/source.ts";

/** A range with an element around it, or with other text in its place; hidden ones have the empty text. */
export type Piece = {
  readonly from: number;
  readonly to: number;
  readonly tag: string | null;
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly shown: ComponentChildren;
};

/** Takes down what the walk says of the text inside lines. */
export function collectPieces(pieces: Piece[]): Pick<Drawing, "mark" | "hide" | "text" | "image"> {
  return {
    mark(from, to, { tag, className, attributes }) {
      const all = className === undefined ? (attributes ?? null) : { class: className, ...attributes };
      pieces.push({ from, to, tag, attributes: all, shown: null });
    },
    hide(from, to) {
      pieces.push({ from, to, tag: null, attributes: null, shown: "" });
    },
    text(from, to, shown, { className }) {
      pieces.push({ from, to, tag: "span", attributes: { class: className }, shown });
    },
    image(from, to, image) {
      pieces.push({
        from,
        to,
        tag: "span",
        attributes: { class: "md-image-anchor" },
        shown: <InlineImage image={image} />,
      });
    },
  };
}

/** Outer pieces first. The order of those with the same range is kept: the walk tells of the outer ones first. */
export const sortPieces = (pieces: readonly Piece[]): Piece[] =>
  pieces.toSorted((a, b) => a.from - b.from || b.to - a.to);

/** Elements inside each other; deeper text has no looks. */
const MAX_DEPTH = 100;

/** The text from one position to another as elements; `pieces` are sorted and may reach over the ends. */
export function nest(source: Source, pieces: readonly Piece[], from: number, to: number): ComponentChildren[] {
  let index = 0;
  const between = (start: number, end: number, depth: number): ComponentChildren[] => {
    const out: ComponentChildren[] = [];
    let at = start;
    for (let piece = pieces[index]; piece && piece.from < end; piece = pieces[index]) {
      index++;
      const [first, last] = [Math.max(piece.from, at), Math.min(piece.to, end)];
      if (last <= at && piece.to > piece.from) continue;
      if (first > at) out.push(source.slice(at, first));
      if (piece.shown === null && depth >= MAX_DEPTH) {
        at = first;
        continue;
      }
      const inside = piece.shown ?? between(first, last, depth + 1);
      if (piece.tag !== null) out.push(h(piece.tag, piece.attributes, inside));
      while (piece.shown !== null && (pieces[index]?.to ?? Infinity) <= last) index++;
      at = Math.max(at, last);
    }
    if (end > at) out.push(source.slice(at, end));
    return out;
  };
  return between(from, to, 0);
}

/** The text inside a node, such as a table's cell, between two positions in it. */
export function printInline(
  source: Source,
  node: SyntaxNode,
  references: References,
  [from, to]: readonly [number, number],
): ComponentChildren[] {
  const pieces: Piece[] = [];
  const drawing: Drawing = { ...collectPieces(pieces), line: () => undefined, block: () => undefined };
  drawInline(node, { source, references, drawing });
  return nest(source, sortPieces(pieces), from, to);
}
