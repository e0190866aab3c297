/**
 * The handle of a block: next to the block under the pointer, or on touch screens next to the one with the caret. Clicking
 * opens the block's menu; dragging moves the block.
 */
import type { Extension } from "@codemirror/state";
import { Direction, type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { words } from "../../../../words/editor-tools.ts";
import { blockAt } from "../commands/blocks.ts";
import { BlockDrag } from "./block-drag.ts";
import { BLOCK_MENU_KEY, openBlockMenu } from "./block-menu.ts";
import { element } from "../../ui/dom.ts";
import { keyName } from "../../ui/key-names.ts";

/** Where the text of a line is on screen, given that its marks are hidden and its indentation is padding. */
function firstRow(view: EditorView, lineStart: number): { readonly top: number; readonly height: number } {
  const { node } = view.domAtPos(lineStart);
  const line = (node instanceof Element ? node : node.parentElement)?.closest(".cm-line");
  if (!line) return { top: view.lineBlockAt(lineStart).top + view.documentTop, height: view.defaultLineHeight };
  const { paddingTop, lineHeight } = getComputedStyle(line);
  const height = Number.parseFloat(lineHeight) || view.defaultLineHeight;
  return { top: line.getBoundingClientRect().top + (Number.parseFloat(paddingTop) || 0), height };
}

/** Position of the handle relative to the editor's top left corner; `hang` is the width already used in the margin. */
type Place = {
  readonly hang: number;
  readonly top: number;
  readonly height: number;
  readonly textStart: number;
  /** The block's text direction: the handle is at the side where the text starts. */
  readonly dir: "ltr" | "rtl";
};

class BlockHandle implements PluginValue {
  readonly #view: EditorView;
  readonly #touch = matchMedia("(pointer: coarse)");
  readonly #grip = element("button", {
    type: "button",
    class: "ed-grip",
    hidden: true,
    // Without a pointer, the menu is opened by its keyboard shortcut.
    tabindex: -1,
    "aria-label": words.blockMenu,
    "aria-haspopup": "menu",
    title: words.dragOrPress(keyName(BLOCK_MENU_KEY)),
    onpointerdown: (event) => event instanceof PointerEvent && this.#press(event),
    // Assistive technology clicks without pointer events.
    onclick: (event) => event instanceof MouseEvent && event.detail === 0 && this.#openMenu(),
    onmousedown: (event) => event.preventDefault(),
  });
  /** Start of the block that the handle belongs to. */
  #at: number | null = null;
  #drag: BlockDrag | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    view.dom.append(this.#grip);
    this.#placeSoon();
  }

  update(update: ViewUpdate): void {
    const { changes, docChanged, selectionSet, geometryChanged } = update;
    this.#drag?.update(update);
    if (docChanged && this.#at !== null) this.#at = changes.mapPos(this.#at, -1);
    if (selectionSet && this.#touch.matches) this.#at = this.#view.state.selection.main.head;
    if (docChanged || selectionSet || geometryChanged) this.#placeSoon();
  }

  hover(event: MouseEvent): void {
    if (this.#drag || this.#touch.matches || event.buttons !== 0) return;
    const box = this.#view.contentDOM.getBoundingClientRect();
    if (event.clientY < box.top || event.clientY > box.bottom) return;
    this.#at = this.#view.lineBlockAtHeight(event.clientY - this.#view.documentTop).from;
    this.#place();
  }

  #place(): void {
    this.#draw(this.#measure());
  }

  /** Batched with other measurements before the next frame, since several updates can happen in between. */
  #placeSoon(): void {
    this.#view.requestMeasure({ key: this, read: () => this.#measure(), write: (place) => this.#draw(place) });
  }

  /** Returns null if no handle is shown. */
  #measure(): Place | null {
    const view = this.#view;
    const block =
      this.#at === null || view.state.readOnly ? null : blockAt(view.state, Math.min(this.#at, view.state.doc.length));
    const isTouch = this.#touch.matches;
    if (block === null || (isTouch ? !view.hasFocus : block.kind === "blank")) return null;
    this.#at = block.from;
    const box = view.dom.getBoundingClientRect();
    const text = view.contentDOM.getBoundingClientRect();
    const row = firstRow(view, block.from);
    // The mark of a heading hangs in the margin while it contains the caret.
    const { node } = view.domAtPos(block.from);
    const line = (node instanceof Element ? node : node.parentElement)?.closest(".cm-line");
    const mark = block.kind === "heading" ? line?.querySelector(".md-hang") : null;
    const isLeftToRight = view.textDirectionAt(block.from) === Direction.LTR;
    return {
      hang: mark?.getBoundingClientRect().width ?? 0,
      top: row.top - box.top,
      height: row.height,
      textStart: isLeftToRight ? text.left - box.left : box.right - text.right,
      dir: isLeftToRight ? "ltr" : "rtl",
    };
  }

  #draw(place: Place | null): void {
    this.#grip.hidden = place === null;
    if (place === null) return;
    const glyph = this.#touch.matches ? "⋯" : "⠿";
    if (this.#grip.textContent !== glyph) this.#grip.textContent = glyph;
    this.#grip.dir = place.dir;
    this.#grip.style.top = `${place.top}px`;
    this.#grip.style.height = `${place.height}px`;
    this.#grip.style.setProperty("--ed-hang", `${place.hang}px`);
    this.#grip.style.setProperty("--ed-text-start", `${place.textStart}px`);
  }

  #openMenu(): void {
    const at = this.#at;
    if (at !== null) openBlockMenu(this.#view, blockAt(this.#view.state, at), this.#grip);
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0 || this.#at === null) return;
    event.preventDefault();
    this.#drag = new BlockDrag(this.#view, this.#at, this.#grip, event, (wasDrag) => {
      this.#drag = null;
      if (wasDrag) this.#place();
      else this.#openMenu();
    });
  }

  destroy(): void {
    this.#drag?.finish(false);
    this.#grip.remove();
  }
}

const plugin = ViewPlugin.fromClass(BlockHandle, {
  eventObservers: {
    mousemove(event) {
      this.hover(event);
    },
  },
});

export const blockHandle = (): Extension => plugin;
