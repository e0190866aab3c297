/** Lists the tasks that are assigned to the caller, by due date. */
import * as z from "zod";
import type { Caller } from "../../kernel/caller.ts";
import { readCursor, writeCursor } from "../../kernel/cursor.ts";
import { parseTasks } from "../../formats/tasks/tasks.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import type { MyTask, MyTasks, MyTasksQuery } from "./contract.ts";
import { lastCandidate, listTasks, type StoredTask, type TaskPlace } from "./my-tasks-store.ts";
import { keyedTasks } from "./rules.ts";

const Place = z
  .tuple([z.string().max(20), z.string().max(64), z.string().max(64)])
  .transform(([due, pageId, key]): TaskPlace => ({ due, pageId, key }));

/** A response may have fewer tasks than its limit, or none, and still a cursor. */
export async function listMyTasks(
  deps: AuthDeps,
  caller: Caller,
  { done, cursor, limit }: MyTasksQuery,
): Promise<MyTasks> {
  const selection = { isDone: done, after: readCursor(cursor, Place) };
  const { results } = await authenticate(deps, caller, [
    listTasks(caller, selection, limit),
    lastCandidate(caller, selection),
  ]);
  const [found, candidate] = results;
  const shown = found.slice(0, limit);
  const last = found.length > limit ? (shown.at(-1) ?? null) : candidate;
  return { tasks: present(shown), nextCursor: last && writeCursor([last.due, last.pageId, last.key]) };
}

function present(found: readonly StoredTask[]): MyTask[] {
  const lines = new Map<string, number>();
  for (const { pageId, text } of found)
    for (const { key, task } of text === null ? [] : keyedTasks(text)) lines.set(`${pageId} ${key}`, task.line);
  return found.map(({ pageId, key, title, icon, driveId, source, isDone }) => {
    const task = parseTasks([`- [${isDone === 1 ? "x" : " "}] ${source}`])[0]?.tasks[0];
    return {
      page: { id: pageId, title, icon, driveId },
      line: lines.get(`${pageId} ${key}`) ?? null,
      source,
      isDone: isDone === 1,
      due: task?.due ?? null,
      priority: task?.priority ?? null,
    };
  });
}
