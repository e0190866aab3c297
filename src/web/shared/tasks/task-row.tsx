/** One task, in a list or as a card on a board. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";
import { Icon } from "../icons.tsx";
import type { Column, Row } from "./columns.ts";
import { TaskFacts } from "./task-facts.tsx";
import { TaskWords } from "./task-words.tsx";

/** Task actions; null if tasks are read-only. */
export type TaskHandlers = {
  /** The task whose text is being edited. */
  readonly editing: string | null;
  readonly selected: ReadonlySet<string>;
  edit(key: string | null): void;
  setWords(key: string, text: string): void;
  tick(key: string, isDone: boolean): void;
  openMenu(key: string, anchor: Element): void;
  /** Shows all of the task. */
  open(key: string): void;
  pressed(key: string, event: KeyboardEvent): void;
  /** A click with a modifier key selects tasks; returns false for other clicks. */
  select(key: string, event: MouseEvent): boolean;
  /** The field that adds a task to a column. */
  addField(column: Column): ComponentChildren;
  /** Null to add a column. */
  openColumnMenu(column: Column | null, anchor: Element): void;
  declareStatuses(): void;
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
  /** A card of a board, which a click opens. */
  readonly isCard?: boolean;
  readonly showsStatus?: boolean;
};

const classOf = (row: Row, isSelected: boolean): string =>
  ["task", ...(row.isDone ? ["is-done"] : []), ...(isSelected ? ["is-selected"] : [])].join(" ");

export const TaskRow = (props: RowProps) => {
  const { row, today, hands, progress = null, isCurrent = false, isCard = false, showsStatus = false } = props;
  const says = wordsOf(row.source);
  const isWritten = hands?.editing === row.key;
  const isSelected = hands?.selected.has(row.key) ?? false;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- keys
    // on the checkbox do the same
    <li
      class={classOf(row, isSelected)}
      data-task={row.key}
      data-line={row.line}
      data-level={row.level}
      aria-current={isCurrent ? "true" : undefined}
      draggable={hands !== null && !isWritten}
      onDragStart={(event) => event.dataTransfer?.setData("text/plain", says)}
      onClick={(event) => {
        if (hands === null || isWritten || !isPlain(event)) return;
        if (hands.select(row.key, event)) event.preventDefault();
        else if (isCard) hands.open(row.key);
        else if (isOnWords(event)) hands.edit(row.key);
      }}
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
          <span class="task-words" dir="auto">
            <TaskWords source={row.source} />
          </span>
        )}
        {isSelected && <span class="hidden">{words.selected}</span>}
        <TaskFacts task={row} today={today} progress={progress} showsStatus={showsStatus} />
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

/** A click on a link or control does what that does, and a click that ends a selection of text does nothing else. */
const isPlain = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest("a, button, input")) && (getSelection()?.isCollapsed ?? true);

const isOnWords = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest(".task-words") !== null;

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
