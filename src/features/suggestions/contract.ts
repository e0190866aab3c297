/** API schemas of suggestions for a page's text. */
import * as z from "zod";
import { cleanText, lineOfText } from "../../kernel/contract.ts";

export const SUGGESTION_ACTIONS = ["rewrite", "shorten", "translate", "continue", "outline", "instruct"] as const;
export type SuggestionAction = (typeof SUGGESTION_ACTIONS)[number];

export const MAX_TEXT = 20_000;
/** Characters before and after the text. */
export const MAX_AROUND = 2_000;
export const MAX_INSTRUCTION = 2_000;

export const Suggest = z
  .object({
    action: z.enum(SUGGESTION_ACTIONS),
    /** Required for `instruct`. */
    instruction: cleanText(MAX_INSTRUCTION).optional(),
    /** Required for `translate`: the language to translate into, by its name. */
    language: lineOfText(60).optional(),
    /** The text that the suggestion replaces; empty to write at this place. */
    text: cleanText(MAX_TEXT),
    before: cleanText(MAX_AROUND).default(""),
    after: cleanText(MAX_AROUND).default(""),
  })
  .refine(({ action, instruction }) => action !== "instruct" || (instruction ?? "").trim() !== "", {
    path: ["instruction"],
    message: "is required for this action",
  })
  .refine(({ action, language }) => action !== "translate" || language !== undefined, {
    path: ["language"],
    message: "is required for this action",
  });
export type Suggest = z.output<typeof Suggest>;

/**
 * A line of the answer: a piece of the suggestion, and last its end or why it failed. `isCut` if the suggestion reached its
 * maximum length.
 */
export type SuggestionLine =
  | { readonly text: string }
  | { readonly end: true; readonly isCut: boolean }
  | { readonly error: string; readonly code: string };
