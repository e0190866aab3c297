/** Filters tasks and groups them into the columns of a board. Pure functions. */
import { foldName } from "../../../kernel/fold.ts";
import { type Section, type Task, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";

/** The key is stable while others edit or move the task's line. */
export type Row = Task & { readonly key: string };
export type TaskSection = Omit<Section, "tasks"> & { readonly key: string; readonly tasks: readonly Row[] };

/** A section is identified by its title, so that its input field survives when lines are inserted above. */
export function withKeys(sections: readonly Section[], keyOf: (task: Task) => string): readonly TaskSection[] {
  const seen = new Map<string, number>();
  return sections.map((section) => {
    const { line, title, tasks } = section;
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    const key = line === null ? "top" : `${title} ${count}`;
    return { ...section, key, tasks: tasks.map((task) => ({ ...task, key: keyOf(task) })) };
  });
}

export const FILTERS = ["all", "open", "mine", "overdue"] as const;
type Filter = (typeof FILTERS)[number];

export type Shown = {
  readonly filter: Filter;
  readonly text: string;
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

export function isShown(task: Task, shown: Shown): boolean {
  return passes(task, shown) && foldName(wordsOf(task.source)).includes(foldName(shown.text));
}

export type Column = {
  readonly key: string;
  readonly title: string;
  /** The section of its tasks; null for a state column, which has tasks of all sections. */
  readonly section: TaskSection | null;
  readonly isDone: boolean | null;
  readonly rows: readonly Row[];
};

/**
 * Usual titles for completed tasks, in all languages of the program, since users with different languages may share a list.
 */
const DONE = new Set(["done", "completed", "finished", "erledigt", "fertig", "abgeschlossen", "تم", "منجز", "مكتمل"]);

/** Whether moving a task into a section completes it. Symbols around the title, such as a check mark, are ignored. */
export const isForDone = ({ title }: Pick<Section, "title">): boolean =>
  DONE.has(title.replaceAll(/[^\p{L}]/gu, "").toLocaleLowerCase());

const outermost = (rows: readonly Row[]): Row[] => rows.filter(({ level }) => level === 0);

/** One column per heading; in a list without headings, one per state. */
export function columnsOf(sections: readonly TaskSection[]): readonly Column[] {
  if (sections.some(({ line }) => line !== null))
    return sections.map((section) => ({
      key: section.key,
      title: section.title || words.noTitle,
      section,
      isDone: null,
      rows: outermost(section.tasks),
    }));
  const rows = outermost(sections.flatMap(({ tasks }) => tasks));
  return [false, true].map((isDone) => ({
    key: isDone ? "done" : "open",
    title: isDone ? words.done : words.open,
    section: isDone ? null : (sections[0] ?? null),
    isDone,
    rows: rows.filter((row) => row.isDone === isDone),
  }));
}
