/** FOLDER, CHANNEL and AI_CHAT: a Markdown description. Their children and messages are rows of their own. */
import { makeFormat } from "./format.ts";

export type Description = { readonly text: string };

export const DESCRIPTION = makeFormat<Description>({
  keepsBreaks: true,
  parse: (text) => ({ text }),
  print: ({ text }) => text,
});
