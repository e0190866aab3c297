/**
 * The statuses of a task list, declared in its front matter: below `statuses:`, one per line, as
 * `doing: Doing, amber, limit 3`. The box of a task says whether it is done, its word `status:doing` in which column it
 * is. Pure.
 */
import { fold } from "../../kernel/fold.ts";
import { moveProperty, applyEdits, removeProperty, setProperty } from "../properties/front-matter-edits.ts";
import { countedEntries, findEntry, foldKey, readFrontMatter } from "../properties/front-matter.ts";
import { COLORS, type Color, type Option, readOption, writeOption } from "../properties/schema.ts";
import type { Edit } from "./edits.ts";
import { NAME } from "./facts.ts";
import type { Task } from "./tasks.ts";

export { COLORS, type Color };

export type Status = Pick<Option, "label" | "color" | "limit" | "isDone"> & {
  readonly key: string;
  /** False for a status that a task has, but the list does not declare: removed, or misspelled. */
  readonly isDeclared: boolean;
};

export const MAX_STATUSES = 40;
const KEY = new RegExp(`^${NAME}$`, "u");

/** The declared statuses in the order of their lines; none for a list whose columns are its headings. */
export function readStatuses(text: string): readonly Status[] {
  const map = findEntry(readFrontMatter(text)?.entries ?? [], "statuses");
  return countedEntries(map?.below ?? [])
    .flatMap(({ key, form, valueAt }): Status[] => {
      if (key === null || !KEY.test(key) || form === "map" || form === "lines") return [];
      const { label, color, limit, isDone } = readOption(unquoted(text.slice(valueAt.from, valueAt.to)));
      return [{ key, label: label || key, color, limit, isDone, isDeclared: true }];
    })
    .slice(0, MAX_STATUSES);
}

const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value.trim())?.[2] ?? value;

/** Null in a list without statuses. A word of the other kind than the box counts as none. */
export function statusOf(statuses: readonly Status[], task: Pick<Task, "status" | "isDone">): Status | null {
  if (statuses.length === 0) return null;
  const { status, isDone } = task;
  if (status !== null) {
    const found = statuses.find(({ key }) => foldKey(key) === foldKey(status));
    if (found?.isDone === isDone) return found;
    if (!found && !isDone) return { key: status, label: status, color: null, limit: null, isDone, isDeclared: false };
  }
  return statuses.find((each) => each.isDone === isDone) ?? statuses.at(isDone ? -1 : 0) ?? null;
}

/** The declared statuses, then those that only tasks have. */
export function allStatuses(declared: readonly Status[], tasks: readonly Task[]): readonly Status[] {
  const others = new Map<string, Status>();
  for (const task of tasks) {
    const status = statusOf(declared, task);
    if (status?.isDeclared === false && !others.has(foldKey(status.key))) others.set(foldKey(status.key), status);
  }
  return [...declared, ...others.values()];
}

/** The status of tasks that are open, or done, and have no word of their own. */
export const isFirstOfKind = (statuses: readonly Status[], status: Status): boolean =>
  statuses.find(({ isDone }) => isDone === status.isDone)?.key === status.key;

const optionOf = ({ label, color, limit, isDone }: Omit<Status, "key" | "isDeclared">): string =>
  writeOption({ label, color, limit, isDone, was: null });

/** Applies several edits of front matter after one another, as one edit of the range that they change. */
function inTurn(text: string, edits: readonly ((text: string) => Edit[] | null)[]): Edit[] | null {
  let next = text;
  for (const make of edits) {
    const made = make(next);
    if (made === null) return null;
    next = applyEdits(next, made);
  }
  if (next === text) return [];
  const most = Math.min(text.length, next.length);
  let start = 0;
  while (start < most && text[start] === next[start]) start += 1;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === next.at(-1 - end)) end += 1;
  return [{ from: start, to: text.length - end, insert: next.slice(start, next.length - end) }];
}

/** Declares statuses in a list without any. `labels`: of an open, a started and a done task. */
export const declareStatuses = (text: string, labels: readonly [string, string, string]): Edit[] | null =>
  inTurn(
    text,
    (
      [
        ["todo", "gray", false],
        ["doing", "amber", false],
        ["done", "green", true],
      ] as const
    ).map(
      ([key, color, isDone], at) =>
        (each: string) =>
          setProperty(each, ["statuses", key], optionOf({ label: labels[at] ?? key, color, limit: null, isDone })),
    ),
  );

/** A key for a label that no other status has. */
export function keyFor(statuses: readonly Pick<Status, "key">[], label: string): string {
  const base = fold(label).trim().replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "").slice(0, 30) || "status"; // oxfmt-ignore
  const taken = new Set(statuses.map(({ key }) => foldKey(key)));
  let key = base;
  for (let n = 2; taken.has(key); n += 1) key = `${base}-${n}`;
  return key;
}

/** An open status goes before the first done one. */
export function addStatus(text: string, label: string, isDone = false): Edit[] | null {
  const statuses = readStatuses(text);
  if (statuses.length >= MAX_STATUSES || label.trim() === "") return null;
  const key = keyFor(statuses, label);
  const color = COLORS[(statuses.length * 3) % COLORS.length] ?? null;
  const before = isDone ? null : (statuses.find((each) => each.isDone)?.key ?? null);
  return inTurn(text, [
    (each) => setProperty(each, ["statuses", key], optionOf({ label, color, limit: null, isDone })),
    ...(before === null ? [] : [(each: string) => moveProperty(each, ["statuses", key], before)]),
  ]);
}

/** Declares a status that only tasks have, or changes a declared one; its key stays. */
export function changeStatus(
  text: string,
  status: Status,
  change: Partial<Pick<Status, "label" | "color" | "limit" | "isDone">>,
): Edit[] | null {
  const label = change.label?.trim() || status.label;
  return setProperty(text, ["statuses", status.key], optionOf({ ...status, ...change, label }));
}

/** `before`: the key of the status in front of which it is placed; null for the end. */
export const moveStatus = (text: string, key: string, before: string | null): Edit[] | null =>
  moveProperty(text, ["statuses", key], before);

/** Its tasks keep their word. */
export const removeStatus = (text: string, key: string): Edit[] | null => removeProperty(text, ["statuses", key]);
