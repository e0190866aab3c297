/** Lists the tasks that are assigned to the caller, by due date. */
import * as z from "zod";
import type { Actor, Caller } from "../../kernel/caller.ts";
import { paginate, readCursor, writeCursor } from "../../kernel/cursor.ts";
import { EDIT, includesRights } from "../../kernel/rights.ts";
import { readStatuses, statusOf, type Status } from "../../formats/tasks/statuses.ts";
import { parseTasks } from "../../formats/tasks/tasks.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import type { MyTask, MyTasks, MyTasksQuery } from "./contract.ts";
import { lastCandidate, listTasks, type Selection, type StoredTask, type TaskPlace } from "./my-tasks-store.ts";
import { keyedTasks } from "./rules.ts";

const Place = z
  .tuple([z.string().max(20), z.string().max(64), z.string().max(64)])
  .transform(([due, pageId, key]): TaskPlace => ({ due, pageId, key }));

/** Tasks looked at first, which is enough unless most of them are hidden from the caller. */
const FIRST_WINDOW = 200;
/** Further tasks looked at for one response. More hidden tasks in succession end the list. */
const WINDOW = 1000;
const MAX_WINDOWS = 5;

/** Cursors contain only the places of tasks that the caller can see, because anyone can decode them. */
export async function listMyTasks(
  deps: AuthDeps,
  caller: Caller,
  { done, cursor, limit }: MyTasksQuery,
): Promise<MyTasks> {
  const selection: Selection = { isDone: done, after: readCursor(cursor, Place), window: FIRST_WINDOW };
  const { actor, results } = await authenticate(deps, caller, [
    listTasks(caller, selection, limit),
    lastCandidate(caller, selection),
  ]);
  const found = [...results[0]];
  let after = results[1];
  for (let n = 0; n < MAX_WINDOWS && after !== null && found.length <= limit; n += 1) {
    const next = { isDone: done, after, window: WINDOW };
    const [tasks, last] = await deps.db.batch([
      listTasks(caller, next, limit - found.length),
      lastCandidate(caller, next),
    ]);
    found.push(...tasks);
    after = last;
  }
  const { page, nextCursor } = paginate(found, limit, ({ due, pageId, key }) => writeCursor([due, pageId, key]));
  return { tasks: present(page, actor), nextCursor };
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
