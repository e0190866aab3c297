/** The editor of a CODE page: lines as they are printed, with numbers and folds beside them. */
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState, type Extension } from "@codemirror/state";
import { crosshairCursor, EditorView, keymap, lineNumbers, placeholder, rectangularSelection } from "@codemirror/view";
import { digitsOf } from "../document/line-numbers.ts";
import { words as code } from "../messages/editor-code.ts";
import { words } from "../messages/editor.ts";
import { addFeatures, createBaseEditor, type EditorOptions } from "./base-editor.ts";
import { addPhrases } from "./phrases.ts";
import { indentationOf } from "./code/indentation.ts";
import { tokenColours } from "./code-blocks/token-colours.ts";

export { setTitle, undoHistory } from "./base-editor.ts";
export { earlyTyping } from "./collaboration/typed.ts";
export { takeOverPrint as takeOver } from "./takeover.ts";

const TAB_SIZE = 4;

export function createEditor(options: EditorOptions): EditorView {
  addPhrases(code.phrases);
  return createBaseEditor(options, [
    lineNumbers(),
    foldGutter({ markerDOM: foldMark }),
    bracketMatching(),
    indentOnInput(),
    rectangularSelection(),
    crosshairCursor(),
    syntaxHighlighting(tokenColours),
    EditorState.tabSize.of(TAB_SIZE),
    indentUnit.of(indentationOf(options.text)),
    options.placeholder === undefined ? [] : placeholder(options.placeholder),
    // CodeMirror lets Tab leave the text after Escape.
    keymap.of([...foldKeymap, indentWithTab, ...defaultKeymap]),
    gutterWidth,
    EditorView.contentAttributes.of({
      "aria-label": words.textOfPage,
      "aria-describedby": "code-keys",
      // It has the focus anyway; this says so to tools that look at what is scrolled.
      tabindex: "0",
    }),
  ]);
}

/** A drawn mark: the characters that CodeMirror writes are mirrored in a page that is read from the right. */
function foldMark(isOpen: boolean): HTMLElement {
  const mark = document.createElement("span");
  mark.className = isOpen ? "ed-fold" : "ed-fold ed-folded";
  mark.title = isOpen ? code.foldLine : code.unfoldLine;
  return mark;
}

/** As wide as the print's, so that no line moves. */
const gutterWidth: Extension = EditorView.editorAttributes.compute(["doc"], ({ doc }) => ({
  "data-digits": String(digitsOf(doc.lines)),
}));

/** Loads what is not needed to type. A failure leaves an editor that works without it. */
export async function loadFeatures(view: EditorView): Promise<void> {
  const { codeFeatures } = await import("./code/code-features.ts");
  addFeatures(view, codeFeatures());
}
