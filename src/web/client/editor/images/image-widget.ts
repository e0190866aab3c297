/** Images in the editor: a figure replaces a paragraph that consists of one image; other images are inline. */
import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { h, render } from "preact";
import { imageModel, type ImageModel } from "../../../../formats/markdown/image-model.ts";
import { Figure, InlineImage } from "../../../shared/document/image.tsx";
import { element } from "../../ui/dom.ts";
import { blockField } from "../block-widgets.ts";

class ImageWidget extends WidgetType {
  constructor(
    readonly source: string,
    readonly model: ImageModel,
    readonly isFigure: boolean,
  ) {
    super();
  }

  override eq(other: ImageWidget): boolean {
    return other.source === this.source && other.isFigure === this.isFigure;
  }

  override toDOM(): HTMLElement {
    const dom = this.isFigure
      ? element("div", { class: "md-figure-block" })
      : element("span", { class: "md-image-anchor" });
    this.draw(dom);
    return dom;
  }

  override updateDOM(dom: HTMLElement, _: EditorView, from: ImageWidget): boolean {
    if (from.isFigure !== this.isFigure) return false;
    this.draw(dom);
    return true;
  }

  private draw(dom: HTMLElement): void {
    render(h(this.isFigure ? Figure : InlineImage, { image: this.model }), dom);
  }

  override get estimatedHeight(): number {
    return this.isFigure ? (this.model.height ?? -1) : -1;
  }

  override destroy(dom: HTMLElement): void {
    render(null, dom);
  }
}

/** The image that makes up a whole top-level paragraph. */
function figureOf(node: SyntaxNode): SyntaxNode | null {
  if (node.name !== "Paragraph" || node.parent?.parent) return null;
  const image = node.firstChild;
  return image?.name === "Image" && image.from === node.from && image.to === node.to ? image : null;
}

const figures = blockField<ImageWidget>({
  find(state, node) {
    const image = figureOf(node);
    return image && imageModel(state.sliceDoc(image.from, image.to)) ? image : null;
  },
  draw(state, { from, to }) {
    const source = state.sliceDoc(from, to);
    const model = imageModel(source);
    if (!model) throw new RangeError("A figure has no image.");
    return new ImageWidget(source, model, true);
  },
  isWidget: (widget) => widget instanceof ImageWidget,
});

export type ImageFound = {
  readonly from: number;
  readonly to: number;
  readonly model: ImageModel;
  readonly isFigure: boolean;
};

/** The image that starts, ends or contains a range; null if there is none. */
export function imageAt(state: EditorState, from: number, to = from): ImageFound | null {
  for (const side of [1, -1] as const) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(side === 1 ? from : to, side);
    while (node && node.name !== "Image") node = node.parent;
    const model = node && node.from <= from && node.to >= to && imageModel(state.sliceDoc(node.from, node.to));
    if (node && model) {
      const isFigure = node.parent !== null && figureOf(node.parent) !== null;
      return { from: node.from, to: node.to, model, isFigure };
    }
  }
  return null;
}

/** Figures that touch a range, in order; positions are those of the image. */
export function figuresBetween(state: EditorState, from: number, to: number): readonly { from: number; to: number }[] {
  return figures.between(state, from, to).map((found) => {
    const lead = state.sliceDoc(found.from, found.to).indexOf("!");
    return { from: found.from + lead, to: found.from + lead + found.widget.source.length };
  });
}

const hidden = Decoration.mark({ class: "md-x" });

function inlineImages(view: EditorView, hasFigures: boolean): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const { state } = view;
  let last = -1;
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter({ name, node }) {
        if (name === "Table" || (hasFigures && figureOf(node))) return false;
        if (name !== "Image" || node.from < last) return true;
        const source = state.sliceDoc(node.from, node.to);
        const model = imageModel(source);
        if (!model) return false;
        const widget = new ImageWidget(source, model, false);
        builder.add(node.from, node.from, Decoration.widget({ widget, side: -1 }));
        builder.add(node.from, node.to, hidden);
        last = node.to;
        return false;
      },
    });
  }
  return builder.finish();
}

const inline = (hasFigures: boolean) =>
  ViewPlugin.define(
    (view) => ({
      drawn: inlineImages(view, hasFigures),
      update(update: ViewUpdate) {
        if (update.view.composing) this.drawn = this.drawn.map(update.changes);
        else if (
          update.docChanged ||
          update.viewportChanged ||
          syntaxTree(update.state) !== syntaxTree(update.startState)
        )
          this.drawn = inlineImages(update.view, hasFigures);
      },
    }),
    {
      decorations: ({ drawn }) => drawn,
      provide: (plugin) => EditorView.atomicRanges.of((view) => view.plugin(plugin)?.drawn ?? Decoration.none),
    },
  );

/** For a cell's editor, where every image is inline. */
export const imagesInLines: Extension = inline(false);

/** Draws the images of the document; their source is never shown. */
export const images = (): Extension => [figures.extension, inline(true)];
