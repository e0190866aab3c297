/** The state of a search: number of matches, the selected one, and whether it is visible. */
import { syntaxTree } from "@codemirror/language";
import type { SearchQuery } from "@codemirror/search";
import type { EditorState } from "@codemirror/state";
import { words } from "../../../../words/editor-find.ts";
import { currentLanguage } from "../../../../words/language.ts";
import { plural } from "../../../../words/plural.ts";

/** Counting stops here: users read larger numbers as "many", and counting must not delay a keystroke. */
export const MAX_COUNTED = 1_000;

type Matches = {
  readonly count: number;
  /** Number of the selected match, from 1; null if none is selected. */
  readonly current: number | null;
};

export function countMatches(state: EditorState, query: SearchQuery): Matches {
  if (!query.valid) return { count: 0, current: null };
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state);
  let count = 0;
  let current: number | null = null;
  for (let next = cursor.next(); !next.done && count < MAX_COUNTED; next = cursor.next()) {
    count++;
    if (next.value.from === from && next.value.to === to) current = count;
  }
  return { count, current };
}

/** `3 of 12`, or the appropriate text if no match is selected. */
export function describeMatches({ count, current }: Matches, query: SearchQuery): string {
  if (query.search === "" || !query.valid) return "";
  if (count === 0) return words.none;
  const isMore = count === MAX_COUNTED;
  const spoken = (number: number): string => number.toLocaleString(currentLanguage());
  if (current !== null) return words.placeAmong(spoken(current), isMore ? words.orMore(spoken(count)) : spoken(count));
  return isMore ? words.matchesOrMore(spoken(count)) : plural(count, words.matchCount);
}

/** The error in a regular expression; null if it is valid. */
export function regexpError(source: string): string | null {
  try {
    void new RegExp(source, "u");
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(": ").at(-1) : "";
    return words.faultyExpression((reason ?? "").toLowerCase());
  }
}

const HIDDEN = new Set(["URL", "LinkTitle", "LinkLabel"]);

/** The link or image with the selected match in its hidden part, which is highlighted instead. */
export function elementAround(state: EditorState): { readonly from: number; readonly to: number } | null {
  const { from, to, empty } = state.selection.main;
  if (empty) return null;
  let node = syntaxTree(state).resolveInner(from, 1);
  if (!HIDDEN.has(node.name)) return null;
  for (; node.parent; node = node.parent)
    if ((node.name === "Link" || node.name === "Image") && to <= node.to) return { from: node.from, to: node.to };
  return null;
}
