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
import { type JSX, render } from "preact";
import { useRef } from "preact/hooks";
import { type ImageModel, isLoadable, isWebAddress } from "../../../../formats/markdown/image-model.ts";
import { words } from "../../../../words/editor-tools.ts";
import { words as lost } from "../../../../words/lost-text.ts";
import { element } from "../../ui/dom.ts";
import { editorContext } from "../context.ts";
import { offerLost } from "../offer-lost.ts";
import { changeImage, type ImageText } from "./image-edits.ts";
import { deleteSelected, imageElement, resize, selectedImage } from "./selected-image.ts";
import { replaceImage } from "./upload-files.ts";

type FieldProps = Pick<JSX.IntrinsicElements["input"], "placeholder" | "inputMode"> & {
  readonly name: string;
  readonly value: string;
  readonly save: (value: string) => void;
  readonly look?: string;
  readonly isHidden?: boolean;
};

function Field({ name, value, save, look, isHidden = false, ...rest }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // The field being edited keeps its text.
  const shown = input.current !== null && input.current === document.activeElement ? input.current.value : value;
  return (
    <label class={look} hidden={isHidden}>
      {name}
      <input
        ref={input}
        autocomplete="off"
        value={shown}
        onChange={({ currentTarget }) => save(currentTarget.value)}
        {...rest}
      />
    </label>
  );
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

function Fields({ view, model }: { readonly view: EditorView; readonly model: ImageModel }) {
  const isSized = isLoadable(model.address);
  const saveWidth = (value: string): void => {
    const image = selectedImage(view.state);
    if (Number(value) > 0 && image) resize(view, image, Number(value));
    else change(view, { size: null });
  };
  const remove = (): void => {
    deleteSelected(view);
    view.focus();
  };
  return (
    <>
      <Field
        name={words.description}
        value={model.alt}
        save={(alt) => change(view, { alt })}
        placeholder={words.descriptionHint}
      />
      <Field name={words.caption} value={model.title} save={(title) => change(view, { title })} />
      <Field
        look="ed-image-width"
        name={words.width}
        value={String(model.width ?? "")}
        save={saveWidth}
        isHidden={!isSized}
        inputMode="numeric"
      />
      <div class="row ed-image-actions">
        <button type="button" class="quiet" onClick={() => replaceImage(view)}>
          {words.replace}
        </button>
        <button
          type="button"
          class="quiet"
          hidden={!isSized && !isWebAddress(model.address)}
          onClick={() => openImage(view)}
        >
          {words.open}
        </button>
        <button type="button" class="quiet danger" onClick={remove}>
          {words.deleteImage}
        </button>
      </div>
    </>
  );
}

class ImagePopover implements TooltipView {
  readonly dom = element("div", {
    class: "ed-image-popover",
    role: "group",
    "aria-label": words.image,
    onkeydown: (event) => event instanceof KeyboardEvent && this.#leave(event),
    oninput: ({ target }) => target instanceof HTMLInputElement && (this.#typed = target),
    onchange: () => (this.#typed = null),
  });
  readonly #view: EditorView;
  /** The field with typed text that is not written into the document yet. */
  #typed: HTMLInputElement | null = null;

  constructor(view: EditorView) {
    this.#view = view;
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
    if (model) render(<Fields view={this.#view} model={model} />, this.dom);
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
