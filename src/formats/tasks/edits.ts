/**
 * Changes to the text of a TASK_LIST page. Each changes as little as possible, so that concurrent edits are preserved.
 * Pure.
 */
import {
  DUE,
  indentOf,
  MENTION,
  type Assignee,
  PRIORITY,
  type Priority,
  type Section,
  type Task,
  wordsOf,
} from "./tasks.ts";

/** Offsets in UTF-16 code units. */
export type Edit = { readonly from: number; readonly to?: number; readonly insert?: string };

type Line = { readonly from: number; readonly to: number; readonly text: string };

/** The interface needed of a text, which a CodeMirror `Text` has. Lines count from 1. */
export type Lines = { readonly length: number; readonly lines: number; line(number: number): Line };

const sourceStart = (doc: Lines, { line, source }: Task): number => doc.line(line).to - source.length;

export function setDone(doc: Lines, task: Task, isDone: boolean): Edit[] {
  const box = doc.line(task.line).from + task.box;
  return task.isDone === isDone ? [] : [{ from: box, to: box + 1, insert: isDone ? "x" : " " }];
}

/** Edits only the range in which the two texts differ, in whole words. */
function difference(at: number, before: string, after: string): Edit[] {
  if (before === after) return [];
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  while (start > 0 && /\S/.test(before[start - 1] ?? "")) start -= 1;
  while (end > 0 && /\S/.test(before[before.length - end] ?? "")) end -= 1;
  return [{ from: at + start, to: at + before.length - end, insert: after.slice(start, after.length - end) }];
}

const rewrite = (doc: Lines, task: Task, source: string): Edit[] =>
  source.trim() === "" ? [] : difference(sourceStart(doc, task), task.source, source.trimEnd());

/** Normalizes the text of a task to one line. */
const oneLine = (words: string): string => words.replaceAll(/\s+/g, " ").trim();

/** People whose names are still in `words` stay mentioned; those whose names are gone do not. */
export function setWords(doc: Lines, task: Task, words: string): Edit[] {
  let next = oneLine(words);
  if (next === "" || next === wordsOf(task.source)) return [];
  let done = 0;
  for (const [mention] of task.source.matchAll(MENTION)) {
    const name = wordsOf(mention);
    const at = next.indexOf(name, done);
    if (at < 0) continue;
    next = next.slice(0, at) + mention + next.slice(at + name.length);
    done = at + mention.length;
  }
  const tokens = [DUE, PRIORITY].map((token) => token.exec(task.source)?.[0].trim() ?? "").filter(Boolean);
  const ordered = tokens.toSorted((a, b) => task.source.indexOf(a) - task.source.indexOf(b));
  return rewrite(doc, task, [next, ...ordered].join(" "));
}

/** Replaces the whole token including the space before it, which lets the room detect that two people set it at once. */
function setToken(doc: Lines, task: Task, token: RegExp, written: string | null): Edit[] {
  const { source } = task;
  const start = sourceStart(doc, task);
  const found = token.exec(source);
  if (!found) return written === null ? [] : [{ from: start + source.trimEnd().length, insert: ` ${written}` }];
  const [all, space = ""] = found;
  const from = start + found.index;
  if (written !== null)
    return all === space + written ? [] : [{ from, to: from + all.length, insert: space + written }];
  const rest = source.slice(found.index + all.length);
  const blank = found.index === 0 ? rest.length - rest.trimStart().length : 0;
  return source.trim() === all.trim() ? [] : [{ from, to: from + all.length + blank, insert: "" }];
}

export const setDue = (doc: Lines, task: Task, date: string | null): Edit[] =>
  setToken(doc, task, DUE, date === null ? null : `due:${date}`);

export const setPriority = (doc: Lines, task: Task, priority: Priority | null): Edit[] =>
  setToken(doc, task, PRIORITY, priority === null ? null : `!${priority}`);

const LAST_TOKEN = /\s(?:due:\d{4}-\d{2}-\d{2}|!(?:high|medium|low))$/i;
/** Longer than any token. */
const TOKEN_LENGTH = 20;

/** Searches backwards token by token: a single expression for all of them would take quadratic time. */
function endOfWords(source: string): number {
  let words = source.trimEnd();
  for (;;) {
    const token = LAST_TOKEN.exec(words.slice(-TOKEN_LENGTH));
    if (!token) return words.length;
    words = words.slice(0, -token[0].length).trimEnd();
  }
}

