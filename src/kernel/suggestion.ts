/** Suggestions for a page's text: what can be asked for, and the limits of a request. */

export const SUGGESTION_ACTIONS = ["rewrite", "shorten", "translate", "continue", "outline", "instruct"] as const;
export type SuggestionAction = (typeof SUGGESTION_ACTIONS)[number];

/** Maximum characters of the text that a suggestion replaces. */
export const MAX_ASKED_TEXT = 20_000;
/** Maximum characters of the text before it, and of the text after it. */
export const MAX_AROUND = 2_000;
export const MAX_INSTRUCTION = 2_000;
export const MAX_LANGUAGE = 60;

export type SuggestionRequest = {
  readonly action: SuggestionAction;
  /** Required for `instruct`. */
  readonly instruction?: string;
  /** Required for `translate`: the language to translate into, by its name. */
  readonly language?: string;
  /** The text that the suggestion replaces; empty to write at this place. */
  readonly text: string;
  readonly before: string;
  readonly after: string;
};

/**
 * A line of the answer: a piece of the suggestion, and last its end or why it failed. `isCut` if the suggestion reached its
 * maximum length.
 */
export type SuggestionLine =
  | { readonly text: string }
  | { readonly end: true; readonly isCut: boolean }
  | { readonly error: string; readonly code: string };
