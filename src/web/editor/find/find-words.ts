/** Finding words that were typed elsewhere: the panel opens with them, at the first place behind the caret. */
import { findNext, SearchQuery, setSearchQuery } from "@codemirror/search";
import { EditorView } from "@codemirror/view";
import { openFind } from "./find.ts";

/** False where the editor that `dom` lies in cannot be searched yet. */
export function findWords(dom: HTMLElement, words: string): boolean {
  const view = EditorView.findFromDOM(dom);
  if (!view || !openFind(view)) return false;
  view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: words, literal: true })) });
  return findNext(view);
}
