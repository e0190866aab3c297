/** A task's due date, priority, subtask progress and assignees. */
import type { Task } from "../../../formats/tasks/tasks.ts";
import { currentLanguage } from "../../../words/language.ts";
import { words } from "../../../words/tasks.ts";
import { Avatar } from "../avatar.tsx";
import { Icon } from "../icons.tsx";
import { isOverdue } from "./columns.ts";

/** The year is left out if it is this year. UTC, since a date without a time is the same day everywhere. */
const dayOf = (date: string, today: string): string =>
  new Intl.DateTimeFormat(currentLanguage() === "en" ? "en-GB" : currentLanguage(), {
    day: "numeric",
    month: "short",
    ...(date.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
    timeZone: "UTC",
  }).format(Date.parse(date));

export const PRIORITY_ICONS = { high: "chevrons-up", medium: "equal", low: "chevron-down" } as const;

type Props = {
  readonly task: Task;
  /** The viewer's local date, YYYY-MM-DD. */
  readonly today: string;
  readonly progress?: readonly [done: number, all: number] | null;
};

export const TaskFacts = ({ task, today, progress = null }: Props) =>
  task.due === null && task.priority === null && progress === null && task.people.length === 0 ? null : (
    <span class="row wrap muted small task-facts">
      {task.priority !== null && (
        <span class={`task-priority is-${task.priority}`} title={words.priorityOf(words[task.priority])}>
          <Icon name={PRIORITY_ICONS[task.priority]} />
          {words[task.priority]}
        </span>
      )}
      {task.due !== null && (
        <time datetime={task.due} class={isOverdue(task, today) ? "is-overdue" : undefined}>
          <Icon name="calendar" />
          {isOverdue(task, today)
            ? `${words.overdue}, ${dayOf(task.due, today)}`
            : task.due === today
              ? words.dueToday
              : words.due(dayOf(task.due, today))}
        </time>
      )}
      {progress !== null && (
        <span title={words.progress(...progress)}>
          <Icon name="list-checks" />
          <span aria-hidden="true">{`${progress[0]}/${progress[1]}`}</span>
          <span class="hidden">{words.progress(...progress)}</span>
        </span>
      )}
      {task.people.length > 0 && (
        <span class="task-people">
          {task.people.map(({ id, name }) => (
            <span key={id} title={words.assignedTo(name)}>
              <Avatar of={{ id, name, image: null }} />
              <span class="hidden">{words.assignedTo(name)}</span>
            </span>
          ))}
        </span>
      )}
    </span>
  );
