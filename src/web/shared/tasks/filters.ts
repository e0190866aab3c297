/** Which tasks of a list are shown, and in which order. Pure functions. */
import { foldName } from "../../../kernel/fold.ts";
import { addDays } from "../../../formats/tasks/recurrence.ts";
import { PRIORITIES, type Task, wordsOf } from "../../../formats/tasks/tasks.ts";
import { blocksOf, type Column, type Grouping, type Row } from "./columns.ts";

export const FILTERS = ["all", "open", "mine", "overdue"] as const;
type Filter = (typeof FILTERS)[number];

export const SORTS = ["manual", "due", "priority", "title"] as const;
export type Sort = (typeof SORTS)[number];

export const DUE_FILTERS = ["overdue", "today", "week", "none"] as const;

/** What the user chose to see of one list. Null is no restriction, and an empty text the absence of the fact. */
export type Conditions = {
  readonly filter: Filter;
  readonly text: string;
  readonly who: string | null;
  readonly label: string | null;
  readonly status: string | null;
  readonly priority: string | null;
  readonly due: (typeof DUE_FILTERS)[number] | null;
  readonly group: Grouping | null;
  readonly sort: Sort;
};

export const NO_CONDITIONS: Conditions = {
  filter: "all",
  text: "",
  who: null,
  label: null,
  status: null,
  priority: null,
  due: null,
  group: null,
  sort: "manual",
};

export type Shown = Conditions & {
  readonly userId: string;
  /** The viewer's local date, YYYY-MM-DD. */
  readonly today: string;
};

export const isOverdue = ({ due, isDone }: Task, today: string): boolean => due !== null && due < today && !isDone;

function passes(task: Task, { filter, userId, today }: Shown): boolean {
  if (filter === "mine") return task.people.some(({ id }) => id === userId);
  if (filter === "overdue") return isOverdue(task, today);
  return filter === "all" || !task.isDone;
}

function isDueWithin(task: Task, due: Conditions["due"], today: string): boolean {
  if (due === null) return true;
  if (due === "none") return task.due === null;
  if (due === "overdue") return isOverdue(task, today);
  return task.due !== null && task.due <= (due === "today" ? today : addDays(today, 7)) && !task.isDone;
}

const has = (values: readonly string[], wanted: string | null): boolean =>
  wanted === null || (wanted === "" ? values.length === 0 : values.includes(wanted));

export const isShown = (row: Row, shown: Shown): boolean =>
  passes(row, shown) &&
  has(row.people.map(({ id }) => id), shown.who) &&
  has(row.labels, shown.label) &&
  (shown.status === null || row.state?.key === shown.status) &&
  has(row.priority === null ? [] : [row.priority], shown.priority) &&
  isDueWithin(row, shown.due, shown.today) &&
  foldName(wordsOf(row.source)).includes(foldName(shown.text)); // oxfmt-ignore

const priorityRank = ({ priority }: Row): number =>
  priority === null ? PRIORITIES.length : PRIORITIES.indexOf(priority);

const ORDERS: Readonly<Record<Exclude<Sort, "manual">, (a: Row, b: Row) => number>> = {
  due: (a, b) => (a.due ?? "9999").localeCompare(b.due ?? "9999"),
  priority: (a, b) => priorityRank(a) - priorityRank(b),
  title: (a, b) => wordsOf(a.source).localeCompare(wordsOf(b.source)),
};

/** The shown rows of a column in the chosen order; subtasks stay behind their task. */
export function shownRows({ rows }: Column, shown: Shown): readonly Row[] {
  const { sort } = shown;
  const ordered =
    sort === "manual"
      ? rows
      : blocksOf(rows).toSorted(([a], [b]) => (a && b ? ORDERS[sort](a, b) : 0)).flat(); // oxfmt-ignore
  return ordered.filter((row) => isShown(row, shown));
}

/** Number of active conditions besides the search text and the first filter. */
export const countConditions = ({ who, label, status, priority, due }: Conditions): number =>
  [who, label, status, priority, due].filter((each) => each !== null).length;
