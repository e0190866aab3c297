/** Prompts that clients offer to their users: three common tasks, described in terms of the tools. */
import * as z from "zod";
import { PageRef, pageIdOf } from "../tools/page-ref.ts";
import { parseArguments, type ToolContext } from "../tools/tool.ts";
import { invalidParams, quote } from "./refusals.ts";

type Argument = { readonly name: string; readonly description: string; readonly required: boolean };
type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
};

const PAGE: Argument = { name: "page", description: "Id, address or path of the page", required: true };

export const PROMPTS: readonly Prompt[] = [
  {
    name: "summarise_page",
    title: "Summarise a page",
    description: "The contents of a page, the decisions made, and the open questions",
    arguments: [PAGE],
    text: ({ page = "" }) =>
      `Fetch the whole page ${page}. Summarise it in at most ten lines: the subject, the decisions, the ` +
      "open questions and who does what. Cite line numbers for important points. Change nothing.",
  },
  {
    name: "tidy_page",
    title: "Tidy a page",
    description: "Correct headings, lists and spelling without changing the meaning",
    arguments: [PAGE],
    text: ({ page = "" }) =>
      `Fetch the page ${page}. Correct its headings, lists, tables and spelling without changing its meaning. Send ` +
      "all changes as one edit_page call with the revision you read, first with dryRun; then report what you changed.",
  },
  {
    name: "plan_from_notes",
    title: "Make a plan from notes",
    description: "A task list from a page of notes, with who does what by when",
    arguments: [PAGE],
    text: ({ page = "" }) =>
      `Fetch the page ${page}, which contains notes. Extract the tasks, each with who does it and by when as ` +
      "far as the notes say so (`- [ ] title due:2026-12-01`). Create them as one TASK_LIST page with create_pages in the same " +
      "drive, cite the lines that each comes from, and list what the notes leave open.",
  },
];

export const listPrompts = () =>
  PROMPTS.map(({ text: _text, arguments: known, ...prompt }) => ({ ...prompt, arguments: [...known] }));

/** Throws an invalid-params error for an unknown prompt. */
export function findPrompt(wanted: string): Prompt {
  const prompt = PROMPTS.find(({ name }) => name === wanted);
  if (!prompt) throw invalidParams(`There is no prompt ${quote(wanted)}. Call prompts/list for the available prompts.`);
  return prompt;
}

/** The only argument of the prompts, parsed like a tool's. */
const Arguments = z.strictObject({ page: PageRef });

/** Throws like a tool for unknown arguments, and for a path that matches no page. */
export async function getPrompt(context: ToolContext, wanted: string, given: unknown) {
  const { description, text } = findPrompt(wanted);
  const { page } = parseArguments(Arguments, given, "See prompts/list for the prompt's arguments.");
  await pageIdOf(context, page);
  // Use the argument as sent, so that the reader recognizes it.
  const content = { type: "text" as const, text: text({ page: page.trim() }) };
  return { description, messages: [{ role: "user" as const, content }] };
}
