/** The fields of the image that is selected: description, caption and width, and what can be done with it. */
import { type EditorState, type Extension, StateField } from "@codemirror/state";
import {
  type Command,
  type EditorView,
  showTooltip,
  type Tooltip,
  type TooltipView,
  type ViewUpdate,
} from "@codemirror/view";
import { isLoadable, isWebAddress } from "../../document/image-model.ts";
import { words } from "../../messages/editor-tools.ts";
import { editorContext } from "../context.ts";
import { changeImage, type ImageText } from "./image-edits.ts";
import type { ImageFound } from "./image-widget.ts";
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

function popover(view: EditorView): TooltipView {
  const change = (text: Partial<ImageText>) => {
    const image = selectedImage(view.state);
    if (!image) return;
    const changes = view.state.changes(changeImage(view.state, image, text));
    const selection = { anchor: image.from, head: changes.mapPos(image.to, 1) };
    if (!changes.empty) view.dispatch({ changes, selection, userEvent: "input.image" });
  };
  const alt = field(words.description, (value) => change({ alt: value }));
  alt.input.placeholder = words.descriptionHint;
  const title = field(words.caption, (value) => change({ title: value }));
  const width = field(words.width, (value) => {
    const image = selectedImage(view.state);
    if (Number(value) > 0 && image) resize(view, image, Number(value));
    else change({ size: null });
  });
  width.input.inputMode = "numeric";
  width.label.className = "ed-image-width";
  const open = button(words.open, "quiet", () => {
    const image = selectedImage(view.state)?.model;
    const context = view.state.facet(editorContext);
    if (!image || !context) return;
    if (!isLoadable(image.address)) return context.open(image.address);
    context.openPicture(image.address, image.title || image.alt).catch((error: unknown) => context.showError(error));
  });
  const actions = document.createElement("div");
  actions.className = "ed-image-actions";
  actions.append(
    button(words.replace, "quiet", () => replaceImage(view)),
    open,
    button(words.deleteImage, "quiet danger", () => {
      deleteSelected(view);
      view.focus();
    }),
  );
  const dom = document.createElement("div");
  dom.className = "ed-image-popover";
  dom.setAttribute("role", "group");
  dom.setAttribute("aria-label", words.image);
  dom.append(alt.label, title.label, width.label, actions);
  dom.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && event.key !== "Enter") return;
    if (event.key === "Enter" && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    // The field that is left says what was written in it.
    view.focus();
  });

  const show = ({ model }: ImageFound): void => {
    const values: readonly (readonly [HTMLInputElement, string])[] = [
      [alt.input, model.alt],
      [title.input, model.title],
      [width.input, model.width === null ? "" : String(model.width)],
    ];
    // What is being written stays.
    for (const [input, value] of values) if (input !== document.activeElement) input.value = value;
    const isSized = isLoadable(model.address);
    width.label.hidden = !isSized;
    open.hidden = !isSized && !isWebAddress(model.address);
  };
  const update = ({ state }: { state: EditorState }): void => {
    const image = selectedImage(state);
    if (image) show(image);
  };
  update(view);
  return {
    dom,
    update: (changed: ViewUpdate) => {
      if (changed.docChanged || changed.selectionSet) update(changed);
    },
    getCoords: (position) => {
      const image = selectedImage(view.state);
      const rect = image && imageElement(view, image)?.querySelector("img, .md-not-loaded")?.getBoundingClientRect();
      return rect ?? view.coordsAtPos(position) ?? new DOMRect();
    },
  };
}

/** The same as long as an image is selected, so that its fields stay the same elements. */
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
