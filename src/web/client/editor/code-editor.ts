/** The editor of a CODE page: lines as printed, with line numbers and folding. */
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
import { digitsOf } from "../../shared/document/line-numbers.ts";
import { words as code } from "../../../words/editor-code.ts";
import { words } from "../../../words/editor.ts";
import { element } from "../ui/dom.ts";
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
    // In CodeMirror, Tab after Escape leaves the text.
    keymap.of([...foldKeymap, indentWithTab, ...defaultKeymap]),
    gutterWidth,
    EditorView.contentAttributes.of({
      "aria-label": words.textOfPage,
      "aria-describedby": "code-keys",
      // It is focusable anyway; the attribute tells this to tools that check scrollable elements.
      tabindex: "0",
    }),
  ]);
}

/** A drawn marker, since CodeMirror's characters would be mirrored on a right-to-left page. */
const foldMark = (isOpen: boolean): HTMLElement =>
  element("span", { class: isOpen ? "ed-fold" : "ed-fold ed-folded", title: isOpen ? code.foldLine : code.unfoldLine });

/** Matches the printed width, so that the text does not shift when the editor takes over. */
const gutterWidth: Extension = EditorView.editorAttributes.compute(["doc"], ({ doc }) => ({
  "data-digits": String(digitsOf(doc.lines)),
}));

/** Loads features that are not needed for typing. If that fails, the editor works without them. */
export async function loadFeatures(view: EditorView): Promise<void> {
  const { codeFeatures } = await import("./code/code-features.ts");
  addFeatures(view, codeFeatures());
}
