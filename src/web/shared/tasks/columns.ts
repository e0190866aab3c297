/** Rows of tasks, and their grouping into columns by status, heading or state. Pure functions. */
import { hasDescription } from "../../../formats/tasks/description.ts";
import { allStatuses, isFirstOfKind, type Status, statusOf } from "../../../formats/tasks/statuses.ts";
import { titleOf } from "../../../formats/tasks/facts.ts";
import type { Section, Task } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";

/** The key is stable while others edit or move the task's line. */
export type Row = Task & {
  readonly key: string;
  /** Null in a list without statuses. */
  readonly state: Status | null;
  /** The texts of the open tasks that block it. */
  readonly blockers: readonly string[];
  readonly isDescribed: boolean;
};
export type TaskSection = Omit<Section, "tasks"> & { readonly key: string; readonly tasks: readonly Row[] };

/** A section is identified by its title, so that its input field survives when lines are inserted above. */
export function withKeys(
  sections: readonly Section[],
  keyOf: (task: Task) => string,
  statuses: readonly Status[] = [],
): readonly TaskSection[] {
  const seen = new Map<string, number>();
  const open = new Map(sections.flatMap(({ tasks }) => tasks.filter(({ id, isDone }) => id !== null && !isDone)).map((task) => [task.id, task])); // oxfmt-ignore
  return sections.map((section) => {
    const { line, title, tasks } = section;
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    const key = line === null ? "top" : `${title} ${count}`;
    const rows = tasks.map((task, at): Row => ({
      ...task,
      key: keyOf(task),
      state: statusOf(statuses, task),
      blockers: task.isDone ? [] : task.after.flatMap((id) => titleOf(open.get(id)?.source ?? "") || []),
      isDescribed: hasDescription(tasks.slice(at + 1, at + 2), task),
    }));
    return { ...section, key, tasks: rows };
  });
}

export const GROUPS = ["status", "heading", "none"] as const;
export type Grouping = (typeof GROUPS)[number];

export type Column = {
  readonly key: string;
  readonly title: string;
  /** Where new tasks are added; null if none can be. */
  readonly section: TaskSection | null;
  /** Null for a column of a heading or state. */
  readonly status: Status | null;
  /** The word that new tasks get: none for the first status of its kind. */
  readonly newStatus: string | null;
  /** The state that moving a task here sets; null for a heading. */
  readonly isDone: boolean | null;
  /** Each task is followed by its subtasks. */
  readonly rows: readonly Row[];
};

/**
 * Usual titles for completed tasks, in all languages of the program, since users with different languages may share a list.
 */
const DONE = new Set(["done", "completed", "finished", "erledigt", "fertig", "abgeschlossen", "تم", "منجز", "مكتمل"]);

/** Whether moving a task into a section completes it. Symbols around the title, such as a check mark, are ignored. */
export const isForDone = ({ title }: Pick<Section, "title">): boolean =>
  DONE.has(title.replaceAll(/[^\p{L}]/gu, "").toLocaleLowerCase());

/** Outermost tasks, each with its subtasks behind it. */
export function blocksOf(rows: readonly Row[]): Row[][] {
  const blocks: Row[][] = [];
  for (const row of rows) {
    const block = blocks.at(-1);
    if (row.level === 0 || !block) blocks.push([row]);
    else block.push(row);
  }
  return blocks;
}

const byHeading = (sections: readonly TaskSection[]): Column[] =>
  sections.map((section) => ({
    key: section.key,
    title: section.title || words.noTitle,
    section,
    status: null,
    newStatus: null,
    isDone: null,
    rows: section.tasks,
  }));

/** The rows of the outermost tasks that pass, with their subtasks. */
const rowsWhere = (sections: readonly TaskSection[], passes: (row: Row) => boolean): Row[] =>
  sections.flatMap(({ tasks }) =>
    blocksOf(tasks)
      .filter(([first]) => first && passes(first))
      .flat(),
  );

function byStatus(sections: readonly TaskSection[], declared: readonly Status[]): Column[] {
  const rows = sections.flatMap(({ tasks }) => tasks);
  return allStatuses(declared, rows).map((status) => ({
    key: `status ${status.key}`,
    title: status.label,
    section: sections[0] ?? null,
    status,
    newStatus: isFirstOfKind(declared, status) ? null : status.key,
    isDone: status.isDone,
    rows: rowsWhere(sections, ({ state }) => state?.key.toLowerCase() === status.key.toLowerCase()),
  }));
}

function byState(sections: readonly TaskSection[]): Column[] {
  return [false, true].map((isDone) => ({
    key: isDone ? "done" : "open",
    title: isDone ? words.done : words.open,
    section: isDone ? null : (sections[0] ?? null),
    status: null,
    newStatus: null,
    isDone,
    rows: rowsWhere(sections, (row) => row.isDone === isDone),
  }));
}

/** The columns of a board: by status if any are declared, otherwise by heading, otherwise open and done. */
export function boardColumns(
  sections: readonly TaskSection[],
  statuses: readonly Status[],
  group: Grouping | null,
): readonly Column[] {
  const hasHeadings = sections.some(({ line }) => line !== null);
  if (statuses.length > 0 && !(group === "heading" && hasHeadings)) return byStatus(sections, statuses);
  return hasHeadings ? byHeading(sections) : byState(sections);
}

/** The groups of a list: by heading unless there are statuses and no headings, or the user chose otherwise. */
export function listGroups(
  sections: readonly TaskSection[],
  statuses: readonly Status[],
  group: Grouping | null,
): readonly Column[] {
  const hasHeadings = sections.some(({ line }) => line !== null);
  if (statuses.length > 0 && (group === "status" || (group === null && !hasHeadings))) return byStatus(sections, statuses); // oxfmt-ignore
  if (group !== "none" || !hasHeadings) return byHeading(sections);
  const [first] = byHeading(sections);
  return first ? [{ ...first, key: "all", title: words.all, rows: sections.flatMap(({ tasks }) => tasks) }] : [];
}
