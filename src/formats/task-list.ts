/**
 * TASK_LIST: Markdown whose task items (GFM §5.3) carry who, when and how urgent:
 *
 *     - [ ] Write the report @[Ann](user:ID) due:2026-12-01 !high
 *         - [x] Collect the numbers
 *
 * A line that is indented further than the task above it is part of it. Everything else on the page is Markdown and stays
 * byte for byte. Lines are changed by `task-edits.ts`.
 */
import { joinLines, splitLines } from "../realtime/text.ts";
import { makeFormat } from "./format.ts";
import { type Fence, fenceAt } from "./markdown/code.ts";
import { readTask, type Task } from "./task.ts";

export type TaskItem = Task & {
  /** 1-based. */
  readonly line: number;
  /** Line of the task that this one is part of. */
  readonly parent: number | null;
  /** How many tasks stand above it in that sense. */
  readonly depth: number;
};

export type TaskList = { readonly lines: readonly string[]; readonly tasks: readonly TaskItem[] };

export const TASK_LIST = makeFormat<TaskList>({
  keepsBreaks: true,
  parse: (text) => {
    const lines = splitLines(text);
    return { lines, tasks: tasksIn(lines) };
  },
  print: ({ lines }) => joinLines(lines),
  lineFault: taskFault,
});

/** A line that begins as a task must be one (GFM §5.3): `- [ ] title` or `- [x] title`. Anything else is Markdown. */
export function taskFault(line: string): string | null {
  const looksLikeTask = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[^\]\s]?\s?\](?!\()/.test(line);
  if (!looksLikeTask) return null;
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]\]\s+\S/.test(line)
    ? null
    : "a task is written `- [ ] title` or `- [x] title`.";
}

function tasksIn(lines: readonly string[]): TaskItem[] {
  const tasks: TaskItem[] = [];
  const above: { indent: number; line: number }[] = [];
  let fence: Fence | null = null;
  for (const [index, text] of lines.entries()) {
    const bare = text.trim();
    if (fence !== null) {
      if (isClosing(bare, fence)) fence = null;
      continue;
    }
    fence = fenceAt(bare);
    if (bare === "" || fence !== null) continue;
    const indent = indentOf(text);
    // Any line that is not indented further ends what was above it: a heading or a paragraph, and the next item.
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const task = readTask(text);
    if (!task) continue;
    tasks.push({ ...task, line: index + 1, parent: above.at(-1)?.line ?? null, depth: above.length });
    above.push({ indent, line: index + 1 });
  }
  return tasks;
}

const isClosing = (bare: string, { mark, length }: Fence): boolean =>
  bare.length >= length && bare === mark.repeat(bare.length);

/** Columns of white space before a line; a tab reaches to the next multiple of four. */
function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === "\t") columns += 4 - (columns % 4);
    else if (char.trim() === "") columns++;
    else break;
  }
  return columns;
}
