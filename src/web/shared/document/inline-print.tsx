/** Renders the inside of a line as nested elements, from the flat ranges reported by the walk. */
import type { SyntaxNode } from "@lezer/common";
import { type ComponentChildren, type VNode, h } from "preact";
import type { Drawing } from "./drawing.ts";
import { InlineImage } from "./image.tsx";
import { drawInline } from "./inline.ts";
import type { References } from "../../../formats/markdown/references.ts";
import type { Source } from "../../../formats/markdown/source.ts";

/** A range wrapped in an element, or replaced by other text; hidden ranges are replaced by an empty string. */
export type Piece = {
  readonly from: number;
  readonly to: number;
  readonly tag: string | null;
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly shown: ComponentChildren;
};

export type InlineDrawing = Pick<Drawing, "mark" | "hide" | "text" | "image">;

/** Draws some text differently from documents, such as text that a model wrote. */
export type PrintVariant = {
  /** `usual` collects the pieces of a document. */
  readonly inline: (usual: InlineDrawing, pieces: Piece[], source: Source) => InlineDrawing;
  /** A standalone image, by its source. */
  readonly figure: (text: string) => VNode | null;
};

/** Collects what the walk reports about the text inside lines. */
export function collectPieces(pieces: Piece[]): InlineDrawing {
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

/** Outer pieces first. Stable for equal ranges, which the walk reports outermost first. */
export const sortPieces = (pieces: readonly Piece[]): Piece[] =>
  pieces.toSorted((a, b) => a.from - b.from || b.to - a.to);

/** Maximum element nesting; deeper text is unstyled. */
const MAX_DEPTH = 100;

/** The text between two positions as elements; `pieces` must be sorted and may extend beyond the range. */
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

/** The text between two positions inside a node, such as a table's cell. */
export function printInline(
  source: Source,
  node: SyntaxNode,
  references: References,
  [from, to]: readonly [number, number],
  variant?: PrintVariant,
): ComponentChildren[] {
  const pieces: Piece[] = [];
  const usual = collectPieces(pieces);
  const inline = variant ? variant.inline(usual, pieces, source) : usual;
  const drawing: Drawing = { ...inline, line: () => undefined, block: () => undefined };
  drawInline(node, { source, references, drawing });
  return nest(source, sortPieces(pieces), from, to);
}
