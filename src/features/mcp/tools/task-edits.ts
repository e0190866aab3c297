/** Translates task changes into line edits. Pure. */
import { AppError, invalid } from "../../../kernel/errors.ts";
import { foldName } from "../../../kernel/fold.ts";
import { holdsMarkdown, type PageType } from "../../../kernel/page-type.ts";
import { applyEdits } from "../../../formats/properties/front-matter-edits.ts";
import { complete, setDone, setStatus } from "../../../formats/tasks/edits.ts";
import { readStatuses, type Status } from "../../../formats/tasks/statuses.ts";
import { parseTasks, type Task } from "../../../formats/tasks/tasks.ts";
import { splitLines } from "../../../realtime/text.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";

type TaskChange = {
  readonly line?: number | undefined;
  readonly text?: string | undefined;
  readonly done?: boolean | undefined;
  readonly newTitle?: string | undefined;
  /** The key or label of a declared status, which also decides whether the task is done. */
  readonly status?: string | undefined;
};
type NewTask = { readonly title: string; readonly done: boolean; readonly beforeLine?: number | undefined };

/** `today` is YYYY-MM-DD. Throws `invalid_request` if a task does not exist, or if the given text matches several. */
export function planTasks(
  type: PageType,
  base: string,
  set: readonly TaskChange[],
  add: readonly NewTask[],
  today: string,
): TextEdit[] {
  if (!holdsMarkdown(type)) throw new AppError("not_editable", `A ${type} page has no tasks. Use edit_page.`);
  const lines = splitLines(base);
  const tasks = new Map(
    parseTasks(lines).flatMap((section) => section.tasks.map((task) => [task.line, task] as const)),
  );
  const statuses = readStatuses(base);
  const changes = set.map((change, index): TextEdit => {
    const task = taskOf(tasks, change, `set.${index}`);
    const status = change.status === undefined ? null : statusNamed(statuses, change.status, `set.${index}`);
    return {
      op: "replace",
      startLine: task.line,
      content: changed(lines[task.line - 1] ?? "", task, change, status, today),
    };
  });
  const additions = add.map(({ title, done, beforeLine }): TextEdit => {
    const content = `- [${done ? "x" : " "}] ${title}`;
    return beforeLine === undefined ? { op: "append", content } : { op: "insert", startLine: beforeLine, content };
  });
  return [...changes, ...additions];
}

/** The line with the changes. A recurring task that is done stays open with its next due date (UTC). */
function changed(
  line: string,
  task: Task,
  { newTitle, done }: TaskChange,
  status: Status | null,
  today: string,
): string {
  const source = newTitle ?? task.source;
  const text = line.slice(0, line.length - task.source.length) + source;
  // Read alone, since indentation would make the line something else.
  const read = parseTasks([`- [${task.isDone ? "x" : " "}] ${source}`])[0]?.tasks[0];
  const now = { ...task, ...read, line: 1, box: task.box, source };
  const doc = { length: text.length, lines: 1, line: () => ({ from: 0, to: text.length, text }) };
  if (status?.isDone && !now.isDone && now.every !== null) return applyEdits(text, complete(doc, now, today));
  if (status) return applyEdits(text, setStatus(doc, now, status));
  if (done === undefined) return text;
  return applyEdits(text, done ? complete(doc, now, today) : setDone(doc, now, false));
}

function statusNamed(statuses: readonly Status[], name: string, path: string): Status {
  const found = statuses.find(({ key, label }) => [key, label].some((each) => foldName(each) === foldName(name)));
  if (found) return found;
  const known = statuses.map(({ key }) => key).join(", ");
  throw invalid(path, known === "" ? `${path}: the list declares no statuses.` : `${path}: the statuses of the list are ${known}.`); // oxfmt-ignore
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
