/** Prompts that clients offer their users: three common jobs, told in terms of the tools. */
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

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

/** Throws what the protocol calls invalid parameters for a prompt that is not there, and for one without what it needs. */
export function getPrompt(wanted: string, given: Readonly<Record<string, string>>) {
  const prompt = PROMPTS.find(({ name }) => name === wanted);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt “${wanted}”.`);
  const missing = prompt.arguments.find(({ name }) => (given[name] ?? "").trim() === "");
  if (missing) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Say which ${missing.name}.`);
  const { description } = prompt;
  const content = { type: "text" as const, text: prompt.text(given) };
  return { description, messages: [{ role: "user" as const, content }] };
}
