/** What comments need from the view that shows a page's text. */
import type { OpenThread } from "../../../features/comments/contract.ts";
import type { CellRange, ThreadKind } from "../../../kernel/comment.ts";
import type { FilePlace } from "./file-place.ts";

/** The place of a new thread. */
export type NewPlace = Pick<OpenThread, "target" | "baseRevision">;

/** A thread's place: offsets in the text, cells, or a place in a file. Detached ones have none. */
export type Mark = {
  readonly id: string;
  readonly kind: ThreadKind;
  /** A suggestion that deletes its words. */
  readonly isDeletion: boolean;
  readonly from: number;
  readonly to: number;
  readonly cells: CellRange | null;
  readonly file?: FilePlace;
  /** Shown on the area of a picture. */
  readonly number?: number;
};

/** What a user has selected to comment on. */
export type Selected = {
  /** The words, to be shown with the comment; null for cells. */
  readonly quote: string;
  readonly cells: CellRange | null;
  /** Offsets in the text, for the mark while the comment is written; null for cells. */
  readonly range: readonly [from: number, to: number] | null;
  readonly file?: FilePlace;
  /** Called when the comment is sent. */
  readonly target: () => Promise<NewPlace>;
};

export type SurfaceEvents = {
  /** A mark was pressed. */
  readonly pressed: (id: string) => void;
  readonly hovered: (id: string | null) => void;
  /** The caret or the selected cell is now on a thread, or on none. */
  readonly caretOn: (id: string | null) => void;
  /** Marks may have another place on the screen. */
  readonly moved: () => void;
};

/** Which marks stand out. */
export type Lit = { readonly active: string | null; readonly hovered: string | null };

export interface Surface {
  readonly element: HTMLElement;
  /** In text order. */
  mark(marks: readonly Mark[]): void;
  light(lit: Lit): void;
  /** The marks where they are now. */
  readonly marks: readonly Mark[];
  /** The top of a mark on the screen, in px; null if it is not shown. */
  top(mark: Mark): number | null;
  reveal(mark: Mark): void;
  /** Null if nothing that can be commented on is selected. */
  selected(): Selected | null;
  /** Where nothing can be selected: lets the user choose a place, or the whole page (null). */
  choose?(done: (on: Selected | null) => void): void;
  /** The focus returns to the text, at a mark if given. */
  focus(mark: Mark | null): void;
  end(): void;
}

/** The innermost of the marks around an offset. */
export function markAt(marks: readonly Mark[], at: number): Mark | null {
  let found: Mark | null = null;
  for (const mark of marks)
    if (mark.from <= at && at <= mark.to && (found === null || mark.to - mark.from < found.to - found.from))
      found = mark;
  return found;
}

/** Number of characters before and after a quote that tell equal passages apart. */
const CONTEXT = 64;

/** A target by its words, which stays valid while others write elsewhere. Null if only blanks are selected. */
export function quoteTarget(text: string, start: number, end: number): Omit<Selected, "cells"> | null {
  const selected = text.slice(start, end);
  const quote = selected.trim();
  if (quote === "") return null;
  const from = start + selected.indexOf(quote);
  const to = from + quote.length;
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < from; at = text.indexOf("\n", at + 1)) line++;
  const target = {
    kind: "quote" as const,
    quote,
    ...(from > 0 && { before: text.slice(Math.max(0, from - CONTEXT), from) }),
    ...(to < text.length && { after: text.slice(to, to + CONTEXT) }),
    line,
  };
  return { quote, range: [from, to], target: () => Promise.resolve({ target }) };
}
