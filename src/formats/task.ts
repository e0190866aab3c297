/** One task line: what it says, and where its parts stand. */
import { labelOf, scanInline } from "./markdown/inline.ts";
import { isDay } from "./sheet/calendar.ts";

export const PRIORITIES = ["low", "medium", "high", "urgent"] as const;
export type Priority = (typeof PRIORITIES)[number];

export type Assignee = { readonly id: string; readonly label: string };

export type Task = {
  readonly done: boolean;
  /** Markdown, without due date, priority, and the people named before and after it. */
  readonly title: string;
  /** Everyone the line mentions, each once. Someone named in the middle of the title stays in it, too. */
  readonly assignees: readonly Assignee[];
  /** ISO 8601 date. Of several the first counts; one that is not in the calendar is text. */
  readonly due: string | null;
  readonly priority: Priority | null;
};

export type Mark =
  | { readonly kind: "due"; readonly value: string; readonly start: number; readonly end: number }
  | { readonly kind: "priority"; readonly value: Priority; readonly start: number; readonly end: number }
  | {
      readonly kind: "assignee";
      readonly value: Assignee;
      /** Whether words of the title stand on both sides. */
      readonly inTitle: boolean;
      readonly start: number;
      readonly end: number;
    };

/** A task line taken apart; offsets are the line's. */
export type TaskParts = {
  /** Offset of the blank or `x` between the brackets. */
  readonly checkbox: number;
  readonly bodyStart: number;
  /** Without trailing white space. */
  readonly bodyEnd: number;
  readonly marks: readonly Mark[];
};

const TASK = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+\[)[ xX]\]\s+(?=\S)/;
const WORD = /(?<=^|\s)(?:due:(\d{4})-(\d{2})-(\d{2})|!(low|medium|high|urgent))(?=\s|$)/gi;

export function partsOf(line: string): TaskParts | null {
  const found = TASK.exec(line);
  if (!found) return null;
  const bodyStart = found[0].length;
  const bodyEnd = line.trimEnd().length;
  return {
    checkbox: found[1]?.length ?? 0,
    bodyStart,
    bodyEnd,
    marks: marksIn(line.slice(bodyStart, bodyEnd)).map((mark) => ({
      ...mark,
      start: mark.start + bodyStart,
      end: mark.end + bodyStart,
    })),
  };
}

export function readTask(line: string): Task | null {
  const parts = partsOf(line);
  if (!parts) return null;
  const assignees = new Map<string, Assignee>();
  let due: string | null = null;
  let priority: Priority | null = null;
  for (const mark of parts.marks) {
    if (mark.kind === "due") due ??= mark.value;
    else if (mark.kind === "priority") priority ??= mark.value;
    else if (!assignees.has(mark.value.id)) assignees.set(mark.value.id, mark.value);
  }
  const done = line[parts.checkbox] !== " ";
  return { done, title: titleOf(line, parts), assignees: [...assignees.values()], due, priority };
}

/** What is left of the body when its marks are taken out. */
function titleOf(line: string, { bodyStart, bodyEnd, marks }: TaskParts): string {
  const pieces: string[] = [];
  let at = bodyStart;
  for (const mark of marks) {
    if (mark.kind === "assignee" && mark.inTitle) continue;
    pieces.push(line.slice(at, mark.start).trim());
    at = mark.end;
  }
  pieces.push(line.slice(at, bodyEnd).trim());
  return pieces.filter((piece) => piece !== "").join(" ");
}

/** In order of their places. */
function marksIn(body: string): Mark[] {
  const { mentions, hidden } = scanInline(body);
  const covered = [...hidden, ...mentions.map(({ start, end }) => ({ start, end }))].toSorted(
    (a, b) => a.start - b.start,
  );
  const words = wordsIn(body, covered);
  const people = mentions.filter(({ kind }) => kind === "user");
  const [from, to] = titleSpan(body, [...words, ...people]);
  const assignees = people.map(({ id, start, end, labelStart, labelEnd }): Mark => {
    const value = { id, label: labelOf(body.slice(labelStart, labelEnd)) };
    return { kind: "assignee", value, inTitle: start > from && end < to, start, end };
  });
  return [...words, ...assignees].toSorted((a, b) => a.start - b.start);
}

/** Due dates and priorities that are words of their own, outside code and labels. */
function wordsIn(body: string, covered: readonly { readonly start: number; readonly end: number }[]): Mark[] {
  const marks: Mark[] = [];
  let next = 0;
  for (const { 0: word, 1: year, 2: month, 3: day, 4: level, index } of body.matchAll(WORD)) {
    while ((covered[next]?.end ?? Infinity) <= index) next++;
    if ((covered[next]?.start ?? Infinity) <= index) continue;
    const place = { start: index, end: index + word.length };
    const priority = PRIORITIES.find((known) => known === level?.toLowerCase());
    if (priority) marks.push({ kind: "priority", value: priority, ...place });
    else if (isDay(Number(year), Number(month), Number(day))) {
      marks.push({ kind: "due", value: `${year}-${month}-${day}`, ...place });
    }
  }
  return marks;
}

/** From the first to the last character that is part of no mark. */
function titleSpan(body: string, marks: readonly { readonly start: number; readonly end: number }[]): [number, number] {
  const ordered = marks.toSorted((a, b) => a.start - b.start);
  let from = 0;
  for (const { start, end } of ordered) {
    if (body.slice(from, start).trim() !== "") break;
    from = end;
  }
  let to = body.length;
  for (const { start, end } of ordered.toReversed()) {
    if (body.slice(end, to).trim() !== "") break;
    to = start;
  }
  return [from, to];
}
