/** The tasks of a list in a month, by due date: dragged or moved with Alt and the arrow keys to other days. */
import { useState } from "preact/hooks";
import { setDue } from "../../../formats/tasks/edits.ts";
import { addDays, addMonths, weekdayOf } from "../../../formats/tasks/recurrence.ts";
import { titleOf } from "../../../formats/tasks/facts.ts";
import { currentLanguage } from "../../../words/language.ts";
import { words } from "../../../words/tasks.ts";
import { IconButton } from "../../shared/icons.tsx";
import { boardColumns, type Row } from "../../shared/tasks/columns.ts";
import { isOverdue, isShown, type Shown } from "../../shared/tasks/filters.ts";
import { dayOf, locale } from "../../shared/tasks/task-facts.tsx";
import { StatusSign } from "../../shared/tasks/status-sign.tsx";
import type { TaskHandlers } from "../../shared/tasks/task-row.tsx";
import { announceForScreenReaders } from "../ui/notice.ts";
import type { TaskActions } from "./actions.ts";

type Props = {
  readonly tasks: TaskActions & TaskHandlers;
  readonly shown: Shown;
  readonly hands: TaskHandlers | null;
};

export const drawCalendar = (tasks: Props["tasks"], shown: Shown, hands: Props["hands"]) => (
  <Calendar tasks={tasks} shown={shown} hands={hands} />
);

const format = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }).format(Date.parse(date));

/** 0 is Sunday. */
const firstWeekday = (): number => (currentLanguage() === "ar" ? 6 : 1);

/** The weeks that contain days of the month, which is that of `first`. */
export function weeksOf(first: string): string[][] {
  const start = addDays(first, -((weekdayOf(first) - firstWeekday() + 7) % 7));
  const end = addMonths(first, 1);
  const weeks: string[][] = [];
  for (let day = start; day < end; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, n) => addDays(day, n)));
  return weeks;
}

const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;

function Calendar({ tasks, shown, hands }: Props) {
  const [month, setMonth] = useState(monthOf(shown.today));
  const rows = tasks.changes.rows.filter((row) => isShown(row, shown));
  const undated = rows.filter(({ due, isDone, level }) => due === null && !isDone && level === 0);
  const [column] = boardColumns(tasks.changes.sections, tasks.changes.statuses, "status");
  const move = (key: string, date: string | null): void => {
    const row = tasks.changes.row(key);
    if (!row || row.due === date) return;
    tasks.changes.change([key], (doc, each) => setDue(doc, each, date));
    if (date !== null) {
      announceForScreenReaders(words.movedTo(titleOf(row.source), dayOf(date, shown.today)));
      setMonth(monthOf(date));
    }
    tasks.focus(key);
  };
  const day = { tasks, shown, hands, move };
  return (
    <div class="tasks-calendar">
      <div class="row">
        <h2 aria-live="polite">{format(month, { month: "long", year: "numeric" })}</h2>
        <IconButton icon="chevron-left" label={words.monthBefore} onClick={() => setMonth(addMonths(month, -1))} />
        <IconButton icon="chevron-right" label={words.monthAfter} onClick={() => setMonth(addMonths(month, 1))} />
        <button type="button" class="quiet" onClick={() => setMonth(monthOf(shown.today))}>
          {words.today}
        </button>
      </div>
      <Month month={month} rows={rows} {...day} />
      {undated.length > 0 && (
        <section aria-label={words.undated} {...dropTarget(hands, (key) => move(key, null))}>
          <h3>{words.undated}</h3>
          <ul class="row wrap">
            {undated.map((row) => (
              <Chip key={row.key} row={row} {...day} />
            ))}
          </ul>
        </section>
      )}
      {column && hands?.addField(column)}
    </div>
  );
}

const Month = ({ month, rows, ...day }: Cell & { readonly month: string; readonly rows: readonly Row[] }) => (
  <table aria-label={words.month(format(month, { month: "long", year: "numeric" }))}>
    <thead>
      <tr>
        {weeksOf(month)[0]?.map((date) => (
          <th key={date} scope="col">
            {format(date, { weekday: "short" })}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeksOf(month).map((week) => (
        <tr key={week[0]}>
          {week.map((date) => (
            <Day
              key={date}
              date={date}
              isOutside={monthOf(date) !== month}
              rows={rows.filter(({ due }) => due === date)}
              {...day}
            />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Accepts dragged tasks. */
const dropTarget = (hands: TaskHandlers | null, drop: (key: string) => void) =>
  hands && {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drop(event.dataTransfer?.getData("application/x-task") ?? "");
    },
  };

type Cell = Props & { readonly move: (key: string, date: string | null) => void };
type DayProps = Cell & { readonly date: string; readonly isOutside: boolean; readonly rows: readonly Row[] };

const Day = ({ date, isOutside, rows, ...cell }: DayProps) => (
  <td
    data-day={date}
    class={[isOutside ? "is-outside" : "", rows.length === 0 ? "is-empty" : ""].join(" ")}
    aria-current={date === cell.shown.today ? "date" : undefined}
    {...dropTarget(cell.hands, (key) => cell.move(key, date))}
  >
    <time datetime={date}>
      <span aria-hidden="true" class="calendar-number">
        {format(date, { day: "numeric" })}
      </span>
      <span class="hidden calendar-date">{format(date, { weekday: "long", day: "numeric", month: "long" })}</span>
    </time>
    <ul>
      {rows.map((row) => (
        <Chip key={row.key} row={row} {...cell} />
      ))}
    </ul>
  </td>
);

/** Days that the arrow keys move a task by; mirrored where the writing goes from right to left. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -7, ArrowDown: 7, ArrowLeft: -1, ArrowRight: 1 };

const Chip = ({ row, tasks, shown, hands, move }: Cell & { readonly row: Row }) => {
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const step = STEPS[event.key];
    if (hands === null || step === undefined || !event.altKey) {
      if (event.key !== "Enter" && event.key !== " ") hands?.pressed(row.key, event);
      return;
    }
    event.preventDefault();
    const isMirrored = Math.abs(step) === 1 && getComputedStyle(event.currentTarget).direction === "rtl";
    move(row.key, addDays(row.due ?? shown.today, isMirrored ? -step : step));
  };
  return (
    <li>
      <button
        type="button"
        class={`quiet calendar-task${row.isDone ? " is-done" : ""}${isOverdue(row, shown.today) ? " is-overdue" : ""}`}
        data-task={row.key}
        dir="auto"
        disabled={hands === null}
        draggable={hands !== null}
        onDragStart={({ dataTransfer }) => dataTransfer?.setData("application/x-task", row.key)}
        onClick={() => tasks.open(row.key)}
        onKeyDown={press}
      >
        {row.state && <StatusSign status={row.state} />}
        <span class="truncate">{titleOf(row.source)}</span>
        {row.isDone && <span class="hidden">{`, ${words.done}`}</span>}
      </button>
    </li>
  );
};
