/**
 * Parses a TASK_LIST page's text into tasks (GFM §5.3): headings separate sections, indentation makes subtasks, and a
 * task's line has people and facts: `- [ ] Report @[Ann](user:ID) due:2026-12-01 !high est:2h #print status:doing`. Pure.
 */
import { outlineOf } from "../markdown/blocks.ts";
import { labelOf } from "../markdown/inline.ts";
import { bodyStart } from "../properties/front-matter.ts";
import { type Assignee, type FactKey, factsOf, MENTION, PRIORITIES, type Priority } from "./facts.ts";

export { type Assignee, PRIORITIES, type Priority, wordsOf } from "./facts.ts";

/** Lists of the tasks of many pages cut a task's source after so many UTF-16 code units. */
export const MAX_SOURCE = 500;

export type Task = {
  /** Lines count from 1. */
  readonly line: number;
  /** Last line of the content nested below it. */
  readonly end: number;
  /** Columns before its list marker, and before its nested content. */
  readonly indent: number;
  readonly inner: number;
  /** 0 for a top-level task. */
  readonly level: number;
  readonly isDone: boolean;
  /** Offset in the line of the character inside the checkbox. */
  readonly box: number;
  /** The text before a task in a quote or directly after another list marker; such a task cannot be moved. */
  readonly fixed: string;
  /** Everything after the checkbox. */
  readonly source: string;
  /** Calendar date, YYYY-MM-DD. */
  readonly due: string | null;
  readonly priority: Priority | null;
  readonly people: readonly Assignee[];
  /** Labels without their `#`. */
  readonly labels: readonly string[];
  /** The status as written, which the list may not declare. */
  readonly status: string | null;
  /** Such as `1h30m`. */
  readonly estimate: string | null;
  /** The recurrence: such as `2w`, `weekday` or `mon,thu`. */
  readonly every: string | null;
  /** How long before the due date its people are reminded: such as `1d`. */
  readonly remind: string | null;
  /** When a recurring task was last done. */
  readonly last: string | null;
  readonly id: string | null;
  /** Ids of the tasks that block this one. */
  readonly after: readonly string[];
};

export type Section = {
  /** Line of its heading; null above the first one. */
  readonly line: number | null;
  readonly title: string;
  /** The last non-blank line, 0 in an empty text. */
  readonly end: number;
  readonly tasks: readonly Task[];
};

/** The list marker of a task, at the end of the text before its checkbox. */
const MARK = /(?:[-*+]|\d{1,9}[.)])[ \t]+$/;

/** Width of leading whitespace; tab stops are multiples of four (CommonMark §2.2). */
function columnsOf(space: string): number {
  let columns = 0;
  for (const each of space) columns = each === "\t" ? columns + 4 - (columns % 4) : columns + 1;
  return columns;
}

export const indentOf = (line: string): number => columnsOf(/^[ \t]*/.exec(line)?.[0] ?? "");

export function parseTasks(lines: readonly string[]): readonly Section[] {
  const whole = lines.join("\n");
  const head = bodyStart(whole);
  // Front matter contains no tasks; offsets stay those of the whole text.
  const text = whole.slice(0, head).replaceAll(/[^\n]/g, " ") + whole.slice(head);
  const outline = outlineOf(text);
  const boxes = new Map(outline.tasks.map(({ line, box }) => [line, box]));
  const headings = new Map(outline.headings.map(({ line, title }) => [line, text.slice(title.start, title.end)]));
  const sections: (Section & { tasks: Task[]; end: number })[] = [{ line: null, title: "", end: 0, tasks: [] }];
  let above: Task[] = [];
  let start = 0;
  for (const [at, line] of lines.entries()) {
    const section = sections.at(-1);
    const title = headings.get(at);
    const box = boxes.get(at);
    if (title !== undefined) {
      sections.push({ line: at + 1, title: title.trim(), end: at + 1, tasks: [] });
      above = [];
    } else if (section && line.trim() !== "") {
      section.end = at + 1;
      if (box !== undefined) {
        const task = readTask(lines, at, box - start);
        above = above.filter((each) => each.indent < task.indent);
        section.tasks.push({ ...task, level: above.length });
        above.push(task);
      }
    }
    start += line.length + 1;
  }
  return sections.filter(({ line, tasks }) => line !== null || tasks.length > 0 || sections.length === 1);
}

function readTask(lines: readonly string[], at: number, box: number): Task {
  const line = lines[at] ?? "";
  const [lead, source] = [line.slice(0, box), line.slice(box + 3).trimStart()];
  const before = lead.replace(MARK, "");
  const fixed = before.trim() === "" ? "" : before;
  const indent = columnsOf(before);
  const { single, labels } = factsOf(source);
  const valueOf = (key: FactKey): string | null => single.get(key)?.value ?? null;
  const priority = valueOf("!");
  return {
    line: at + 1,
    end: fixed === "" ? endOf(lines, at, indent) : at + 1,
    indent,
    inner: columnsOf(lead),
    level: 0,
    isDone: line[box + 1] !== " ",
    box: box + 1,
    fixed,
    source,
    due: valueOf("due"),
    priority: PRIORITIES.find((each) => each === priority) ?? null,
    people: [...source.matchAll(MENTION)].map(([, label = "", id = ""]) => ({ id, name: labelOf(label) })),
    labels: [...new Set(labels.map(({ value }) => value))],
    status: valueOf("status"),
    estimate: valueOf("est"),
    every: valueOf("every"),
    remind: valueOf("remind"),
    last: valueOf("last"),
    id: valueOf("id"),
    after: valueOf("after")?.split(",") ?? [],
  };
}

/** Lines that are indented further belong to a task, including blank lines between them. */
function endOf(lines: readonly string[], at: number, indent: number): number {
  let end = at;
  for (let next = at + 1; next < lines.length; next += 1) {
    const text = lines[next] ?? "";
    if (text.trim() === "") continue;
    if (indentOf(text) <= indent) break;
    end = next;
  }
  return end + 1;
}

export type Progress = readonly [done: number, all: number];

/** Completed and total direct subtasks of each task that has any. `tasks` are those of one section, in order. */
export function progressOf<T extends Task>(tasks: readonly T[]): ReadonlyMap<T, Progress> {
  const found = new Map<T, Progress>();
  const above: T[] = [];
  for (const task of tasks) {
    above.length = Math.min(above.length, task.level);
    const parent = above.at(-1);
    if (parent && parent.level === task.level - 1 && task.line <= parent.end) {
      const [done, all] = found.get(parent) ?? [0, 0];
      found.set(parent, [done + Number(task.isDone), all + 1]);
    }
    above[task.level] = task;
  }
  return found;
}

/** Tasks with the same parent, in order. */
export function siblings<T extends Task>(tasks: readonly T[], task: Task): readonly T[] {
  const parent = tasks.findLast(({ line, level }) => line < task.line && level < task.level);
  return tasks.filter(
    ({ line, level }) =>
      level === task.level && line > (parent?.line ?? 0) && line <= (parent?.end ?? Number.MAX_SAFE_INTEGER),
  );
}
