/** What is drawn for a document: the vocabulary between the walk over its syntax and those who show it, print and editor. */
import type { SyntaxNode } from "@lezer/common";
import type { Direction } from "./direction.ts";
import type { ImageModel } from "../../formats/markdown/image-model.ts";

export type Attributes = Readonly<Record<string, string>>;

type Extent = { readonly from: number; readonly to: number };

type LineSpec = {
  readonly className: string;
  /** Where its words do not run as those of the page. */
  readonly dir?: Direction | null;
  /** For the editor, which has no elements around its lines that say the same. */
  readonly attributes?: Attributes;
};

export type MarkSpec = {
  readonly tag: string;
  readonly className?: string;
  readonly attributes?: Attributes;
  /** The caret passes it as one character. */
  readonly atomic?: boolean;
};

type HideSpec = {
  /** The element whose marks these are: the editor shows them while the caret is in it. Left out, they stay hidden. */
  readonly owner?: Extent;
  /** Shown, it hangs in the margin instead of moving the line. */
  readonly hangs?: boolean;
};

/**
 * Calls come block by block, and outer marks before inner ones. Positions are those of the document. A mark or a hidden
 * range may go over several lines.
 */
export interface Drawing {
  /** `from` is where a line begins, `textFrom` where its text does, behind what is drawn in the margin or not at all. */
  line(from: number, textFrom: number, spec: LineSpec): void;
  mark(from: number, to: number, spec: MarkSpec): void;
  hide(from: number, to: number, spec: HideSpec): void;
  /** Source that other text is shown for. */
  text(from: number, to: number, shown: string, spec: { readonly className: string; readonly owner?: Extent }): void;
  /** An image among words, drawn by a component in the place of its source. */
  image(from: number, to: number, image: ImageModel): void;
  /** Lines that a component draws as a whole: a table, or an image that stands alone. */
  block(from: number, to: number, node: SyntaxNode): void;
}
