/** Conditions on tasks in the query language, such as `Status != Done and Due <= today+7d`. Pure. */
import { foldKey } from "../properties/front-matter.ts";
import type { IndexedValue } from "../properties/values.ts";
import { matchesQuery, type QueryContext, type QueryRow } from "../query/evaluate.ts";
import { parseQuery } from "../query/parse.ts";
import type { Query, QueryFields } from "../query/query.ts";
import { minutesOf, titleOf } from "./facts.ts";
import { type Status, statusOf } from "./statuses.ts";
import { PRIORITIES, type Task } from "./tasks.ts";

/** The names are the same in all languages, because views in the text contain them. */
export const taskFields = (statuses: readonly Status[]): QueryFields => ({
  isOpen: false,
  fields: [
    { name: "Title", type: "text", options: [] },
    { name: "Status", type: statuses.length > 0 ? "choice" : "text", options: statuses.map(({ label }) => label) },
    { name: "Due", type: "date", options: [] },
    { name: "Priority", type: "choice", options: PRIORITIES },
    { name: "Assignee", type: "people", options: [] },
    { name: "Labels", type: "choices", options: [] },
    { name: "Estimate", type: "number", options: [] },
    { name: "Done", type: "checkbox", options: [] },
  ],
});

function rowOf(task: Task, statuses: readonly Status[]): QueryRow {
  const row = new Map<string, IndexedValue[]>();
  const put = (name: string, values: readonly (readonly [value: string | number, shown: string | null])[]): void => {
    const key = foldKey(name);
    row.set(key, values.map(([value, shown], n) => ({ key, n, value, shown })));
  };
  const status = statusOf(statuses, task)?.label ?? task.status;
  const title = titleOf(task.source);
  put("Title", [[foldKey(title), title]]);
  put("Status", status === null ? [] : [[foldKey(status), status]]);
  put("Due", task.due === null ? [] : [[task.due, null]]);
  put("Priority", task.priority === null ? [] : [[task.priority, null]]);
  put("Assignee", task.people.map(({ id, name }) => [`user:${id}`, name] as const));
  put("Labels", task.labels.map((label) => [foldKey(label), label] as const));
  // In hours.
  put("Estimate", task.estimate === null ? [] : [[minutesOf(task.estimate) / 60, task.estimate]]);
  put("Done", [[Number(task.isDone), null]]);
  return row;
} // oxfmt-ignore

/** Throws a `QueryFault` with the position of the error. */
export const parseTaskQuery = (source: string, statuses: readonly Status[]): Query =>
  parseQuery(source, taskFields(statuses));

export const matchesTask = (query: Query, task: Task, statuses: readonly Status[], context: QueryContext): boolean =>
  matchesQuery(query, rowOf(task, statuses), context);
