/**
 * Compares two versions of a text line by line and, within changed lines, word by word. A line of Markdown is a list
 * item, a table row, a line of code or a paragraph, so changes stay small.
 */
import { diffArrays, diffWordsWithSpace } from "diff";

/** Characters `from` to `to` of a line are new; `removed` was before `from`. */
export type Change = { readonly from: number; readonly to: number; readonly removed: string };

/** `start` and `oldStart` are the offsets of the line in the later and the earlier text. */
export type ComparedLine =
  | { readonly kind: "same"; readonly text: string; readonly start: number; readonly oldStart: number }
  | { readonly kind: "added"; readonly text: string; readonly start: number }
  | { readonly kind: "removed"; readonly text: string; readonly oldStart: number }
  | {
      readonly kind: "changed";
      readonly text: string;
      readonly before: string;
      readonly changes: readonly Change[];
      readonly start: number;
      readonly oldStart: number;
    };

/** If two lines have less than this fraction of characters in common, one has replaced the other. */
const ALIKE = 0.4;
/** How many removed lines each added line is compared with to find its earlier version. */
const LOOKED_AT = 30;

export function compareTexts(before: string, after: string): ComparedLine[] {
  const out: ComparedLine[] = [];
  let start = 0;
  let oldStart = 0;
  let gone: string[] = [];
  const dropGone = (count = gone.length): void => {
    for (const text of gone.splice(0, count)) {
      out.push({ kind: "removed", text, oldStart });
      oldStart += text.length + 1;
    }
  };
  for (const { removed, added, value } of diffArrays(linesOf(before), linesOf(after))) {
    if (removed) {
      gone = [...value];
      continue;
    }
    for (const text of value) {
      if (!added) {
        dropGone();
        out.push({ kind: "same", text, start, oldStart });
        oldStart += text.length + 1;
      } else {
        const former = formerOf(text, gone);
        if (former) {
          dropGone(former.index);
          const [line = ""] = gone.splice(0, 1);
          out.push({ kind: "changed", text, before: line, changes: former.changes, start, oldStart });
          oldStart += line.length + 1;
        } else out.push({ kind: "added", text, start });
      }
      start += text.length + 1;
    }
    if (added) dropGone();
  }
  dropGone();
  return out;
}

/** An empty text has no lines, rather than one empty line. */
const linesOf = (text: string): string[] => (text === "" ? [] : text.split("\n"));

/** The first of the removed lines that has enough in common with the new one. */
function formerOf(text: string, gone: readonly string[]): { index: number; changes: Change[] } | null {
  if (text.trim() === "") return null;
  for (const [index, line] of gone.slice(0, LOOKED_AT).entries()) {
    const changes = changesOf(line, text);
    if (changes) return { index, changes };
  }
  return null;
}

/** Null if the two have too little in common to be the same line. */
export function changesOf(before: string, after: string): Change[] | null {
  if (before.trim() === "") return null;
  const changes: Change[] = [];
  let at = 0;
  let kept = 0;
  let removed = "";
  const close = (to: number): void => {
    if (removed !== "" || to > at) changes.push({ from: at, to, removed });
    at = to;
    removed = "";
  };
  for (const part of diffWordsWithSpace(before, after)) {
    if (part.removed) removed += part.value;
    else if (part.added) close(at + part.value.length);
    else {
      close(at);
      at += part.value.length;
      kept += part.value.length;
    }
  }
  close(at);
  return kept >= ALIKE * Math.min(before.length, after.length) ? changes : null;
}
