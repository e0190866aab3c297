/** A small editor for a message: the same marks, menus and pasting as in a document, and Enter sends. */
import { standardKeymap } from "@codemirror/commands";
import { Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { createBaseEditor, type EditorOptions } from "./base-editor.ts";
import { clipboard } from "./clipboard/clipboard.ts";
import { images } from "./images/image-widget.ts";
import { documentLanguage } from "./language.ts";
import { listKeys } from "./list-keys.ts";
import { livePreview } from "./live-preview.ts";
import { menusAtCaret } from "./menus/at-caret.ts";
import { taskBoxes } from "./task-boxes.ts";
import { inputRules } from "./input-rules.ts";

export type ComposerOptions = Omit<EditorOptions, "placeholder"> & {
  readonly label: string;
  readonly send: () => void;
  /** Escape, while no menu is open. */
  readonly cancel?: () => void;
};

/** A keyboard on glass has no Shift+Enter at hand: there Enter begins a line, and the button sends. */
const sendsByEnter = (): boolean => !matchMedia("(pointer: coarse)").matches;

export const createComposer = ({ label, send, cancel, ...options }: ComposerOptions): EditorView =>
  createBaseEditor(options, [
    menusAtCaret(),
    keymap.of([
      { key: "Enter", run: () => sendsByEnter() && (send(), true) },
      { key: "Mod-Enter", run: () => (send(), true) },
      { key: "Escape", run: () => cancel !== undefined && (cancel(), true) },
    ]),
    documentLanguage,
    listKeys,
    inputRules,
    taskBoxes,
    livePreview(),
    images(),
    clipboard(),
    placeholder(label),
    keymap.of(standardKeymap),
    EditorView.lineWrapping,
    Prec.highest(EditorView.contentAttributes.of({ class: "md", "aria-label": label, spellcheck: "true" })),
  ]);
