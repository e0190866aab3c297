/** Finds text entered elsewhere: opens the panel with it, at the first match after the caret. */
import { findNext, SearchQuery, setSearchQuery } from "@codemirror/search";
import { EditorView } from "@codemirror/view";
import { openFind } from "./find.ts";

/** Returns false if the editor of `dom` cannot be searched yet. */
export function findWords(dom: HTMLElement, words: string): boolean {
  const view = EditorView.findFromDOM(dom);
  if (!view || !openFind(view)) return false;
  view.dispatch({ effects: setSearchQuery.of(new SearchQuery({ search: words, literal: true })) });
  return findNext(view);
}
