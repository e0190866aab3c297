/**
 * Changes to one task line. Each changes what it names and leaves every other byte as it is; a line that is no task comes
 * back as it was.
 */
import { AppError } from "../kernel/errors.ts";
import { escapeLabel, makeMention } from "./mentions.ts";
import { isDay } from "./sheet/calendar.ts";
import { type Assignee, type Mark, partsOf, type Priority, type TaskParts } from "./task.ts";

export function withDone(line: string, done: boolean): string {
  const parts = partsOf(line);
  if (!parts || (line[parts.checkbox] !== " ") === done) return line;
  return splice(line, { start: parts.checkbox, end: parts.checkbox + 1 }, done ? "x" : " ");
}

/** A title on one line; marks in it count as marks. Throws `invalid_content` for one that is empty. */
export function withTitle(line: string, title: string): string {
  const parts = partsOf(line);
  if (!parts) return line;
  const words = oneLine(title);
  if (words === "") throw new AppError("invalid_content", "A task has a title.");
  const marks = parts.marks.filter((mark) => mark.kind !== "assignee" || !mark.inTitle);
  const kept = marks.map(({ start, end }) => line.slice(start, end));
  return splice(line, { start: parts.bodyStart, end: parts.bodyEnd }, [words, ...kept].join(" "));
}

/** Null takes the date away. Throws `invalid_content` for what is no ISO date of the calendar. */
export function withDue(line: string, due: string | null): string {
  if (due !== null && !isIsoDay(due)) throw new AppError("invalid_content", "A due date is written 2026-12-01.");
  return withWord(line, "due", due === null ? null : `due:${due}`);
}

/** Null takes it away. */
export const withPriority = (line: string, priority: Priority | null): string =>
  withWord(line, "priority", priority === null ? null : `!${priority}`);

/** Adds a person who is not on the line yet. */
export function withAssignee(line: string, assignee: Assignee): string {
  const parts = partsOf(line);
  if (!parts || parts.marks.some((mark) => isMentionOf(mark, assignee.id))) return line;
  return append(line, parts, makeMention({ kind: "user", ...assignee }));
}

/** Takes a person off; who is named in the middle of the title remains there as a name. */
export function withoutAssignee(line: string, id: string): string {
  const parts = partsOf(line);
  let changed = line;
  for (const mark of parts?.marks.toReversed() ?? []) {
    if (mark.kind !== "assignee" || mark.value.id !== id) continue;
    changed = mark.inTitle ? splice(changed, mark, escapeLabel(mark.value.label)) : remove(changed, mark, parts);
  }
  return changed;
}

const isMentionOf = (mark: Mark, id: string): boolean => mark.kind === "assignee" && mark.value.id === id;

function isIsoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return isDay(Number(year), Number(month), Number(day));
}

/** The first of its kind is changed; all of them are taken away. */
function withWord(line: string, kind: "due" | "priority", word: string | null): string {
  const parts = partsOf(line);
  if (!parts) return line;
  const marks = parts.marks.filter((mark) => mark.kind === kind);
  const [first] = marks;
  if (word !== null) return first ? splice(line, first, word) : append(line, parts, word);
  return marks.toReversed().reduce((changed, mark) => remove(changed, mark, parts), line);
}

type Span = { readonly start: number; readonly end: number };

const splice = (line: string, { start, end }: Span, by: string): string => line.slice(0, start) + by + line.slice(end);

const append = (line: string, { bodyEnd }: TaskParts, word: string): string =>
  splice(line, { start: bodyEnd, end: bodyEnd }, ` ${word}`);

/** With the white space before it, or after it where it comes first. A task that would be left without words keeps it. */
function remove(line: string, { start, end }: Span, parts: TaskParts | null): string {
  const bodyStart = parts?.bodyStart ?? 0;
  const before = line.slice(bodyStart, start);
  const after = line.slice(end);
  if (before.trim() === "" && after.trim() === "") return line;
  return before === "" ? line.slice(0, start) + after.trimStart() : line.slice(0, bodyStart) + before.trimEnd() + after;
}

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
