/** A task's facts: status, labels, priority, due date, estimate, recurrence, blockers, subtask progress and assignees. */
import { readRule } from "../../../formats/tasks/recurrence.ts";
import type { Task } from "../../../formats/tasks/tasks.ts";
import { currentLanguage } from "../../../words/language.ts";
import { words } from "../../../words/tasks.ts";
import { Avatar } from "../avatar.tsx";
import type { IconName } from "../icon-names.ts";
import { Icon } from "../icons.tsx";
import type { Row } from "./columns.ts";
import { isOverdue } from "./filters.ts";
import { StatusSign } from "./status-sign.tsx";

/** Of dates: the order of day and month is the British one in English. */
export const locale = (): string => (currentLanguage() === "en" ? "en-GB" : currentLanguage());

/** The year is left out if it is this year. UTC, since a date without a time is the same day everywhere. */
export const dayOf = (date: string, today: string): string =>
  Number.isNaN(Date.parse(date))
    ? date
    : new Intl.DateTimeFormat(locale(), {
        day: "numeric",
        month: "short",
        ...(date.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
        timeZone: "UTC",
      }).format(Date.parse(date));

/** A recurrence such as `2w` in words. */
export function everyInWords(every: string): string {
  const known = words.everyUnit[/^[dwmy]$/.test(every) ? `1${every}` : every];
  if (known !== undefined) return known;
  const rule = readRule(every);
  if (rule === null) return every;
  if ("count" in rule) return words.everyCount(rule.count, rule.unit);
  // 2023-01-01 was a Sunday.
  const name = (day: number): string =>
    new Intl.DateTimeFormat(locale(), { weekday: "long", timeZone: "UTC" }).format(Date.UTC(2023, 0, 1 + day));
  return words.everyOn(new Intl.ListFormat(locale()).format([...rule.days].map(name)));
}

export const PRIORITY_ICONS = { high: "chevrons-up", medium: "equal", low: "chevron-down" } as const;

/** A label has the same hue everywhere. */
const HUES = ["moss", "amber", "clay", "rose", "plum", "blue"] as const;
const hueOf = (label: string): string =>
  HUES[Array.from(label.toLowerCase()).reduce((sum, char) => (sum * 33 + (char.codePointAt(0) ?? 0)) % 7_919, 5) % HUES.length] ?? "stone"; // oxfmt-ignore

export const LabelChip = ({ label }: { label: string }) => (
  <span class="task-label" data-hue={hueOf(label)} title={words.labelOf(label)} dir="auto">
    {label}
  </span>
);

const Fact = ({ icon, title, children }: { icon: IconName; title: string; children?: string }) => (
  <span title={title}>
    <Icon name={icon} />
    {children !== undefined && <span aria-hidden="true">{children}</span>}
    <span class="hidden">{title}</span>
  </span>
);

type Props = {
  readonly task: Task & Partial<Pick<Row, "state" | "blockers" | "isDescribed">>;
  /** The viewer's local date, YYYY-MM-DD. */
  readonly today: string;
  readonly progress?: readonly [done: number, all: number] | null;
  /** Shows the status, where the group does not. */
  readonly showsStatus?: boolean;
};

const Due = ({ task, due, today }: { task: Task; due: string; today: string }) => (
  <time datetime={due} class={isOverdue(task, today) ? "is-overdue" : undefined}>
    <Icon name="calendar" />
    {isOverdue(task, today)
      ? `${words.overdue}, ${dayOf(due, today)}`
      : due === today
        ? words.dueToday
        : words.due(dayOf(due, today))}
  </time>
);

const isPlain = ({ task, progress, showsStatus }: Props): boolean =>
  task.due === null &&
  task.priority === null &&
  !progress &&
  !(showsStatus && task.state) &&
  !task.isDescribed &&
  task.people.length + task.labels.length + (task.blockers?.length ?? 0) === 0 &&
  task.estimate === null &&
  task.every === null;

export const TaskFacts = (props: Props) => {
  const { task, today, progress = null, showsStatus = false } = props;
  const { due, priority, labels, estimate, every, people, state = null, blockers = [], isDescribed = false } = task;
  if (isPlain(props)) return null;
  return (
    <span class="row wrap muted small task-facts">
      {showsStatus && state && (
        <span title={words.statusOf(state.label)}>
          <StatusSign status={state} />
          {state.label}
        </span>
      )}
      {blockers.length > 0 && (
        <span class="task-blocked" title={words.blockedBy(blockers.join(", "))}>
          <Icon name="octagon-alert" />
          {words.blocked}
        </span>
      )}
      {priority !== null && (
        <span class={`task-priority is-${priority}`} title={words.priorityOf(words[priority])}>
          <Icon name={PRIORITY_ICONS[priority]} />
          {words[priority]}
        </span>
      )}
      {labels.map((label) => (
        <LabelChip key={label} label={label} />
      ))}
      {due !== null && <Due task={task} due={due} today={today} />}
      {every !== null && <Fact icon="repeat" title={everyInWords(every)} />}
      {estimate !== null && (
        <Fact icon="clock" title={words.estimateOf(estimate)}>
          {estimate}
        </Fact>
      )}
      {isDescribed && <Fact icon="text-quote" title={words.described} />}
      {progress !== null && (
        <Fact icon="list-checks" title={words.progress(...progress)}>
          {`${progress[0]}/${progress[1]}`}
        </Fact>
      )}
      {people.length > 0 && (
        <span class="task-people">
          {people.map(({ id, name }) => (
            <span key={id} title={words.assignedTo(name)}>
              <Avatar of={{ id, name, image: null }} />
              <span class="hidden">{words.assignedTo(name)}</span>
            </span>
          ))}
        </span>
      )}
    </span>
  );
};
