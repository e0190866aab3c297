/** A task's due date, priority and subtask progress. */
import type { Priority, Task } from "../../../formats/tasks/tasks.ts";
import { currentLanguage } from "../../../words/language.ts";
import { words } from "../../../words/tasks.ts";
import { isOverdue } from "./columns.ts";

const nameOf = (priority: Priority): string => words[priority];

/** UTC, since a date without a time is the same day everywhere. */
const dayOf = (date: string): string =>
  new Intl.DateTimeFormat(currentLanguage() === "en" ? "en-GB" : currentLanguage(), {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(Date.parse(date));

type Props = {
  readonly task: Task;
  /** The viewer's local date, YYYY-MM-DD. */
  readonly today: string;
  readonly progress?: readonly [done: number, all: number] | null;
};

export const TaskFacts = ({ task, today, progress = null }: Props) =>
  task.due === null && task.priority === null && progress === null ? null : (
    <span class="task-facts">
      {task.due !== null && (
        <time datetime={task.due} class={isOverdue(task, today) ? "is-overdue" : undefined}>
          {isOverdue(task, today) ? `${words.overdue}, ${dayOf(task.due)}` : words.due(dayOf(task.due))}
        </time>
      )}
      {task.priority !== null && (
        <span class={`task-priority is-${task.priority}`}>{words.priorityOf(nameOf(task.priority))}</span>
      )}
      {progress !== null && <span>{words.progress(...progress)}</span>}
    </span>
  );
