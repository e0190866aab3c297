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
    description: "What a page says, what was decided, and what is still open",
    arguments: [PAGE],
    text: ({ page = "" }) =>
      `Fetch the page ${page} to its end. Summarise it in at most ten lines: what it is about, what was decided, what is ` +
      "open and who is to do what. Quote line numbers for whatever matters. Change nothing.",
  },
  {
    name: "tidy_page",
    title: "Tidy a page",
    description: "Headings, lists and spelling put right without changing what the page says",
    arguments: [PAGE],
    text: ({ page = "" }) =>
      `Fetch the page ${page}. Put its headings, lists, tables and spelling right, and change nothing of what it says. Send ` +
      "all changes as one edit_page call with the revision you read, first with dryRun; then say what you changed.",
  },
  {
    name: "plan_from_notes",
    title: "Make a plan from notes",
    description: "A task list beside a page of notes, with who does what by when",
    arguments: [PAGE],
    text: ({ page = "" }) =>
      `Fetch the page ${page}, which holds notes. Draw from it the tasks that follow, each with who does it and by when as ` +
      "far as the notes say so (`- [ ] title due:2026-12-01`). Create them as one TASK_LIST page with create_pages in the same " +
      "drive, name the lines that each comes from, and list what the notes leave open.",
  },
];

export const listPrompts = () =>
  PROMPTS.map(({ text: _text, arguments: known, ...prompt }) => ({ ...prompt, arguments: [...known] }));

/** Throws an invalid-params error for an unknown prompt. */
export function findPrompt(wanted: string): Prompt {
  const prompt = PROMPTS.find(({ name }) => name === wanted);
  if (!prompt) throw invalidParams(`There is no prompt ${quote(wanted)}. prompts/list has those there are.`);
  return prompt;
}

/** The only argument of the prompts, parsed like a tool's. */
const Arguments = z.strictObject({ page: PageRef });

/** Throws like a tool for unknown arguments, and for a path that matches no page. */
export async function getPrompt(context: ToolContext, wanted: string, given: unknown) {
  const { description, text } = findPrompt(wanted);
  const { page } = parseArguments(Arguments, given, "prompts/list has what the prompt takes.");
  await pageIdOf(context, page);
  // Use the argument as sent, so that the reader recognizes it.
  const content = { type: "text" as const, text: text({ page: page.trim() }) };
  return { description, messages: [{ role: "user" as const, content }] };
}
