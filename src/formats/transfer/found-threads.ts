/** Comment threads in a file of another program, with their places in the text that was extracted from it. */
import * as z from "zod";
import { MAX_COMMENT, MAX_COMMENTS, MAX_QUOTE, MAX_THREADS } from "../../kernel/comment.ts";
import { splitsCharacter, utf8Length } from "../../realtime/text.ts";

/** Maximum number of comments that are taken from one file, in all its threads. */
export const MAX_FOUND_COMMENTS = 20_000;
/** Maximum length (UTF-16 code units) of all comments of a file. */
export const MAX_FOUND_LENGTH = 2_000_000;
/** Maximum size (bytes) of the comments of a thread: all are sent together, and replies must be possible. */
const MAX_THREAD_BYTES = 950_000;
/** Maximum length of an author's name. */
export const MAX_AUTHOR = 100;

/** Latest time that a JavaScript date can represent, in ms. */
const MAX_TIME = 8_640_000_000_000_000;

const FoundComment = z.object({
  author: z.string().max(MAX_AUTHOR),
  /** Ms since 1970; null if the file does not say. */
  at: z.int().min(-MAX_TIME).max(MAX_TIME).nullable(),
  content: z.string().min(1).max(MAX_COMMENT),
});
export type FoundComment = z.infer<typeof FoundComment>;

const FoundThread = z.object({
  /** UTF-16 code units of the text; null for a thread about the whole page. */
  place: z.object({ from: z.int().min(0), to: z.int().min(0) }).nullable(),
  isResolved: z.boolean(),
  comments: z.array(FoundComment).min(1).max(MAX_COMMENTS),
});
export type FoundThread = z.infer<typeof FoundThread>;

export const FoundThreads = z.array(FoundThread).max(MAX_THREADS);

/** The first comments of a thread, as many as it can have. */
export function fitThread<C extends { readonly content: string }>(comments: readonly C[]): C[] {
  let room = MAX_THREAD_BYTES;
  const end = comments.findIndex(({ content }) => (room -= utf8Length(content)) < 0);
  return comments.slice(0, end === -1 ? comments.length : end);
}

/**
 * The words between two marks in a text: without blanks around them, and not more than a quote may have. Marks with no
 * words between them are about the word beside them; null if their line has none.
 */
export function wordsBetween(text: string, start: number, end: number): { from: number; to: number } | null {
  let [from, to] = [start, Math.min(end, text.length)];
  while (from < to && isBlank(text, from)) from += 1;
  while (from < to && isBlank(text, to - 1)) to -= 1;
  if (from >= to) return wordBeside(text, Math.min(start, to));
  if (to - from <= MAX_QUOTE) return { from, to };
  const most = from + MAX_QUOTE;
  return { from, to: splitsCharacter(text, most) ? most - 1 : most };
}

/** A longer run without blanks is no word. */
const MAX_WORD = 100;

function wordBeside(text: string, at: number): { from: number; to: number } | null {
  let middle = at;
  if (isBlank(text, at) && isBlank(text, at - 1)) {
    while (text[middle - 1] === " ") middle -= 1;
    if (isBlank(text, middle - 1)) for (middle = at; text[middle] === " ";) middle += 1;
  }
  let [from, to] = [middle, middle];
  while (from > middle - MAX_WORD && !isBlank(text, from - 1)) from -= 1;
  while (to < middle + MAX_WORD && !isBlank(text, to)) to += 1;
  if (splitsCharacter(text, from)) from += 1;
  if (splitsCharacter(text, to)) to -= 1;
  return from < to ? { from, to } : null;
}

/** So are both ends of the text. */
const isBlank = (text: string, at: number): boolean => {
  const unit = text[at];
  return unit === undefined || /\s/.test(unit);
};
