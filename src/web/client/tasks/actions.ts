/** The actions on the tasks of a page. Tasks are identified by key. */
import type { Assignee, Priority } from "../../../formats/tasks/tasks.ts";
import type { Column, Row } from "../../shared/tasks/columns.ts";

export type TaskActions = {
  readonly columns: readonly Column[];
  columnOf(row: Row): Column | null;
  focus(key: string): void;
  /** Moves the focus to the displayed task above or below. */
  go(key: string, by: -1 | 1): void;
  edit(key: string): void;
  setDue(key: string, date: string | null): void;
  setPriority(key: string, priority: Priority | null): void;
  assign(key: string, person: Assignee): void;
  unassign(key: string, userId: string): void;
  addBelow(key: string): void;
  remove(key: string): void;
  /** Moves the task among its siblings. */
  step(key: string, by: -1 | 1): void;
  /** Indents the task below the one before it, or outdents it. */
  shift(key: string, isIn: boolean): void;
  /** `before`: the task to insert it in front of; null for the end of the column. */
  drop(key: string, column: string, before: string | null): void;
  /** Runs when the user leaves the view. */
  whenOver(run: () => void): void;
};
