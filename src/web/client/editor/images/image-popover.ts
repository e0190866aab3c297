/** The fields of the selected image: description, caption and width, and actions. */
import { type EditorState, type Extension, StateField } from "@codemirror/state";
import {
  type Command,
  type EditorView,
  type Rect,
  showTooltip,
  type Tooltip,
  type TooltipView,
  type ViewUpdate,
} from "@codemirror/view";
import { isLoadable, isWebAddress } from "../../../../formats/markdown/image-model.ts";
import { words } from "../../../../words/editor-tools.ts";
import { words as lost } from "../../../../words/lost-text.ts";
import { editorContext } from "../context.ts";
import { offerLost } from "../offer-lost.ts";
import { changeImage, type ImageText } from "./image-edits.ts";
import { deleteSelected, imageElement, resize, selectedImage } from "./selected-image.ts";
import { replaceImage } from "./upload-files.ts";

type Field = { readonly label: HTMLLabelElement; readonly input: HTMLInputElement };

function field(name: string, onChange: (value: string) => void): Field {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.autocomplete = "off";
  input.addEventListener("change", () => onChange(input.value));
  label.append(name, input);
  return { label, input };
}

function button(name: string, look: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = look;
  made.textContent = name;
  made.addEventListener("click", onClick);
  return made;
}

function change(view: EditorView, text: Partial<ImageText>): void {
  const image = selectedImage(view.state);
  if (!image) return;
  const changes = view.state.changes(changeImage(view.state, image, text));
  const selection = { anchor: image.from, head: changes.mapPos(image.to, 1) };
  if (!changes.empty) view.dispatch({ changes, selection, userEvent: "input.image" });
}

/** Opens a picture that can be displayed here; otherwise opens its address. */
function openImage(view: EditorView): void {
  const image = selectedImage(view.state)?.model;
  const context = view.state.facet(editorContext);
  if (!image || !context) return;
  if (!isLoadable(image.address)) return context.open(image.address);
  context.openPicture(image.address, image.title || image.alt).catch((error: unknown) => context.showError(error));
}

class ImagePopover implements TooltipView {
  readonly dom = document.createElement("div");
  readonly #view: EditorView;
  readonly #alt: Field;
  readonly #title: Field;
  readonly #width: Field;
  readonly #open: HTMLButtonElement;
  /** The field with typed text that is not written into the document yet. */
  #typed: HTMLInputElement | null = null;

  constructor(view: EditorView) {
    this.#view = view;
    this.#alt = field(words.description, (value) => change(view, { alt: value }));
    this.#alt.input.placeholder = words.descriptionHint;
    this.#title = field(words.caption, (value) => change(view, { title: value }));
    this.#width = field(words.width, (value) => {
      const image = selectedImage(view.state);
      if (Number(value) > 0 && image) resize(view, image, Number(value));
      else change(view, { size: null });
    });
    this.#width.input.inputMode = "numeric";
    this.#width.label.className = "ed-image-width";
    this.#open = button(words.open, "quiet", () => openImage(view));
    const actions = document.createElement("div");
    actions.className = "ed-image-actions";
    actions.append(
      button(words.replace, "quiet", () => replaceImage(view)),
      this.#open,
      button(words.deleteImage, "quiet danger", () => {
        deleteSelected(view);
        view.focus();
      }),
    );
    this.dom.className = "ed-image-popover";
    this.dom.setAttribute("role", "group");
    this.dom.setAttribute("aria-label", words.image);
    this.dom.append(this.#alt.label, this.#title.label, this.#width.label, actions);
    this.dom.addEventListener("keydown", (event) => this.#leave(event));
    this.dom.addEventListener("input", ({ target }) => {
      if (target instanceof HTMLInputElement) this.#typed = target;
    });
    this.dom.addEventListener("change", () => (this.#typed = null));
    this.#show(view.state);
  }

  update(changed: ViewUpdate): void {
    if (changed.docChanged || changed.selectionSet) this.#show(changed.state);
  }

  getCoords(position: number): Rect {
    const image = selectedImage(this.#view.state);
    const shown = image && imageElement(this.#view, image)?.querySelector("img, .md-not-loaded");
    return shown?.getBoundingClientRect() ?? this.#view.coordsAtPos(position) ?? new DOMRect();
  }

  /** The image was deleted, or is no longer selected. */
  destroy(): void {
    const text = this.#typed?.value ?? "";
    const context = this.#view.state.facet(editorContext);
    if (text !== "" && this.#view.dom.isConnected) offerLost(this.#view, context, lost.imageDeleted, text);
  }

  #leave(event: KeyboardEvent): void {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    if (event.key === "Enter" && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    // Leaving the field commits its value.
    this.#view.focus();
  }

  #show(state: EditorState): void {
    const model = selectedImage(state)?.model;
    if (!model) return;
    const values: readonly (readonly [HTMLInputElement, string])[] = [
      [this.#alt.input, model.alt],
      [this.#title.input, model.title],
      [this.#width.input, model.width === null ? "" : String(model.width)],
    ];
    // The field being edited keeps its text.
    for (const [input, value] of values) if (input !== document.activeElement) input.value = value;
    const isSized = isLoadable(model.address);
    this.#width.label.hidden = !isSized;
    this.#open.hidden = !isSized && !isWebAddress(model.address);
  }
}

const popover = (view: EditorView): TooltipView => new ImagePopover(view);

/** Returns the same object while an image is selected, so that its fields stay the same elements. */
function tooltipAt(state: EditorState, former: Tooltip | null): Tooltip | null {
  const image = state.readOnly ? null : selectedImage(state);
  if (!image) return null;
  return former?.pos === image.from ? former : { pos: image.from, above: false, create: popover };
}

const tooltip = StateField.define<Tooltip | null>({
  create: (state) => tooltipAt(state, null),
  update(value, tr) {
    if (!tr.docChanged && !tr.selection) return value;
    const at = value && tr.changes.mapPos(value.pos, 1);
    return tooltipAt(tr.state, value && (at === value.pos ? value : { ...value, pos: at ?? 0 }));
  },
  provide: (self) => showTooltip.from(self),
});

export const focusPopover: Command = (view) => {
  const input = view.dom.querySelector<HTMLElement>(".ed-image-popover input");
  input?.focus();
  return input !== null;
};

export const imagePopover: Extension = tooltip;
