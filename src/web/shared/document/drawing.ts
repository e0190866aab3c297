/** The drawing interface between the walk over a document's syntax and its consumers, print and editor. */
import type { SyntaxNode } from "@lezer/common";
import type { Direction } from "./direction.ts";
import type { ImageModel } from "../../../formats/markdown/image-model.ts";

export type Attributes = Readonly<Record<string, string>>;

type Extent = { readonly from: number; readonly to: number };

type LineSpec = {
  readonly className: string;
  /** Set if the text direction differs from the page's. */
  readonly dir?: Direction | null;
  /** For the editor, which has no elements around its lines to carry these semantics. */
  readonly attributes?: Attributes;
};

export type MarkSpec = {
  readonly tag: string;
  readonly className?: string;
  readonly attributes?: Attributes;
  /** The caret skips it like a single character. */
  readonly atomic?: boolean;
};

type HideSpec = {
  /**
   * The element that these marks belong to: the editor shows them while it contains the caret. Without an owner, they stay
   * hidden.
   */
  readonly owner?: Extent;
  /** When shown, hangs in the margin instead of shifting the line. */
  readonly hangs?: boolean;
};

/**
 * Calls are made block by block, with outer marks before inner ones. Positions are document offsets. A mark or hidden range
 * may span several lines.
 */
export interface Drawing {
  /**
   * `from` is the start of the line, `textFrom` the start of its text after markup that is hidden or drawn in the margin.
   */
  line(from: number, textFrom: number, spec: LineSpec): void;
  mark(from: number, to: number, spec: MarkSpec): void;
  hide(from: number, to: number, spec: HideSpec): void;
  /** Shows `shown` in place of the source. */
  text(from: number, to: number, shown: string, spec: { readonly className: string; readonly owner?: Extent }): void;
  /** An inline image, drawn by a component in place of its source. */
  image(from: number, to: number, image: ImageModel): void;
  /** Lines that a component draws as a whole: a table, a standalone image or the properties. */
  block(from: number, to: number, node: SyntaxNode): void;
}
