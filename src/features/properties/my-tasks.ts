/** Lists the tasks that are assigned to the caller, by due date. */
import * as z from "zod";
import type { Actor, Caller } from "../../kernel/caller.ts";
import { readCursor, writeCursor } from "../../kernel/cursor.ts";
import { EDIT, includesRights } from "../../kernel/rights.ts";
import { readStatuses, statusOf, type Status } from "../../formats/tasks/statuses.ts";
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
  const { actor, results } = await authenticate(deps, caller, [
    listTasks(caller, selection, limit),
    lastCandidate(caller, selection),
  ]);
  const [found, candidate] = results;
  const shown = found.slice(0, limit);
  const last = found.length > limit ? (shown.at(-1) ?? null) : candidate;
  return { tasks: present(shown, actor), nextCursor: last && writeCursor([last.due, last.pageId, last.key]) };
}

function present(found: readonly StoredTask[], { readOnly }: Actor): MyTask[] {
  const lists = new Map(found.flatMap(({ pageId, text }) => (text === null ? [] : [[pageId, listOf(text)] as const])));
  return found.map(({ pageId, key, title, icon, driveId, source, isDone, rights }) => {
    const list = lists.get(pageId);
    const task = parseTasks([`- [${isDone === 1 ? "x" : " "}] ${source}`])[0]?.tasks[0];
    const status = list && task ? statusOf(list.statuses, task) : null;
    return {
      page: { id: pageId, title, icon, driveId },
      line: list?.lines.get(key) ?? null,
      source,
      isDone: isDone === 1,
      canEdit: !readOnly && includesRights(rights, EDIT),
      due: task?.due ?? null,
      priority: task?.priority ?? null,
      status: status && { key: status.key, label: status.label, color: status.color },
      labels: [...(task?.labels ?? [])],
      estimate: task?.estimate ?? null,
      every: task?.every ?? null,
    };
  });
}

type List = { readonly lines: ReadonlyMap<string, number>; readonly statuses: readonly Status[] };

const listOf = (text: string): List => ({
  lines: new Map(keyedTasks(text).map(({ key, task }) => [key, task.line])),
  statuses: readStatuses(text),
});
