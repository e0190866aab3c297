/** A TASK_LIST page as a list or board, printed by the Worker and continued in the browser. */
import { type Progress, progressOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";
import { Icon } from "../icons.tsx";
import { boardColumns, type Column, listGroups, type Row } from "./columns.ts";
import { isShown, shownRows } from "./filters.ts";
import type { TasksProps } from "./props.ts";
import { StatusSign } from "./status-sign.tsx";
import { TaskRow } from "./task-row.tsx";
import { TasksBar } from "./tasks-bar.tsx";

export const TasksView = (props: TasksProps) => {
  const rows = props.sections.flatMap(({ tasks }) => tasks);
  return (
    <>
      <TasksBar {...props} rows={rows} />
      {rows.length === 0 && <p class="muted">{words.none}</p>}
      {rows.length > 0 && !rows.some((row) => isShown(row, props)) && <p class="muted">{words.noneFound}</p>}
      {props.layout === "list" && <List {...props} />}
      {props.layout === "board" && <Board {...props} />}
      {props.layout === "calendar" && props.other}
    </>
  );
};

const List = (props: TasksProps) => (
  <div class="tasks-list">
    {listGroups(props.sections, props.statuses, props.group).map((column) => {
      const rows = shownRows(column, props);
      const hasHeading = column.status !== null || (column.section?.line ?? null) !== null;
      return (
        <section
          key={column.key}
          aria-label={hasHeading ? column.title : column.key === "all" ? words.all : words.tasks}
          data-column={column.key}
        >
          {hasHeading && column.key !== "all" && <Heading column={column} count={rows.length} {...props} />}
          <ul>
            {rows.map((row) => (
              <TaskRow
                key={row.key}
                row={row}
                today={props.today}
                hands={props.hands}
                showsStatus={column.status === null || (row.level > 0 && row.status !== null)}
              />
            ))}
          </ul>
          {column.section && props.hands?.addField(column)}
        </section>
      );
    })}
  </div>
);

type HeadingProps = Pick<TasksProps, "hands"> & { readonly column: Column; readonly count: number };

const Heading = ({ column, count, hands }: HeadingProps) => {
  const { title, status } = column;
  const limit = status?.limit ?? null;
  const all = column.rows.filter(({ level }) => level === 0).length;
  return (
    <div class="row tasks-heading">
      <h2 class="row">
        {status && <StatusSign status={status} />}
        <bdi>{title}</bdi>{" "}
        {limit !== null && all > limit ? (
          <span class="task-over" title={words.overLimit(all - limit)}>
            {words.limited(all, limit)}
            <span class="hidden">{`, ${words.overLimit(all - limit)}`}</span>
          </span>
        ) : (
          <span class="muted">{limit === null ? count : words.limited(all, limit)}</span>
        )}
      </h2>
      {hands && status && (
        <button
          type="button"
          class="quiet icon-only"
          aria-label={words.columnActions(title)}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => hands.openColumnMenu(column, currentTarget)}
        >
          <Icon name="ellipsis" />
        </button>
      )}
    </div>
  );
};

const Board = (props: TasksProps) => {
  const progress = new Map(props.sections.flatMap(({ tasks }) => [...progressOf(tasks)]));
  const { hands, statuses } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls horizontally, also by keyboard
    <div class="row tasks-board" role="group" aria-label={words.board} tabIndex={0}>
      {boardColumns(props.sections, statuses, props.group).map((column) => (
        <BoardColumn key={column.key} column={column} progress={progress} {...props} />
      ))}
      {hands && statuses.length > 0 && (
        <button type="button" class="quiet" onClick={({ currentTarget }) => hands.openColumnMenu(null, currentTarget)}>
          <Icon name="plus" />
          {words.addColumn}
        </button>
      )}
    </div>
  );
};

type ColumnProps = TasksProps & { readonly column: Column; readonly progress: ReadonlyMap<Row, Progress> };

const BoardColumn = ({ column, progress, ...props }: ColumnProps) => {
  const rows = shownRows(column, props).filter(({ level }) => level === 0);
  return (
    <section class="tasks-column" aria-label={column.title} data-column={column.key}>
      <Heading column={column} count={rows.length} hands={props.hands} />
      <ul>
        {rows.map((row) => (
          <TaskRow
            key={row.key}
            row={row}
            today={props.today}
            hands={props.hands}
            progress={progress.get(row) ?? null}
            isCard
            showsStatus={column.status === null}
          />
        ))}
      </ul>
      {column.section && props.hands?.addField(column)}
    </section>
  );
};
