/** Translates task changes into line edits. Pure. */
import { AppError, invalid } from "../../../kernel/errors.ts";
import { holdsMarkdown, type PageType } from "../../../kernel/page-type.ts";
import { parseTasks, type Task } from "../../../formats/tasks/tasks.ts";
import { splitLines } from "../../../realtime/text.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";

type TaskChange = {
  readonly line?: number | undefined;
  readonly text?: string | undefined;
  readonly done?: boolean | undefined;
  readonly newTitle?: string | undefined;
};
type NewTask = { readonly title: string; readonly done: boolean; readonly beforeLine?: number | undefined };

/** Throws `invalid_request` if a task does not exist, or if the given text matches several. */
export function planTasks(
  type: PageType,
  base: string,
  set: readonly TaskChange[],
  add: readonly NewTask[],
): TextEdit[] {
  if (!holdsMarkdown(type)) throw new AppError("not_editable", `A ${type} page has no tasks. Use edit_page.`);
  const lines = splitLines(base);
  const tasks = new Map(
    parseTasks(lines).flatMap((section) => section.tasks.map((task) => [task.line, task] as const)),
  );
  const changes = set.map((change, index): TextEdit => {
    const { line, box, isDone, source } = taskOf(tasks, change, `set.${index}`);
    const content = lines[line - 1] ?? "";
    const mark = change.done === undefined || change.done === isDone ? content.charAt(box) : change.done ? "x" : " ";
    const lead = content.slice(0, box) + mark + content.slice(box + 1, content.length - source.length);
    return { op: "replace", startLine: line, content: `${lead}${change.newTitle ?? source}` };
  });
  const additions = add.map(({ title, done, beforeLine }): TextEdit => {
    const content = `- [${done ? "x" : " "}] ${title}`;
    return beforeLine === undefined ? { op: "append", content } : { op: "insert", startLine: beforeLine, content };
  });
  return [...changes, ...additions];
}

function taskOf(tasks: ReadonlyMap<number, Task>, { line, text }: TaskChange, path: string): Task {
  if (line !== undefined) {
    const task = tasks.get(line);
    if (task) return task;
    throw invalid(path, `${path}: line ${line} is not a task at that revision. Fetch the page to see its tasks.`);
  }
  if (text === undefined) throw invalid(path, `${path}: identify the task by line or text.`);
  const found = [...tasks.values()].filter(({ source }) => source.includes(text));
  const exact = found.filter(({ source }) => source === text);
  const [only, ...others] = exact.length > 0 ? exact : found;
  if (only === undefined)
    throw invalid(path, `${path}: no task contains ${JSON.stringify(text)}. Fetch the page to see its tasks.`);
  if (others.length > 0) {
    const lines = [only, ...others].slice(0, 10).map((task) => task.line);
    throw invalid(path, `${path}: lines ${lines.join(", ")} contain that text. Identify the task by its line.`);
  }
  return only;
}
