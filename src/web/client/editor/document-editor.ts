/** The editor of a document: live preview on CodeMirror, styled to look like the print. */
import { standardKeymap } from "@codemirror/commands";
import { type Extension, StateField } from "@codemirror/state";
import { Decoration, EditorView, keymap } from "@codemirror/view";
import { words } from "../../../words/editor.ts";
import { addFeatures, createBaseEditor, type EditorOptions } from "./base-editor.ts";
import { editorContext } from "./context.ts";
import { blockEdges } from "./block-edges.ts";
import { showCell } from "./cell-text.ts";
import { heldPastes } from "./held-pastes.ts";
import { images } from "./images/image-widget.ts";
import { documentLanguage } from "./language.ts";
import { listKeys } from "./list-keys.ts";
import { livePreview } from "./live-preview.ts";
import { presses } from "./pressed.ts";
import type { PrintIntent } from "./print-intent.ts";
import { tables } from "./tables/table-widget.ts";
import { takeOverPrint } from "./takeover.ts";
import { taskBoxes } from "./task-boxes.ts";
import { keyName } from "../ui/key-names.ts";
import { inputRules } from "./input-rules.ts";
import { replaceSelectionOnInput } from "./replace-selection.ts";

export { setTitle, undoHistory } from "./base-editor.ts";
export { writeBelow } from "./block-edges.ts";
export { earlyTyping } from "./collaboration/typed.ts";

export const takeOver = (print: HTMLElement, intent: PrintIntent, make: () => EditorView): Promise<EditorView> =>
  takeOverPrint(print, intent, make, presses);

export const createEditor = (options: EditorOptions): EditorView =>
  createBaseEditor(options, [
    documentLanguage,
    replaceSelectionOnInput,
    isTyping,
    listKeys,
    blockEdges,
    inputRules,
    heldPastes,
    taskBoxes,
    livePreview(),
    tables(showCell),
    images(),
    keymap.of([
      { key: "Mod-Alt-r", run: toggleReading, preventDefault: true },
      { key: "Mod-f", run: (view) => findEarly.add(view) !== null },
      ...standardKeymap,
    ]),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.contentAttributes.of({
      class: "md",
      "aria-label": words.textOfPage,
      "aria-description": words.howToRead(keyName("Mod-Alt-r")),
      spellcheck: "true",
      autocorrect: "on",
      autocapitalize: "sentences",
      ...(options.placeholder !== undefined && { "aria-placeholder": options.placeholder }),
    }),
    options.placeholder === undefined ? [] : showPlaceholder(options.placeholder),
  ]);

/** Editors in which the user wanted to search before the search feature was loaded. */
const findEarly = new WeakSet<EditorView>();

/** Whether the last action was typing. */
const isTyping = StateField.define<boolean>({
  create: () => false,
  update: (was, tr) => tr.isUserEvent("input") || (was && !tr.isUserEvent("select") && !tr.isUserEvent("delete")),
});

/** The print has the same attribute on the line of an empty text. */
const showPlaceholder = (text: string): Extension => {
  const shown = Decoration.set(Decoration.line({ attributes: { "data-placeholder": text } }).range(0));
  return EditorView.decorations.compute(["doc"], ({ doc }) => (doc.length === 0 ? shown : Decoration.none));
};

/** Switches between the print, for reading, and the editor. */
export function toggleReading(view: EditorView): boolean {
  import("./read-view.tsx")
    .then((reading) => reading.toggleReading(view))
    .catch((error: unknown) => view.state.facet(editorContext)?.showError(error));
  return true;
}

/** Loads features that are not needed for typing. If that fails, the editor works without them. */
export async function loadFeatures(view: EditorView): Promise<void> {
  const loading = import("./features.ts");
  loading.catch(() => view.plugin(heldPastes)?.insertPlain(view));
  const { features, startCompletion, openFind, letGo } = await loading;
  addFeatures(view, features());
  void letGo(view);
  if (findEarly.has(view)) openFind(view);
  // The user may have typed a menu trigger before the menus were loaded.
  if (view.hasFocus && view.state.field(isTyping)) startCompletion(view);
}
