/** A user's grouping, order and filters of a task list, stored in this browser. */
import { GROUPS } from "../../shared/tasks/columns.ts";
import { type Conditions, DUE_FILTERS, FILTERS, NO_CONDITIONS, SORTS } from "../../shared/tasks/filters.ts";

const keyOf = (pageId: string): string => `tasks-view:${pageId}`;

const text = (value: unknown): string | null => (typeof value === "string" ? value.slice(0, 200) : null);

export function keptChoices(pageId: string): Conditions {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(pageId)) ?? "{}") as Partial<Conditions>; // written by `keepChoices`
    return {
      ...NO_CONDITIONS,
      filter: FILTERS.find((each) => each === kept.filter) ?? "all",
      who: text(kept.who),
      label: text(kept.label),
      status: text(kept.status),
      priority: text(kept.priority),
      due: DUE_FILTERS.find((each) => each === kept.due) ?? null,
      group: GROUPS.find((each) => each === kept.group) ?? null,
      sort: SORTS.find((each) => each === kept.sort) ?? "manual",
    };
  } catch {
    return NO_CONDITIONS;
  }
}

/** The search text is not kept: a list that opens almost empty would look damaged. */
export function keepChoices(
  pageId: string,
  { filter, who, label, status, priority, due, group, sort }: Conditions,
): void {
  const kept = { filter, who, label, status, priority, due, group, sort };
  const isUsual = Object.entries(kept).every(([key, value]) => NO_CONDITIONS[key as keyof Conditions] === value);
  try {
    if (isUsual) localStorage.removeItem(keyOf(pageId));
    else localStorage.setItem(keyOf(pageId), JSON.stringify(kept));
  } catch {
    // Storage is full or blocked.
  }
}
