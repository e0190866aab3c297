/** One task, in a list or as a card on a board. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";
import { Icon } from "../icons.tsx";
import type { Row } from "./columns.ts";
import { TaskFacts } from "./task-facts.tsx";
import { TaskWords } from "./task-words.tsx";

/** Task actions; null if tasks are read-only. */
export type TaskHandlers = {
  /** The task whose text is being edited. */
  readonly editing: string | null;
  edit(key: string | null): void;
  setWords(key: string, text: string): void;
  tick(key: string, isDone: boolean): void;
  openMenu(key: string, anchor: Element): void;
  pressed(key: string, event: KeyboardEvent): void;
  /** `section` is the line of its heading. */
  add(section: number | null, text: string): void;
  /** `before` is the task to insert before; null for the end of the column. */
  drop(key: string, column: string, before: string | null): void;
};

type RowProps = {
  readonly row: Row;
  readonly today: string;
  readonly hands: TaskHandlers | null;
  /** Progress of subtasks, on a card. */
  readonly progress?: readonly [done: number, all: number] | null;
  /** The task that a preview is about. */
  readonly isCurrent?: boolean;
};

export const TaskRow = ({ row, today, hands, progress = null, isCurrent = false }: RowProps) => {
  const says = wordsOf(row.source);
  const isWritten = hands?.editing === row.key;
  return (
    <li
      class={row.isDone ? "task is-done" : "task"}
      data-task={row.key}
      data-line={row.line}
      data-level={row.level}
      aria-current={isCurrent ? "true" : undefined}
      draggable={hands !== null && !isWritten}
      onDragStart={(event) => event.dataTransfer?.setData("text/plain", says)}
    >
      <input
        type="checkbox"
        checked={row.isDone}
        disabled={hands === null}
        aria-label={says}
        onChange={({ currentTarget }) => hands?.tick(row.key, currentTarget.checked)}
        onKeyDown={(event) => hands?.pressed(row.key, event)}
      />
      <div class="task-body">
        {isWritten ? (
          <TaskInput row={row} hands={hands} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Enter on
          // the checkbox does the same
          <span class="task-words" dir="auto" onClick={(event) => isPlain(event) && hands?.edit(row.key)}>
            <TaskWords source={row.source} />
          </span>
        )}
        <TaskFacts task={row} today={today} progress={progress} />
      </div>
      {hands !== null && (
        <button
          type="button"
          class="quiet icon-only task-more"
          aria-label={words.actionsOf(says)}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => hands.openMenu(row.key, currentTarget)}
        >
          <Icon name="ellipsis" />
        </button>
      )}
    </li>
  );
};

/** A click on a link follows it, and a click that ends a selection does not start editing. */
const isPlain = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest("a")) && (getSelection()?.isCollapsed ?? true);

const TaskInput = ({ row, hands }: { row: Row; hands: TaskHandlers }) => {
  const field = useRef<HTMLInputElement>(null);
  // Before paint, so that the next key is already typed into the field.
  useLayoutEffect(() => {
    field.current?.focus();
    // Typing replaces the placeholder text of a new task.
    if (field.current?.value === words.newTask) field.current.select();
  }, []);
  const isOver = useRef(false);
  const finish = (isKept: boolean): void => {
    if (isOver.current) return;
    isOver.current = true;
    if (isKept) hands.setWords(row.key, field.current?.value ?? "");
    hands.edit(null);
  };
  return (
    <input
      ref={field}
      class="task-input"
      defaultValue={wordsOf(row.source)}
      aria-label={words.change}
      maxlength={2000}
      dir="auto"
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        event.stopPropagation();
        finish(event.key === "Enter");
      }}
    />
  );
};
