/** A folder's pages in a month by a date. A drop on a day, or Alt and an arrow key, moves a page's date. */
import { useState } from "preact/hooks";
import type { FolderRow } from "../../../features/properties/contract.ts";
import type { Property } from "../../../formats/properties/schema.ts";
import { readDate } from "../../../formats/properties/values.ts";
import { addDays, addMonths } from "../../../formats/tasks/recurrence.ts";
import { currentLanguage } from "../../../words/language.ts";
import { words } from "../../../words/views.ts";
import { IconButton, PageIcon } from "../../shared/icons.tsx";
import { weeksOf } from "../tasks/calendar.tsx";
import { today as currentDay } from "../tasks/today.ts";
import { announceForScreenReaders } from "../ui/notice.ts";
import { titleOf } from "./cards.tsx";
import { shownIn } from "./model.ts";
import { useRefocus } from "./refocus.ts";
import type { ViewProps } from "./view-props.ts";

const DRAGGED = "application/x-page";

const format = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLanguage(), { ...options, timeZone: "UTC" }).format(Date.parse(date));

const monthOf = (date: string): string => `${date.slice(0, 7)}-01`;

type Span = { readonly start: string; readonly end: string };

/** The days of a value, without times; null for a page without one. */
function spanOf(row: FolderRow, by: Property): Span | null {
  const date = readDate(shownIn(row, by).text);
  return date && { start: date.start.slice(0, 10), end: (date.end ?? date.start).slice(0, 10) };
}

/** The value with its first day moved; times and the length stay. */
export function movedDate(source: string, to: string): string {
  const date = readDate(source);
  if (date === null) return to;
  const days = (Date.parse(to) - Date.parse(date.start.slice(0, 10))) / 86_400_000;
  const moved = (moment: string): string => addDays(moment.slice(0, 10), days) + moment.slice(10);
  return date.end === null ? moved(date.start) : `${moved(date.start)}/${moved(date.end)}`;
}

export function CalendarView({ view, rows, by, actions }: ViewProps & { readonly by: Property }) {
  const today = currentDay();
  const [month, setMonth] = useState(monthOf(today));
  const { host, keep } = useRefocus();
  const move = (row: FolderRow, date: string): void => {
    const { text } = shownIn(row, by);
    const next = movedDate(text, date);
    if (!actions.canEdit(row) || next === text) return;
    keep(row.page.id);
    actions.set(row, by, next);
    setMonth(monthOf(date));
    announceForScreenReaders(words.moved(titleOf(row), format(date, { day: "numeric", month: "long" })));
  };
  const undated = rows.filter((row) => spanOf(row, by) === null);
  const day = { rows, by, actions, move, today };
  const name = format(month, { month: "long", year: "numeric" });
  return (
    <div ref={host} class="tasks-calendar">
      <div class="row">
        <h3 aria-live="polite">{name}</h3>
        <IconButton icon="chevron-left" label={words.monthBefore} onClick={() => setMonth(addMonths(month, -1))} />
        <IconButton icon="chevron-right" label={words.monthAfter} onClick={() => setMonth(addMonths(month, 1))} />
        <button type="button" class="quiet" onClick={() => setMonth(monthOf(today))}>
          {words.today}
        </button>
      </div>
      <Month month={month} label={`${view.name}. ${words.month(name)}`} {...day} />
      {undated.length > 0 && (
        <section aria-label={words.undated}>
          <h3 class="muted small">{words.undated}</h3>
          <ul class="row wrap">
            {undated.map((row) => (
              <Entry key={row.page.id} row={row} {...day} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type MonthProps = DayProps & { readonly month: string; readonly label: string };

const Month = ({ month, label, ...day }: MonthProps) => (
  <table aria-label={label}>
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
            <Day key={date} date={date} isOutside={monthOf(date) !== month} {...day} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

type DayProps = Pick<ViewProps, "rows" | "actions"> & {
  readonly by: Property;
  readonly today: string;
  readonly move: (row: FolderRow, date: string) => void;
};

const Day = ({ date, isOutside, ...day }: DayProps & { readonly date: string; readonly isOutside: boolean }) => {
  const { rows, by, actions, today, move } = day;
  const own = rows.filter((row) => {
    const span = spanOf(row, by);
    return span !== null && span.start <= date && date <= span.end;
  });
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const row = rows.find(({ page }) => page.id === event.dataTransfer?.getData(DRAGGED));
    if (row) move(row, date);
  };
  return (
    <td
      data-day={date}
      class={[isOutside ? "is-outside" : "", own.length === 0 ? "is-empty" : ""].join(" ")}
      aria-current={date === today ? "date" : undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onDblClick={({ target, currentTarget }) => target === currentTarget && actions.make?.(new Map([[by.name, date]]))}
    >
      <time datetime={date}>
        <span aria-hidden="true" class="calendar-number">
          {format(date, { day: "numeric" })}
        </span>
        <span class="hidden calendar-date">{format(date, { weekday: "long", day: "numeric", month: "long" })}</span>
      </time>
      <ul>
        {own.map((row) => (
          <Entry key={row.page.id} row={row} {...day} />
        ))}
      </ul>
    </td>
  );
};

/** Days that the arrow keys move a page by; mirrored where the writing goes from right to left. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -7, ArrowDown: 7, ArrowLeft: -1, ArrowRight: 1 };

const Entry = ({ row, by, actions, today, move }: DayProps & { readonly row: FolderRow }) => {
  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const step = STEPS[event.key];
    if (step === undefined || !event.altKey) return;
    event.preventDefault();
    const isMirrored = Math.abs(step) === 1 && getComputedStyle(event.currentTarget).direction === "rtl";
    move(row, addDays(spanOf(row, by)?.start ?? today, isMirrored ? -step : step));
  };
  return (
    <li>
      <a
        href={`/pages/${row.page.id}`}
        class="button quiet calendar-task"
        data-card={row.page.id}
        title={actions.canEdit(row) ? words.moveHint : undefined}
        draggable={actions.canEdit(row)}
        onDragStart={({ dataTransfer }) => dataTransfer?.setData(DRAGGED, row.page.id)}
        onKeyDown={press}
      >
        <PageIcon type={row.page.type} icon={row.page.icon} />
        <bdi class="truncate">{titleOf(row)}</bdi>
      </a>
    </li>
  );
};
