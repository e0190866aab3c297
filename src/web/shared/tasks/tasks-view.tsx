/** A TASK_LIST page as a list or board, printed by the Worker and continued in the browser. */
import { type Progress, progressOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";
import { Icon } from "../icons.tsx";
import { type Column, columnsOf, FILTERS, isShown, type Row, type Shown, type TaskSection } from "./columns.ts";
import { type TaskHandlers, TaskRow } from "./task-row.tsx";

export type Layout = "list" | "board";

type TasksProps = Shown & {
  readonly sections: readonly TaskSection[];
  readonly layout: Layout;
  /** The text is shown instead of the tasks. */
  readonly isText: boolean;
  readonly hands: TaskHandlers | null;
  /** Shows a button that switches to the text. */
  readonly writes: boolean;
  readonly show?: (change: Partial<Choices>) => void;
};

/** The user's view settings. */
export type Choices = Pick<TasksProps, "layout" | "isText" | "filter" | "text">;

export const TasksView = (props: TasksProps) => {
  const rows = props.sections.flatMap(({ tasks }) => tasks);
  return (
    <>
      <Bar {...props} />
      {rows.length === 0 && <p class="muted">{words.none}</p>}
      {rows.length > 0 && !rows.some((row) => isShown(row, props)) && <p class="muted">{words.noneFound}</p>}
      {props.layout === "list" ? <List {...props} /> : <Board {...props} />}
    </>
  );
};

const Bar = ({ layout, isText, filter, text, writes, show }: TasksProps) => (
  <div class="row wrap tasks-bar">
    <div role="group" aria-label={words.howShown} class="row tasks-layout">
      <button type="button" class="quiet" data-tasks-show="list" aria-pressed={layout === "list" && !isText}>
        <Icon name="list" />
        {words.list}
      </button>
      <button type="button" class="quiet" data-tasks-show="board" aria-pressed={layout === "board" && !isText}>
        <Icon name="square-kanban" />
        {words.board}
      </button>
      {writes && (
        <button type="button" class="quiet" data-tasks-show="text" aria-pressed={isText}>
          <Icon name="type" />
          {words.text}
        </button>
      )}
    </div>
    <select
      aria-label={words.show}
      value={filter}
      onChange={({ currentTarget: { value } }) => show?.({ filter: FILTERS.find((each) => each === value) ?? "all" })}
    >
      {FILTERS.map((each) => (
        <option key={each} value={each}>
          {words[each]}
        </option>
      ))}
    </select>
    <input
      type="search"
      aria-label={words.find}
      placeholder={words.find}
      value={text}
      onInput={({ currentTarget: { value } }) => show?.({ text: value })}
    />
  </div>
);

const List = (props: TasksProps) => (
  <div class="tasks-list">
    {props.sections.map((section) => {
      const rows = section.tasks.filter((row) => isShown(row, props));
      return (
        <section key={section.key} aria-label={section.title || words.tasks} data-column={section.key}>
          {section.line !== null && <Heading title={section.title} count={rows.length} />}
          <ul>
            {rows.map((row) => (
              <TaskRow key={row.key} row={row} today={props.today} hands={props.hands} />
            ))}
          </ul>
          {props.hands && <AddField section={section} hands={props.hands} />}
        </section>
      );
    })}
  </div>
);

const Heading = ({ title, count }: { title: string; count: number }) => (
  <h2 dir="auto">
    {title} <span class="muted">{count}</span>
  </h2>
);

const Board = (props: TasksProps) => {
  const progress = new Map(props.sections.flatMap(({ tasks }) => [...progressOf(tasks)]));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls horizontally, also by keyboard
    <div class="row tasks-board" role="group" aria-label={words.board} tabIndex={0}>
      {columnsOf(props.sections).map((column) => (
        <BoardColumn key={column.key} column={column} progress={progress} {...props} />
      ))}
    </div>
  );
};

type ColumnProps = TasksProps & { readonly column: Column; readonly progress: ReadonlyMap<Row, Progress> };

const BoardColumn = ({ column, progress, ...props }: ColumnProps) => {
  const rows = column.rows.filter((row) => isShown(row, props));
  return (
    <section class="tasks-column" aria-label={column.title} data-column={column.key}>
      <Heading title={column.title} count={rows.length} />
      <ul>
        {rows.map((row) => (
          <TaskRow
            key={row.key}
            row={row}
            today={props.today}
            hands={props.hands}
            progress={progress.get(row) ?? null}
          />
        ))}
      </ul>
      {props.hands && column.section && <AddField section={column.section} hands={props.hands} />}
    </section>
  );
};

const AddField = ({ section, hands }: { section: TaskSection; hands: TaskHandlers }) => (
  <form
    class="task-add"
    onSubmit={(event) => {
      event.preventDefault();
      const field = event.currentTarget.elements.namedItem("task");
      if (!(field instanceof HTMLInputElement) || field.value.trim() === "") return;
      hands.add(section.line, field.value);
      field.value = "";
    }}
  >
    <input
      name="task"
      maxlength={2000}
      autocomplete="off"
      dir="auto"
      placeholder={words.add}
      aria-label={section.line === null ? words.add : words.addTo(section.title)}
    />
  </form>
);