/** Inserts the person after the text, before the date and priority at the end of the line. */
export function assign(doc: Lines, task: Task, { id, name }: Assignee): Edit[] {
  if (task.people.some((person) => person.id === id)) return [];
  const at = endOfWords(task.source);
  const label = oneLine(name).replaceAll(/[[\]\\]/g, String.raw`\$&`);
  return [{ from: sourceStart(doc, task) + at, insert: ` @[${label}](user:${id})` }];
}

export function unassign(doc: Lines, task: Task, userId: string): Edit[] {
  const mention = [...task.source.matchAll(MENTION)].find(([, , id]) => id === userId)?.[0];
  if (mention === undefined) return [];
  const source = task.source.replace(` ${mention}`, "").replace(mention, "");
  // A task with no text other than the person keeps the name.
  return rewrite(doc, task, source.trim() === "" ? wordsOf(mention).slice(1) : source);
}

const spaces = (count: number): string => " ".repeat(Math.max(0, count));

/** Adds a task at the end of a section, below its last task. */
export function add(doc: Lines, section: Section, words: string): Edit[] {
  const text = `- [ ] ${oneLine(words)}`;
  const last = section.tasks.at(-1);
  const end = Math.max(last?.end ?? 0, last ? 0 : section.end);
  if (end === 0) return [{ from: 0, insert: doc.length === 0 ? text : `${text}\n` }];
  // After a task or heading no blank line is needed; after prose it is.
  const isProse = !last && section.end !== section.line;
  return [{ from: doc.line(end).to, insert: `\n${isProse ? "\n" : ""}${text}` }];
}

/** Inside a quote, the quote marks are repeated. */
const leadBelow = ({ fixed, inner }: Task): string => {
  const quote = /^(?:[ \t]*>[ \t]?)*/.exec(fixed)?.[0] ?? "";
  return quote + spaces(inner - quote.length);
};

export const addBelow = (doc: Lines, task: Task, words: string): Edit[] => [
  { from: doc.line(task.end).to, insert: `\n${leadBelow(task)}- [ ] ${oneLine(words)}` },
];

/** Removes a task with all its subtasks. */
export function remove(doc: Lines, { line, end }: Task): Edit[] {
  const [from, to] = [doc.line(line).from, doc.line(end).to];
  return [to < doc.length ? { from, to: to + 1 } : { from: Math.max(0, from - 1), to }];
}

/** The lines of a task, reindented to begin in another column. */
function linesAt(doc: Lines, { line, end, indent }: Task, column: number): string {
  const moved: string[] = [];
  for (let number = line; number <= end; number += 1) {
    const { text } = doc.line(number);
    moved.push(text.trim() === "" ? "" : spaces(indentOf(text) + column - indent) + text.trimStart());
  }
  return moved.join("\n");
}

/** `before` is the task in front of which it is placed; null for the end of the section. */
export type TaskPosition = { readonly section: Section; readonly before: Task | null };

export function move(doc: Lines, task: Task, { section, before }: TaskPosition): Edit[] {
  if (before && before.line >= task.line && before.line <= task.end) return [];
  if (task.fixed !== "" || (before !== null && before.fixed !== "")) return [];
  const text = linesAt(doc, task, before?.indent ?? 0);
  if (before) return before.line === task.end + 1 && before.indent === task.indent ? [] : [...remove(doc, task), { from: doc.line(before.line).from, insert: `${text}\n` }]; // oxfmt-ignore
  const last = section.tasks.findLast(({ level }) => level === 0);
  if (last?.line === task.line) return [];
  const end = last?.end ?? section.end;
  const removed = remove(doc, task);
  if (end === 0) return [...removed, { from: 0, insert: `${text}\n` }];
  const isProse = !last && section.end !== section.line;
  return [...removed, { from: doc.line(end).to, insert: `\n${isProse ? "\n" : ""}${text}` }];
}

/** Makes the task a subtask of the previous one, or moves it one level out; returns no edits if that is not possible. */
export function shift(doc: Lines, tasks: readonly Task[], task: Task, isIn: boolean): Edit[] {
  if (task.fixed !== "") return [];
  const before = tasks.filter(({ line, fixed }) => line < task.line && fixed === "");
  const other = isIn
    ? before.findLast(({ level }) => level <= task.level)
    : before.findLast(({ level }) => level < task.level);
  if (!other || (isIn && other.level !== task.level)) return [];
  return difference(doc.line(task.line).from, textOf(doc, task), linesAt(doc, task, isIn ? other.inner : other.indent));
}

const textOf = (doc: Lines, { line, end }: Task): string =>
  Array.from({ length: end - line + 1 }, (_, n) => doc.line(line + n).text).join("\n");
