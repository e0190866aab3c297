/** API schema of suggestions for a page's text. */
import * as z from "zod";
import { cleanText, lineOfText } from "../../kernel/contract.ts";
import {
  MAX_AROUND,
  MAX_ASKED_TEXT,
  MAX_INSTRUCTION,
  MAX_LANGUAGE,
  SUGGESTION_ACTIONS,
} from "../../kernel/suggestion.ts";

export const Suggest = z
  .object({
    action: z.enum(SUGGESTION_ACTIONS),
    /** Required for `instruct`. */
    instruction: cleanText(MAX_INSTRUCTION).optional(),
    /** Required for `translate`: the language to translate into, by its name. */
    language: lineOfText(MAX_LANGUAGE).optional(),
    /** The text that the suggestion replaces; empty to write at this place. */
    text: cleanText(MAX_ASKED_TEXT),
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
