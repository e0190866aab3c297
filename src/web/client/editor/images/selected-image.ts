/**
 * An image is selected as a whole: by a click, or by the arrow keys, which stop at it. Keys and a handle change its width.
 */
import { type EditorState, type Extension, Prec } from "@codemirror/state";
import { type Command, EditorView, keymap, type PluginValue, ViewPlugin } from "@codemirror/view";
import type { Size } from "../../../../formats/markdown/image-model.ts";
import { changeImage, deleteImage, scaled } from "./image-edits.ts";
import { figuresBetween, imageAt, type ImageFound } from "./image-widget.ts";
import { resizeHandle } from "./resize-handle.ts";

/** Fraction of the width that a key adds or removes. */
const STEP = 0.05;

/** The image that the selection covers exactly. */
export function selectedImage(state: EditorState): ImageFound | null {
  const { from, to, empty } = state.selection.main;
  const image = empty ? null : imageAt(state, from, to);
  return image?.from === from && image.to === to ? image : null;
}

function selectImage(view: EditorView, { from, to }: { from: number; to: number }): boolean {
  view.dispatch({ selection: { anchor: from, head: to }, userEvent: "select.image" });
  return true;
}

const wrappers = ".md-figure-block, .md-image-anchor";

/** The DOM element of an image. */
export function imageElement(view: EditorView, image: ImageFound): HTMLElement | null {
  const start = image.isFigure ? view.state.doc.lineAt(image.from).from : image.from;
  return (
    [...view.contentDOM.querySelectorAll<HTMLElement>(wrappers)].find((dom) => view.posAtDOM(dom) === start) ?? null
  );
}

/** The natural size once the image is loaded, otherwise the size in the source. */
function proportions(view: EditorView, image: ImageFound): Size | null {
  const img = imageElement(view, image)?.querySelector("img");
  if (img && img.naturalWidth > 0) return { width: img.naturalWidth, height: img.naturalHeight };
  const { width, height } = image.model;
  return width === null ? null : { width, height };
}

export function resize(view: EditorView, image: ImageFound, width: number): void {
  const changes = changeImage(view.state, image, { size: scaled(width, proportions(view, image)) });
  const set = view.state.changes(changes);
  const selection = { anchor: image.from, head: set.mapPos(image.to, 1) };
  if (!set.empty) view.dispatch({ changes: set, selection, userEvent: "input.image" });
}

const stepWidth =
  (by: number): Command =>
  (view) => {
    const image = selectedImage(view.state);
    const shown = image && imageElement(view, image)?.querySelector("img")?.getBoundingClientRect().width;
    if (!image || shown === undefined || shown === null || view.state.readOnly) return false;
    resize(view, image, shown * (1 + by));
    return true;
  };

/** Arrow keys and deletion next to a figure select it. */
const stopAtFigure =
  (forward: boolean, vertical: boolean): Command =>
  (view) => {
    const { main } = view.state.selection;
    if (selectedImage(view.state) || !main.empty) return false;
    const moved = vertical ? view.moveVertically(main, forward) : view.moveByChar(main, forward);
    return selectFigureBetween(view, main.head, moved.head);
  };

function selectFigureBetween(view: EditorView, head: number, moved: number): boolean {
  const found = figuresBetween(view.state, Math.min(moved, head), Math.max(moved, head));
  const figure = moved > head ? found[0] : found.at(-1);
  return figure !== undefined && selectImage(view, figure);
}

/** Without the blank line between them, a figure and the text after it would become one paragraph. */
const keepApart: Command = (view) => {
  const { doc, selection } = view.state;
  const { head, empty } = selection.main;
  const line = doc.lineAt(head);
  if (!empty || head !== line.from || line.number < 3 || line.text.trim() === "") return false;
  return doc.line(line.number - 1).text.trim() === "" && selectFigureBetween(view, head, doc.line(line.number - 2).to);
};

/** Moves from a selected figure to the adjacent line. */
const leaveFigure =
  (forward: boolean): Command =>
  (view) => {
    const image = selectedImage(view.state);
    if (!image?.isFigure) return false;
    const line = view.state.doc.lineAt(image.from);
    const isLast = forward && line.to === view.state.doc.length && !view.state.readOnly;
    const changes = isLast ? { from: line.to, insert: "\n\n" } : [];
    const anchor = forward ? line.to + (isLast ? 2 : 1) : Math.max(0, line.from - 1);
    view.dispatch({ changes, selection: { anchor }, userEvent: "select", scrollIntoView: true });
    return true;
  };

