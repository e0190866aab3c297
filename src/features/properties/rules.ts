/** What the index of properties contains for a page's text. Pure. */
import { holdsMarkdown, type PageType } from "../../kernel/page-type.ts";
import { readFrontMatter } from "../../formats/properties/front-matter.ts";
import { indexedValues, type IndexedValue } from "../../formats/properties/values.ts";
import { reminderDay } from "../../formats/tasks/recurrence.ts";
import { MAX_SOURCE, parseTasks, type Task } from "../../formats/tasks/tasks.ts";

/** Increased when the rows of unchanged texts change: the sweep then indexes all pages again. */
export const INDEX_RULES = 1;

/** The due date of tasks without one, which are listed last. */
export const NO_DUE = "9999";

export type TaskPerson = {
  readonly userId: string;
  readonly isDone: boolean;
  readonly due: string;
  readonly key: string;
  /** At most `MAX_SOURCE` UTF-16 code units. */
  readonly source: string;
  /** YYYY-MM-DD; null without a reminder. */
  readonly remindOn: string | null;
};

export type IndexedPage = { readonly values: readonly IndexedValue[]; readonly people: readonly TaskPerson[] };

/** Rows of one list; of a list with more, the first ones are indexed. */
const MAX_TASK_PEOPLE = 1000;

export function indexedPage(type: PageType, text: string): IndexedPage {
  if (!holdsMarkdown(type)) return { values: [], people: [] };
  return { values: indexedValues(readFrontMatter(text)), people: type === "TASK_LIST" ? peopleOf(text) : [] };
}

function peopleOf(text: string): TaskPerson[] {
  if (!text.includes("](user:")) return [];
  const people = keyedTasks(text).flatMap(({ key, task: { isDone, due, remind, people: assigned, source } }) =>
    [...new Set(assigned.map(({ id }) => id))].map((userId) => ({
      userId,
      isDone,
      due: due ?? NO_DUE,
      key,
      source: source.slice(0, MAX_SOURCE),
      remindOn: reminderDay(due, remind),
    })),
  );
  return people.slice(0, MAX_TASK_PEOPLE);
}

export type KeyedTask = { readonly key: string; readonly task: Task };

/**
 * Keys are a hash of the task's text and its number among equal ones, so that they stay when lines are inserted above.
 */
export function keyedTasks(text: string): KeyedTask[] {
  const seen = new Map<string, number>();
  return parseTasks(text.split("\n"))
    .flatMap(({ tasks }) => tasks)
    .map((task) => {
      const hash = hashOf(task.source);
      const n = seen.get(hash) ?? 0;
      seen.set(hash, n + 1);
      return { key: `${hash}.${n}`, task };
    });
}

/** FNV-1a over UTF-16 code units, twice, in base 36. Equal hashes only share a numbering. */
function hashOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x1000193;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
