/** Which tasks are shown, and in which column of a board each stands. Pure. */
import { foldName } from "../../../kernel/fold.ts";
import { type Section, type Task, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../messages/tasks.ts";

/** The key stays while the task's line is changed and moved by others. */
export type Row = Task & { readonly key: string };
export type TaskSection = Omit<Section, "tasks"> & { readonly key: string; readonly tasks: readonly Row[] };

/** A section is known by its title, so that lines that come above it leave its field as it is. */
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
  /** The date where the reader is, YYYY-MM-DD. */
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
  /** Where its tasks stand; null for one of a state, which tasks of all sections are in. */
  readonly section: TaskSection | null;
  readonly isDone: boolean | null;
  readonly rows: readonly Row[];
};

/** What people call the place of what is done, in every language of the program: they may share a list. */
const DONE = new Set(["done", "completed", "finished", "erledigt", "fertig", "abgeschlossen", "تم", "منجز", "مكتمل"]);

/** Whether a task that is put into a section is done by that. Signs around the title, a check mark say, count for nothing. */
export const isForDone = ({ title }: Pick<Section, "title">): boolean =>
  DONE.has(title.replaceAll(/[^\p{L}]/gu, "").toLocaleLowerCase());

const outermost = (rows: readonly Row[]): Row[] => rows.filter(({ level }) => level === 0);

/** One for each heading; in a list without headings, one for each state. */
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
