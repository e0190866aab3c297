/** Turns a task into a page that it links to, and such a page back into a task's description and subtasks. Pure. */
import { bodyStart } from "../properties/front-matter.ts";
import { type Edit, leadBelow, type Lines, linkOf, rewrite, textBelow } from "./edits.ts";
import { displayedOf, factsOf, MENTION, PAGE_LINK, titleOf, wordsOf } from "./facts.ts";
import type { Task } from "./tasks.ts";

/** Longer titles are cut, and the page begins with their words. */
const MAX_TITLE = 200;

export type PageOfTask = { readonly title: string; readonly content: string };

/** The page that a task with its description and subtasks becomes; null if it is a link to a page, or cannot move. */
export function pageOf(doc: Lines, task: Task): PageOfTask | null {
  if (task.fixed !== "" || linkedPage(task) !== null) return null;
  const [title, below] = [titleOf(task.source), textBelow(doc, task, 0)];
  const content = title.length > MAX_TITLE ? [displayedOf(task.source), below].filter(Boolean).join("\n\n") : below;
  return { title: title.slice(0, MAX_TITLE), content };
}

/** The page that a task links to, if its text is nothing else; null otherwise. */
export function linkedPage({ source }: Pick<Task, "source">): string | null {
  const [found, ...others] = [...source.matchAll(PAGE_LINK)];
  return found && others.length === 0 && wordsOf(found[0]) === titleOf(source) ? (found[2] ?? null) : null;
}

const factsIn = ({ source }: Task): string[] =>
  factsOf(source).spans.map(({ from, to }) => source.slice(from, to).trim());

type Linked = { readonly id: string; readonly title: string };

/**
 * The task's text becomes a link to the page; its facts stay, and what is below it is removed. No edits if the task
 * was changed since it was `moved` to the page.
 */
export function toPage(doc: Lines, task: Task, moved: PageOfTask, { id, title }: Linked): Edit[] {
  const now = pageOf(doc, task);
  if (now?.title !== moved.title || now.content !== moved.content) return [];
  const [from, to] = [doc.line(task.line).to, doc.line(task.end).to];
  // People in the text stay assigned.
  const people = [...displayedOf(task.source).matchAll(MENTION)].map(([mention]) => mention);
  return [
    ...rewrite(doc, task, [linkOf({ id, title }), ...people, ...factsIn(task)].join(" ")),
    ...(to > from ? [{ from, to, insert: "" }] : []),
  ];
}

/**
 * The page's text without its properties becomes the description and subtasks of the task that links to it. No edits
 * if the task is anything else.
 */
export function toTask(doc: Lines, task: Task, { id, title, content }: PageOfTask & Linked): Edit[] {
  if (linkedPage(task) !== id) return [];
  const body = content.slice(bodyStart(content)).trim();
  const lead = leadBelow(task);
  const lines = body === "" ? [] : body.split("\n").map((line) => `\n${line.trim() === "" ? "" : lead + line}`);
  return [
    ...rewrite(doc, task, [title.trim() || titleOf(task.source), ...factsIn(task)].join(" ")),
    ...(lines.length > 0 ? [{ from: doc.line(task.line).to, insert: lines.join("") }] : []),
  ];
}
