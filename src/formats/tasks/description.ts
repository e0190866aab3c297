/** The description of a task: the indented text between its line and its first subtask. Pure. */
import { difference, type Edit, leadBelow, type Lines } from "./edits.ts";
import type { Task } from "./tasks.ts";

/** The last line of the description, which is the task's own line if it has none. `tasks`: those of its section. */
function lastLine(tasks: readonly Task[], task: Task): number {
  const first = tasks.find(({ line }) => line > task.line && line <= task.end);
  return first ? first.line - 1 : task.end;
}

/** `lines`: those of the whole text. */
export function descriptionOf(lines: readonly string[], tasks: readonly Task[], task: Task): string {
  const below = lines.slice(task.line, lastLine(tasks, task));
  return below
    .map((line) => line.slice(Math.min(task.inner, line.length - line.trimStart().length)))
    .join("\n")
    .replace(/^\s*\n/, "")
    .trimEnd();
}

export const hasDescription = (tasks: readonly Task[], task: Task): boolean => lastLine(tasks, task) > task.line;

/** Changes nothing for a task in a quote or directly after another list marker. */
export function setDescription(doc: Lines, tasks: readonly Task[], task: Task, text: string): Edit[] {
  if (task.fixed !== "") return [];
  const from = doc.line(task.line).to;
  const last = lastLine(tasks, task);
  const before = Array.from({ length: last - task.line }, (_, n) => `\n${doc.line(task.line + 1 + n).text}`).join("");
  const lead = leadBelow(task);
  const lines = text.trim() === "" ? [] : text.replaceAll("\r", "").trimEnd().split("\n");
  return difference(from, before, lines.map((line) => `\n${line.trim() === "" ? "" : lead + line}`).join(""));
}
