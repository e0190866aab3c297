/**
 * Changes to the text of a TASK_LIST page. Each changes as little as possible, so that concurrent edits are preserved.
 * Pure.
 */
import {
  type Assignee,
  type FactKey,
  factsOf,
  MENTION,
  PAGE_LINK,
  type Priority,
  type Span,
  wordsOf,
} from "./facts.ts";
import { nextDue } from "./recurrence.ts";
import { indentOf, type Section, type Task } from "./tasks.ts";

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

/** Marks a task as done; a recurring one stays open, and its due date moves on. `today`: the user's local date. */
export function complete(doc: Lines, task: Task, today: string): Edit[] {
  const next = task.every === null ? null : nextDue(task.every, task.due, today);
  if (task.isDone || next === null) return setDone(doc, task, true);
  return setFacts(doc, task, { due: `due:${next}`, last: `last:${today}`, status: null });
}

/** Edits only the range in which the two texts differ, in whole words. */
export function difference(at: number, before: string, after: string): Edit[] {
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

export const rewrite = (doc: Lines, task: Task, source: string): Edit[] =>
  source.trim() === "" ? [] : difference(sourceStart(doc, task), task.source, source.trimEnd());

/** Links to people and pages. */
const LINK = new RegExp(`${MENTION.source}|${PAGE_LINK.source}`, "g");

/** Normalizes the text of a task to one line. */
const oneLine = (words: string): string => words.replaceAll(/\s+/g, " ").trim();

/** People and pages whose names are still in `words` stay linked; those whose names are gone do not. */
export function setWords(doc: Lines, task: Task, words: string): Edit[] {
  let next = oneLine(words);
  if (next === "" || next === wordsOf(task.source)) return [];
  let done = 0;
  for (const [mention] of task.source.matchAll(LINK)) {
    const name = wordsOf(mention);
    const at = next.indexOf(name, done);
    if (at < 0) continue;
    next = next.slice(0, at) + mention + next.slice(at + name.length);
    done = at + mention.length;
  }
  const { spans } = factsOf(task.source);
  const tokens = spans
    .map(({ from, to }) => task.source.slice(from, to).trim())
    .filter((token) => !token.startsWith("@"));
  return rewrite(doc, task, [next, ...tokens].join(" "));
}

/** Facts as written, such as `due:2026-12-01`; null removes the fact. */
type NewFacts = Partial<Readonly<Record<FactKey, string | null>>>;

/**
 * Replaces whole words including the space before them, so that the room can detect that two people set one at once.
 * Words of the same fact before the last one, which do not count, are removed.
 */
export function setFacts(doc: Lines, task: Task, changed: NewFacts): Edit[] {
  const { source } = task;
  const start = sourceStart(doc, task);
  const { single, spans } = factsOf(source);
  const edits: Edit[] = [];
  const added: string[] = [];
  for (const [key, written = null] of Object.entries(changed) as [FactKey, string | null | undefined][]) {
    const now = single.get(key);
    const lead = key === "!" ? "!" : `${key}:`;
    const same = spans.filter(({ from, to }) => source.slice(from, to).trimStart().toLowerCase().startsWith(lead));
    if (!now) {
      if (written !== null) added.push(` ${written}`);
      continue;
    }
    for (const span of same) {
      const word = source.slice(span.from, span.to);
      if (span !== now || written === null) edits.push(removal(source, start, span));
      else if (word.trimStart() !== written)
        edits.push({
          from: start + span.from,
          to: start + span.to,
          insert: word.slice(0, word.length - word.trimStart().length) + written,
        });
    }
  }
  if (added.length > 0) edits.push({ from: start + source.trimEnd().length, insert: added.join("") });
  return remainder(source, start, edits) === "" ? [] : edits.toSorted((a, b) => a.from - b.from);
}

/** Removes a word with the space before it, or with the space after it at the start of the text. */
function removal(source: string, start: number, { from, to }: Span): Edit {
  const rest = source.slice(to);
  const isFollowed = (): boolean => factsOf(rest).spans.some((span) => span.from === 0);
  const blank = from === 0 && !isFollowed() ? rest.length - rest.trimStart().length : 0;
  return { from: start + from, to: start + to + blank, insert: "" };
}

/** What the edits leave of the source: a task without any text would be none. */
function remainder(source: string, start: number, edits: readonly Edit[]): string {
  let at = 0;
  let rest = "";
  for (const { from, to = from, insert = "" } of edits.toSorted((a, b) => a.from - b.from)) {
    rest += source.slice(at, from - start) + insert;
    at = to - start;
  }
  return (rest + source.slice(at)).trim();
}

export const setDue = (doc: Lines, task: Task, date: string | null): Edit[] =>
  setFacts(doc, task, { due: date === null ? null : `due:${date}` });

export const setPriority = (doc: Lines, task: Task, priority: Priority | null): Edit[] =>
  setFacts(doc, task, { "!": priority === null ? null : `!${priority}` });

/** Sets the status and the state of the checkbox that belongs to it. */
export const setStatus = (doc: Lines, task: Task, { key, isDone }: { key: string; isDone: boolean }): Edit[] => [
  ...setDone(doc, task, isDone),
  ...setFacts(doc, task, { status: `status:${key}` }),
];

/** `estimate` such as `1h30m`. */
export const setEstimate = (doc: Lines, task: Task, estimate: string | null): Edit[] =>
  setFacts(doc, task, { est: estimate === null ? null : `est:${estimate}` });

/** A recurring task without a due date begins `today`. */
export const setEvery = (doc: Lines, task: Task, every: string | null, today: string): Edit[] =>
  setFacts(doc, task, {
    every: every === null ? null : `every:${every}`,
    ...(every !== null && task.due === null && { due: `due:${today}` }),
  });

export const setRemind = (doc: Lines, task: Task, remind: string | null): Edit[] =>
  setFacts(doc, task, { remind: remind === null ? null : `remind:${remind}` });

/** `blocker` is the id of the task that has to be done first. */
export function setAfter(doc: Lines, task: Task, blocker: string, isAfter: boolean): Edit[] {
  const others = task.after.filter((id) => id !== blocker);
  const ids = isAfter ? [...others, blocker] : others;
  return setFacts(doc, task, { after: ids.length === 0 ? null : `after:${ids.join(",")}` });
}

export const setId = (doc: Lines, task: Task, id: string): Edit[] => setFacts(doc, task, { id: `id:${id}` });

export function addLabel(doc: Lines, task: Task, label: string): Edit[] {
  if (task.labels.includes(label)) return [];
  return [{ from: sourceStart(doc, task) + task.source.trimEnd().length, insert: ` #${label}` }];
}

export function removeLabel(doc: Lines, task: Task, label: string): Edit[] {
  const start = sourceStart(doc, task);
  const edits = factsOf(task.source)
    .labels.filter(({ value }) => value === label)
    .map((span) => removal(task.source, start, span));
  return remainder(task.source, start, edits) === "" ? [] : edits;
}

/** The end of the text and of the people behind it: before the other facts at the end of the line. */
function endOfWords(source: string): number {
  let end = source.trimEnd().length;
  for (const { from, to } of factsOf(source).spans.toReversed()) {
    if (to !== end || source.slice(from, to).trimStart().startsWith("@")) break;
    end = source.slice(0, from).trimEnd().length;
  }
  return end;
}

/** Inserts the person after the text, before the facts at the end of the line. */
export function assign(doc: Lines, task: Task, { id, name }: Assignee): Edit[] {
  if (task.people.some((person) => person.id === id)) return [];
  return [{ from: sourceStart(doc, task) + endOfWords(task.source), insert: ` ${mentionOf({ id, name })}` }];
}

/** The label of a link in Markdown. */
const labelled = (name: string): string => oneLine(name).replaceAll(/[[\]\\]/g, String.raw`\$&`);

export const linkOf = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  `@[${labelled(title)}](page:${id})`;

export const mentionOf = ({ id, name }: Assignee): string => `@[${labelled(name)}](user:${id})`;

export function unassign(doc: Lines, task: Task, userId: string): Edit[] {
  const mention = [...task.source.matchAll(MENTION)].find(([, , id]) => id === userId)?.[0];
  if (mention === undefined) return [];
  const source = task.source.replace(` ${mention}`, "").replace(mention, "");
  // A task with no text other than the person keeps the name.
  return rewrite(doc, task, source.trim() === "" ? wordsOf(mention).slice(1) : source);
}

const spaces = (count: number): string => " ".repeat(Math.max(0, count));

/** Adds a task at the end of a section, below its last task. */
export function add(doc: Lines, section: Section, words: string, isDone = false): Edit[] {
  const text = `- [${isDone ? "x" : " "}] ${oneLine(words)}`;
  const last = section.tasks.at(-1);
  const end = Math.max(last?.end ?? 0, last ? 0 : section.end);
  if (end === 0) return [{ from: 0, insert: doc.length === 0 ? text : `${text}\n` }];
  // After a task or heading no blank line is needed; after prose it is.
  const isProse = !last && section.end !== section.line;
  return [{ from: doc.line(end).to, insert: `\n${isProse ? "\n" : ""}${text}` }];
}

/** Inside a quote, the quote marks are repeated. */
export const leadBelow = ({ fixed, inner }: Task): string => {
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

/** The lines below a task, as they are in another column. */
export const textBelow = (doc: Lines, { line, end, inner }: Task, column: number): string =>
  linesAt(doc, { line: line + 1, end, indent: inner }, column);

/** Lines reindented to begin in another column. */
function linesAt(doc: Lines, { line, end, indent }: Pick<Task, "line" | "end" | "indent">, column: number): string {
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
