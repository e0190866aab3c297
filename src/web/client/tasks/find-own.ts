/** Finds the signed-in user's open tasks in all task lists that they may see, and marks them as done. */
import type * as z from "zod";
import type { Page } from "../../../features/pages/contract.ts";
import type { MyTask, MyTasks } from "../../../features/properties/contract.ts";
import { applyEdits } from "../../../formats/properties/front-matter-edits.ts";
import { complete, type Lines, setDone } from "../../../formats/tasks/edits.ts";
import { MAX_SOURCE, parseTasks, type Task } from "../../../formats/tasks/tasks.ts";
import type { OwnTask } from "../../shared/tasks/my-tasks-view.tsx";
import { call, path } from "../api/api.ts";
import { today } from "./today.ts";

/** Maximum number of tasks to show: nobody has an overview of more. */
const MOST = 500;

export type Found = { readonly found: readonly OwnTask[]; readonly isAll: boolean };

export async function findOwn(signal: AbortSignal): Promise<Found> {
  const found: OwnTask[] = [];
  let cursor: string | null = "";
  while (cursor !== null && found.length < MOST && !signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- each request needs the previous cursor
    const answer: z.infer<typeof MyTasks> = await call(
      "GET",
      `/api/tasks?limit=100${cursor && path`&cursor=${cursor}`}`,
    );
    found.push(...answer.tasks.flatMap(ownTask));
    cursor = answer.nextCursor;
  }
  return { found, isAll: cursor === null };
}

function ownTask({ page, canEdit, line, source }: MyTask): OwnTask | [] {
  const task = parseTasks([`- [ ] ${source}`])[0]?.tasks[0];
  return task ? { page, canEdit, task: { ...task, line: line ?? 0 } } : [];
}

/** The interface of a text that edits of tasks need. */
function linesOf(lines: readonly string[]): Lines {
  const starts = [0];
  for (const { length } of lines) starts.push((starts.at(-1) ?? 0) + length + 1);
  return {
    length: (starts.at(-1) ?? 1) - 1,
    lines: lines.length,
    line: (number) => {
      const [from = 0, text = ""] = [starts[number - 1], lines[number - 1]];
      return { from, to: from + text.length, text };
    },
  };
}

const tasksIn = (lines: readonly string[]): readonly Task[] => parseTasks(lines).flatMap(({ tasks }) => tasks);

/** The task in the text as it is now; null if it was changed or removed, or if it is one of several equal ones. */
export function findAgain(lines: readonly string[], { source, line }: Pick<Task, "source" | "line">): Task | null {
  const isSame = (now: string): boolean => (source.length === MAX_SOURCE ? now.startsWith(source) : now === source);
  const same = tasksIn(lines).filter((each) => isSame(each.source));
  return same.find((each) => each.line === line) ?? (same.length === 1 ? (same[0] ?? null) : null);
}

/** Returns the task as it is now; null if it was changed or removed in the meantime. */
export async function tickTask({ page, task }: OwnTask, isDone: boolean): Promise<Task | null> {
  const fresh = await call<Page>("GET", path`/api/pages/${page.id}`);
  const lines = fresh.content.split("\n");
  const now = findAgain(lines, task);
  if (!now || now.isDone === isDone) return now;
  const edits = isDone ? complete(linesOf(lines), now, today()) : setDone(linesOf(lines), now, false);
  const content = applyEdits(fresh.content, edits);
  await call("PATCH", path`/api/pages/${page.id}`, { content, baseRevision: fresh.revision });
  return tasksIn(content.split("\n")).find(({ line }) => line === now.line) ?? null;
}
