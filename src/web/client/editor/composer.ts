/** A small editor for messages: the same formatting, menus and pasting as in a document, and Enter sends. */
import { standardKeymap } from "@codemirror/commands";
import { Prec } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { createBaseEditor, type EditorOptions } from "./base-editor.ts";
import { clipboard } from "./clipboard/clipboard.ts";
import { images } from "./images/image-widget.ts";
import { filesOf } from "./copied-data.ts";
import { documentLanguage } from "./language.ts";
import { listKeys } from "./list-keys.ts";
import { livePreview } from "./live-preview.ts";
import { editorCommands } from "./commands/command.ts";
import { textCommands } from "./commands/text-commands.ts";
import { menusAtCaret } from "./menus/at-caret.ts";
import { taskBoxes } from "./task-boxes.ts";
import { inputRules } from "./input-rules.ts";

export type ComposerOptions = Omit<EditorOptions, "placeholder"> & {
  readonly label: string;
  readonly send: () => void;
  /** Receives files that are pasted or dropped. */
  readonly takeFiles: (files: readonly File[]) => void;
  /** Called for Escape while no menu is open. */
  readonly cancel?: () => void;
};

/** On-screen keyboards make Shift+Enter awkward: there Enter starts a line, and the button sends. */
const sendsByEnter = (): boolean => !matchMedia("(pointer: coarse)").matches;

function taken(event: Event, data: DataTransfer | null, take: (files: readonly File[]) => void): boolean {
  const files = filesOf(data);
  if (files.length === 0) return false;
  event.preventDefault();
  take(files);
  return true;
}

export const createComposer = ({ label, send, takeFiles, cancel, ...options }: ComposerOptions): EditorView =>
  createBaseEditor(options, [
    editorCommands.of(textCommands),
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
    EditorView.domEventHandlers({
      paste: (event) => taken(event, event.clipboardData, takeFiles),
      drop: (event) => taken(event, event.dataTransfer, takeFiles),
    }),
    clipboard(),
    placeholder(label),
    keymap.of(standardKeymap),
    EditorView.lineWrapping,
    Prec.highest(EditorView.contentAttributes.of({ class: "md", "aria-label": label, spellcheck: "true" })),
  ]);
