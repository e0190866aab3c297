/** Words that a search found before the editor was there: they are brought into sight in it. */
import { EditorView } from "@codemirror/view";

/** False where the text that the editor around `dom` holds says nothing of the kind. Marks may stand between words that were found. */
export function showWords(dom: HTMLElement, words: string): boolean {
  const view = EditorView.findFromDOM(dom);
  const at = view?.state.sliceDoc().toLowerCase().indexOf(words.toLowerCase()) ?? -1;
  if (!view || at < 0) return false;
  view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
  return true;
}
