/** The user's open tasks from all task lists, by due date. Printed empty by the Worker; the browser finds the tasks. */
import type { ComponentChildren } from "preact";
import { addDays, reminderDay } from "../../../formats/tasks/recurrence.ts";
import { type Task, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/my-tasks.ts";
import { ListDetail } from "../list-detail.tsx";
import { locale, TaskFacts } from "./task-facts.tsx";

export type OwnTask = {
  readonly page: { readonly id: string; readonly title: string };
  /** The user may edit the list. */
  readonly canEdit: boolean;
  readonly task: Task;
};

/** Identifies a task while the list is shown. The line of a task in a very long list is unknown. */
export const keyOf = ({ page, task }: OwnTask): string => `${page.id} ${task.line || wordsOf(task.source)}`;

export type MyTasksHandlers = {
  press(event: MouseEvent, own: OwnTask): void;
  tick(control: HTMLInputElement, own: OwnTask): void;
};

const nameOf = (date: string, today: string): string =>
  date === addDays(today, 1)
    ? words.tomorrow
    : new Intl.DateTimeFormat(locale(), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(
        Date.parse(date),
      );

type Group = { readonly title: string; readonly own: readonly OwnTask[] };

export function groupsOf(found: readonly OwnTask[], day: string): readonly Group[] {
  const week = addDays(day, 7);
  const ordered = found.toSorted((a, b) => (a.task.due ?? "9999").localeCompare(b.task.due ?? "9999"));
  const reminded = ordered.filter(({ task: { due: date, remind } }) => {
    const begins = reminderDay(date, remind);
    return date !== null && date > day && begins !== null && begins <= day;
  });
  const due = (title: string, isIn: (date: string | null) => boolean): Group => ({
    title,
    own: ordered.filter((each) => isIn(each.task.due) && !reminded.includes(each)),
  });
  return [
    due(words.overdue, (date) => date !== null && date < day),
    due(words.today, (date) => date === day),
    { title: words.reminders, own: reminded },
    ...[1, 2, 3, 4, 5, 6, 7].map((n) => addDays(day, n)).map((next) => due(nameOf(next, day), (date) => date === next)),
    due(words.later, (date) => date !== null && date > week),
    due(words.undated, (date) => date === null),
  ].filter(({ own }) => own.length > 0);
}

type Props = {
  /** Null until they are found. */
  readonly found: readonly OwnTask[] | null;
  /** False if the user has more lists than were read. */
  readonly isAll?: boolean;
  /** The viewer's local date, YYYY-MM-DD. */
  readonly today?: string;
  readonly selected?: string | null;
  readonly hands?: MyTasksHandlers | null;
  readonly detail?: ComponentChildren;
};

export const MyTasksView = ({
  found,
  isAll = true,
  today = "",
  selected = null,
  hands = null,
  detail = null,
}: Props) => (
  <ListDetail title={words.title} detailLabel={words.detail} detail={detail}>
    {found === null && <p class="muted list-none soon">{words.loading}</p>}
    {found?.length === 0 && <p class="muted list-none">{words.none}</p>}
    <div class="tasks">
      <div class="tasks-list">
        {(found === null || today === "" ? [] : groupsOf(found, today)).map(({ title, own }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {own.map((each) => (
                <Row key={keyOf(each)} own={each} today={today} selected={selected} hands={hands} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
    {!isAll && <p class="muted list-none">{words.someLeftOut}</p>}
  </ListDetail>
);

type RowProps = {
  readonly own: OwnTask;
  readonly today: string;
  readonly selected: string | null;
  readonly hands: MyTasksHandlers | null;
};

function Row({ own, today, selected, hands }: RowProps) {
  const { page, canEdit, task } = own;
  const says = wordsOf(task.source);
  const key = keyOf(own);
  return (
    <li
      class={task.isDone ? "task is-done" : "task"}
      data-level={0}
      aria-current={key === selected ? "true" : undefined}
    >
      <input
        type="checkbox"
        checked={task.isDone}
        disabled={!canEdit}
        aria-label={says}
        onChange={({ currentTarget }) => hands?.tick(currentTarget, own)}
      />
      <div class="task-body">
        <a href={`/pages/${page.id}`} class="task-words" data-entry={key} onClick={(event) => hands?.press(event, own)}>
          <bdi>{says}</bdi>
        </a>
        <span class="muted truncate">
          <bdi>{page.title}</bdi>
        </span>
        <TaskFacts task={{ ...task, people: [] }} today={today} />
      </div>
    </li>
  );
}
