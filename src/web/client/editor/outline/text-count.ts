/** Words, characters and reading time of Markdown, as displayed. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { words as messages } from "../../../../words/editor-tools.ts";
import { plural } from "../../../../words/plural.ts";

type TextCount = { readonly words: number; readonly characters: number; readonly minutes: number };

/** Average reading speed in words per minute. */
const WORDS_A_MINUTE = 220;

const HIDDEN = /Mark$|^(URL|LinkTitle|LinkReference|CodeInfo|TableDelimiter|TaskMarker|Comment|CommentBlock)$/;

/** Text without marks and addresses. */
export function readableText(state: EditorState, from: number, to: number): string {
  const parts: string[] = [];
  let at = from;
  syntaxTree(state).iterate({
    from,
    to,
    enter({ name, from: start, to: end, node }) {
      // A bare address is displayed.
      const isBare = name === "URL" && node.parent?.name !== "Link" && node.parent?.name !== "Image";
      if (!HIDDEN.test(name) || isBare) return true;
      if (start > at) parts.push(state.sliceDoc(at, Math.min(start, to)));
      at = Math.max(at, end);
      return false;
    },
  });
  if (at < to) parts.push(state.sliceDoc(at, to));
  return parts.join("");
}

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** ASCII text has one character per code unit; only other text needs segmentation. */
const countCharacters = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text) ? text.length : [...characters.segment(text)].length;

export function countPiece(text: string): { readonly words: number; readonly characters: number } {
  const count = { words: 0, characters: 0 };
  for (const line of text.split("\n")) {
    for (const { isWordLike } of words.segment(line)) if (isWordLike === true) count.words++;
    count.characters += countCharacters(line);
  }
  return count;
}

export const minutesFor = (count: number): number => Math.max(1, Math.round(count / WORDS_A_MINUTE));

export function describeCount(
  { words: number, characters: letters, minutes }: TextCount,
  isSelection: boolean,
): string {
  const counts = [plural(number, messages.wordCount), plural(letters, messages.characterCount)] as const;
  return isSelection
    ? messages.countedSelection(...counts)
    : messages.counted(...counts, plural(minutes, messages.minuteCount));
}
