/** The bar above a task list: layout, filters, grouping, order and search. */
import { useState } from "preact/hooks";
import { allStatuses } from "../../../formats/tasks/statuses.ts";
import { PRIORITIES } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";
import type { IconName } from "../icon-names.ts";
import { Icon } from "../icons.tsx";
import { GROUPS, type Row } from "./columns.ts";
import { countConditions, DUE_FILTERS, FILTERS, NO_CONDITIONS, SORTS } from "./filters.ts";
import { type Layout, LAYOUTS, type TasksProps } from "./props.ts";

type BarProps = TasksProps & { readonly rows: readonly Row[] };

const LAYOUT_ICONS: Readonly<Record<Layout, IconName>> = { list: "list", board: "square-kanban", calendar: "calendar" };

export const TasksBar = (props: BarProps) => {
  const { filter, text, show, hands, statuses } = props;
  const [isOpen, setOpen] = useState(false);
  const count = countConditions(props);
  return (
    <>
      <div class="row wrap tasks-bar">
        <Layouts {...props} />
        {hands && statuses.length === 0 && (
          <button type="button" class="quiet" onClick={() => hands.declareStatuses()}>
            <Icon name="circle-dot" />
            {words.addStatuses}
          </button>
        )}
        <select
          aria-label={words.show}
          value={filter}
          onChange={({ currentTarget: { value } }) =>
            show?.({ filter: FILTERS.find((each) => each === value) ?? "all" })
          }
        >
          {FILTERS.map((each) => (
            <option key={each} value={each}>
              {words[each]}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen}
          aria-controls="tasks-filter"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="list-filter" />
          {words.filter}
          {count > 0 && (
            <span class="count">
              {count}
              <span class="hidden">{words.activeSuffix}</span>
            </span>
          )}
        </button>
        <input
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          value={text}
          onInput={({ currentTarget: { value } }) => show?.({ text: value })}
        />
      </div>
      <div id="tasks-filter" class="row wrap tasks-filter" hidden={!isOpen}>
        {isOpen && <Conditions {...props} />}
      </div>
    </>
  );
};

const Layouts = ({ layout, isText, writes }: BarProps) => (
  <div role="group" aria-label={words.howShown} class="row tasks-layout">
    {LAYOUTS.map((each) => (
      <button key={each} type="button" class="quiet" data-tasks-show={each} aria-pressed={layout === each && !isText}>
        <Icon name={LAYOUT_ICONS[each]} />
        {words[each]}
      </button>
    ))}
    {writes && (
      <button type="button" class="quiet" data-tasks-show="text" aria-pressed={isText}>
        <Icon name="type" />
        {words.text}
      </button>
    )}
  </div>
);

type ChoiceProps = {
  readonly label: string;
  readonly value: string | null;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly choose: (value: string | null) => void;
  /** The name of no choice. */
  readonly none?: string;
};

/** A list of choices of which the first is none. */
const Choice = ({ label, value, options, choose, none = words.any }: ChoiceProps) => (
  <label class="stack">
    <span class="muted small">{label}</span>
    <select
      value={value === null ? "-" : `=${value}`}
      onChange={({ currentTarget }) => choose(currentTarget.value === "-" ? null : currentTarget.value.slice(1))}
    >
      <option value="-">{none}</option>
      {options.map(([key, title]) => (
        <option key={key} value={`=${key}`}>
          {title}
        </option>
      ))}
    </select>
  </label>
);

function Conditions(props: BarProps) {
  const { rows, statuses, show, layout, ...shown } = props;
  const people = new Map(rows.flatMap((row) => row.people.map(({ id, name }) => [id, name] as const)));
  const labels = [...new Set(rows.flatMap((row) => row.labels))].toSorted((a, b) => a.localeCompare(b));
  const all = allStatuses(statuses, rows);
  const dueNames = { overdue: words.overdue, today: words.today, week: words.dueThisWeek, none: words.noDate };
  return (
    <>
      <Choice
        label={words.assignee}
        value={shown.who}
        options={[["", words.nobody], ...people]}
        choose={(who) => show?.({ who })}
      />
      <Choice
        label={words.labels}
        value={shown.label}
        options={labels.map((label) => [label, label])}
        choose={(label) => show?.({ label })}
      />
      {all.length > 0 && (
        <Choice
          label={words.status}
          value={shown.status}
          options={all.map(({ key, label }) => [key, label])}
          choose={(status) => show?.({ status })}
        />
      )}
      <Choice
        label={words.priority}
        value={shown.priority}
        options={[...PRIORITIES.map((each) => [each, words[each]] as const), ["", words.noPriority]]}
        choose={(priority) => show?.({ priority })}
      />
      <Choice
        label={words.dueWhen}
        value={shown.due}
        options={DUE_FILTERS.map((each) => [each, dueNames[each]])}
        choose={(value) => show?.({ due: DUE_FILTERS.find((each) => each === value) ?? null })}
      />
      {layout !== "calendar" && <Arrangement {...props} />}
      <button
        type="button"
        class="quiet"
        onClick={() => show?.({ ...NO_CONDITIONS, filter: shown.filter, text: shown.text })}
      >
        <Icon name="x" />
        {words.clearFilter}
      </button>
    </>
  );
}

/** Grouping and order of lists and boards. */
const Arrangement = ({ statuses, show, layout, group, sort }: BarProps) => {
  const groupNames = { status: words.status, heading: words.byHeading, none: words.noGroups };
  const sortNames = { manual: words.manual, due: words.dueWhen, priority: words.priority, title: words.title };
  return (
    <>
      {statuses.length > 0 && (
        <Choice
          label={words.group}
          none={words.automatic}
          value={group}
          options={GROUPS.filter((each) => layout === "list" || each !== "none").map((each) => [
            each,
            groupNames[each],
          ])}
          choose={(value) => show?.({ group: GROUPS.find((each) => each === value) ?? null })}
        />
      )}
      <label class="stack">
        <span class="muted small">{words.sort}</span>
        <select
          value={sort}
          onChange={({ currentTarget: { value } }) =>
            show?.({ sort: SORTS.find((each) => each === value) ?? "manual" })
          }
        >
          {SORTS.map((each) => (
            <option key={each} value={each}>
              {sortNames[each]}
            </option>
          ))}
        </select>
      </label>
    </>
  );
};
