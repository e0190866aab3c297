/** Views of a task list that are stored in its text, as fences with the word `view`: layout, order and conditions. */
import {
  addView,
  readViews,
  removeView,
  setViewOption,
  setWhere,
  type View,
} from "../../../formats/properties/view-blocks.ts";
import type { Edit } from "../../../formats/tasks/edits.ts";
import { inTurn, type Status } from "../../../formats/tasks/statuses.ts";
import { NO_CONDITIONS, type Sort } from "../../shared/tasks/filters.ts";
import { type Choices, LAYOUTS } from "../../shared/tasks/props.ts";

const SORT_NAMES: Readonly<Record<Exclude<Sort, "manual">, string>> = {
  due: "Due",
  priority: "Priority",
  title: "Title",
};
const GROUP_NAMES = { status: "Status", heading: "Heading", none: "Nothing" } as const;

const keyIn = <Key extends string>(names: Readonly<Record<Key, string>>, name: string | undefined): Key | null =>
  (Object.keys(names) as Key[]).find((key) => names[key].toLowerCase() === name?.toLowerCase()) ?? null;

const find = (text: string, name: string): View | null =>
  readViews(text).findLast((view) => view.name === name) ?? null;

/** What the user sees when a view is chosen; null if it is gone. */
export function choicesOf(text: string, name: string): Partial<Choices> | null {
  const view = find(text, name);
  if (view === null) return null;
  return {
    ...NO_CONDITIONS,
    layout: LAYOUTS.find((each) => each === view.kind) ?? "list",
    isText: false,
    group: keyIn(GROUP_NAMES, view.by ?? undefined),
    sort: keyIn(SORT_NAMES, view.sort[0]?.name) ?? "manual",
    query: view.where.length > 1 ? view.where.map((each) => `(${each})`).join(" and ") : (view.where[0] ?? ""),
  };
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

const OPEN = "not Done";
const FILTERED = { all: [], open: [OPEN], mine: ["Assignee has me"], overdue: ["Due < today", OPEN] } as const;
const DUE = { overdue: ["Due < today", OPEN], today: ["Due <= today", OPEN], week: ["Due <= today+7d", OPEN], none: ["Due is empty"] } as const; // oxfmt-ignore

/** The conditions of the choices in the query language, which all apply. */
export function conditionsOf(choices: Choices, statuses: readonly Status[], userId: string): readonly string[] {
  const { filter, text, who, label, status, priority, due, query } = choices;
  const named = (value: string | null, name: string, written: (value: string) => string): string[] =>
    value === null ? [] : [value === "" ? `${name} is empty` : written(value)];
  const all = [
    ...FILTERED[filter],
    ...named(who, "Assignee", (id) => (id === userId ? "Assignee has me" : `Assignee has user:${id}`)),
    ...named(label, "Labels", (each) => `Labels has ${quoted(each)}`),
    ...named(status, "Status", (key) => `Status = ${quoted(statuses.find((each) => each.key === key)?.label ?? key)}`),
    ...named(priority, "Priority", (each) => `Priority = ${each}`),
    ...(due === null ? [] : DUE[due]),
    ...(text.trim() === "" ? [] : [`Title contains ${quoted(text.trim())}`]),
    ...(query.trim() === "" ? [] : [query.trim()]),
  ];
  return [...new Set(all)];
}

/** Adds a view at the end of the text, in place of one of the same name. */
export function saveView(text: string, name: string, choices: Choices, where: readonly string[]): Edit[] | null {
  const { layout, group, sort } = choices;
  const by = group === null ? null : GROUP_NAMES[group];
  const change = (make: (text: string, view: View) => Edit[]) => (each: string): Edit[] => {
    const view = find(each, name);
    return view ? make(each, view) : [];
  };
  return inTurn(text, [
    change(removeView),
    (each) => addView(each, { name, kind: layout, by, of: "tasks" }),
    change((each, view) => (sort === "manual" ? [] : setViewOption(each, view, "sort", SORT_NAMES[sort]))),
    change((each, view) => setWhere(each, view, where)),
  ]);
} // oxfmt-ignore

export function removeSavedView(text: string, name: string): Edit[] | null {
  const view = find(text, name);
  return view && removeView(text, view);
}
