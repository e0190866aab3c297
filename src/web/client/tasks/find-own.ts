/** Finds the signed-in user's open tasks in all task lists that they may see, and marks them as done. */
import type { Page } from "../../../features/pages/contract.ts";
import type { SearchAnswer } from "../../../features/search/contract.ts";
import { parseTasks, type Task } from "../../../formats/tasks/tasks.ts";
import type { OwnTask } from "../../shared/tasks/my-tasks-view.tsx";
import { call, path } from "../api/api.ts";

/** Maximum number of lists to read: users have few, and those with open tasks were changed recently. */
const MAX_LISTS = 100;
const AT_ONCE = 6;

export type Found = { readonly found: readonly OwnTask[]; readonly isAll: boolean };

const tasksIn = ({ content }: Page): readonly Task[] => parseTasks(content.split("\n")).flatMap(({ tasks }) => tasks);

export async function findOwn(userId: string, signal: AbortSignal): Promise<Found> {
  const lists = await findLists();
  const found: OwnTask[] = [];
  for (let at = 0; at < lists.ids.length && !signal.aborted; at += AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- a few at a time
    const pages = await Promise.all(
      lists.ids.slice(at, at + AT_ONCE).map((id) => call<Page>("GET", path`/api/pages/${id}`)),
    );
    for (const page of pages)
      for (const task of tasksIn(page))
        if (!task.isDone && task.people.some(({ id }) => id === userId)) found.push({ page, task });
  }
  return { found, isAll: lists.isAll };
}

/** The most recently changed task lists. */
async function findLists(): Promise<{ readonly ids: readonly string[]; readonly isAll: boolean }> {
  const ids: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null && ids.length < MAX_LISTS) {
    const query = "type=TASK_LIST&limit=50&changedSince=1970-01-01T00:00:00Z";
    // oxlint-disable-next-line no-await-in-loop -- each request needs the previous cursor
    const answer: SearchAnswer = await call("GET", `/api/search?${query}${cursor && path`&cursor=${cursor}`}`);
    ids.push(...answer.results.map(({ pageId }) => pageId));
    cursor = answer.nextCursor;
  }
  return { ids, isAll: cursor === null };
}

/** Returns the task as it is now; null if it was changed or removed in the meantime. */
export async function tickTask({ page, task }: OwnTask, isDone: boolean): Promise<Task | null> {
  const fresh = await call<Page>("GET", path`/api/pages/${page.id}`);
  const same = tasksIn(fresh).filter(({ source }) => source === task.source);
  const now = same.find(({ line }) => line === task.line) ?? (same.length === 1 ? same[0] : undefined);
  if (!now) return null;
  if (now.isDone === isDone) return now;
  const lines = fresh.content.split("\n");
  const line = lines[now.line - 1] ?? "";
  lines[now.line - 1] = `${line.slice(0, now.box)}${isDone ? "x" : " "}${line.slice(now.box + 1)}`;
  await call("PATCH", path`/api/pages/${page.id}`, { content: lines.join("\n"), baseRevision: fresh.revision });
  return { ...now, isDone };
}