/** `focus` moves the focus to the image's fields. */
const imageKeys = (focus: Command): Extension =>
  Prec.high(
    keymap.of([
      { key: "Enter", run: (view) => selectedImage(view.state) !== null && focus(view) },
      { key: "ArrowDown", run: (view) => leaveFigure(true)(view) || stopAtFigure(true, true)(view) },
      { key: "ArrowUp", run: (view) => leaveFigure(false)(view) || stopAtFigure(false, true)(view) },
      { key: "ArrowRight", run: (view) => leaveFigure(true)(view) || stopAtFigure(true, false)(view) },
      { key: "ArrowLeft", run: (view) => leaveFigure(false)(view) || stopAtFigure(false, false)(view) },
      { key: "Backspace", run: (view) => deleteSelected(view) || keepApart(view) || stopAtFigure(false, false)(view) },
      { key: "Delete", run: (view) => deleteSelected(view) || stopAtFigure(true, false)(view) },
      { key: "Alt-ArrowRight", run: stepWidth(STEP) },
      { key: "Alt-ArrowLeft", run: stepWidth(-STEP) },
    ]),
  );

export const deleteSelected: Command = (view) => {
  const image = selectedImage(view.state);
  if (!image || view.state.readOnly) return false;
  view.dispatch(deleteImage(view.state, image));
  return true;
};

/** Typing while a figure is selected must not replace it: the text goes below it. */
const writeBelowFigure = EditorView.inputHandler.of((view, from, to, text) => {
  const image = selectedImage(view.state);
  if (!image?.isFigure || from !== image.from || to !== image.to || view.state.readOnly) return false;
  const end = view.state.doc.lineAt(to).to;
  if (text.trim() !== "") {
    const insert = `\n\n${text}`;
    const selection = { anchor: end + insert.length };
    view.dispatch({ changes: { from: end, insert }, selection, userEvent: "input.type", scrollIntoView: true });
  }
  return true;
});

class SelectedImage implements PluginValue {
  private element: HTMLElement | null = null;
  private handle: HTMLElement | null = null;

  constructor(private readonly view: EditorView) {
    view.contentDOM.addEventListener("mousedown", this.onMouseDown);
  }

  sync(): void {
    const { view } = this;
    const image = selectedImage(view.state);
    const element = image && imageElement(view, image);
    if (element !== this.element) {
      this.element?.classList.remove("ed-selected");
      this.handle?.remove();
      this.handle = null;
      element?.classList.add("ed-selected");
      this.element = element;
    }
    const frame = element?.querySelector(".md-frame, .md-inline-image");
    if (!frame?.querySelector("img") || view.state.readOnly) return;
    this.handle ??= resizeHandle(
      () => selectedImage(view.state),
      (found, width) => resize(view, found, width),
    );
    if (this.handle.parentElement !== frame) frame.append(this.handle);
  }

  docViewUpdate(): void {
    this.sync();
  }

  private readonly onMouseDown = (event: MouseEvent): void => {
    const { view } = this;
    const target = event.target instanceof Element ? event.target : null;
    const element = target?.closest<HTMLElement>(wrappers);
    if (!element || !target || target.closest(".ed-resize, .md-tw") || event.button !== 0) return;
    const at = view.posAtDOM(element);
    const lead = /^\s*/.exec(view.state.sliceDoc(at, view.state.doc.lineAt(at).to))?.[0].length ?? 0;
    const image = imageAt(view.state, at + lead);
    if (!image || target.closest("a")) return;
    event.preventDefault();
    selectImage(view, image);
    view.focus();
  };

  destroy(): void {
    this.view.contentDOM.removeEventListener("mousedown", this.onMouseDown);
    this.handle?.remove();
    this.element?.classList.remove("ed-selected");
  }
}

export function imageSelection(focus: Command): Extension {
  const plugin = ViewPlugin.fromClass(SelectedImage);
  return [
    plugin,
    imageKeys(focus),
    writeBelowFigure,
    EditorView.updateListener.of(({ view }) => {
      view.plugin(plugin)?.sync();
    }),
  ];
}
