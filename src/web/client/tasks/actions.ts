/** The actions on the tasks of a page. Tasks are identified by key. */
import type { Column, Row } from "../../shared/tasks/columns.ts";
import type { TaskSelection } from "./selection.ts";
import type { TaskChanges } from "./task-changes.ts";

export type TaskActions = {
  readonly pageId: string;
  readonly changes: TaskChanges;
  readonly selection: TaskSelection;
  /** None if there is only one. */
  readonly columns: readonly Column[];
  columnOf(row: Row): Column | null;
  tick(key: string, isDone: boolean): void;
  focus(key: string): void;
  edit(key: string): void;
  open(key: string): void;
  setWords(key: string, text: string): void;
  /** Adds a subtask; without text, it is edited. */
  addBelow(key: string, text?: string): void;
  remove(keys: readonly string[]): void;
  /** Moves the task among its siblings. */
  step(key: string, by: -1 | 1): void;
  /** Indents the task below the one before it, or outdents it. */
  shift(key: string, isIn: boolean): void;
  /** Moves the targets of a task. `before`: the task to insert them in front of; null for the end of the column. */
  drop(key: string, column: string, before: string | null): void;
  /** Also closes the details of a task. */
  clearSelection(): void;
  /** Opens the choices of a fact for the targets of a task. */
  pick(what: Picked, key: string): void;
  /** Moves the focus to the field that adds a task to the task's column. */
  addBeside(key: string): void;
  /** Runs when the user leaves the view. */
  whenOver(run: () => void): void;
};

/** The facts that menus choose. */
export type Picked = "status" | "person" | "due" | "priority" | "label" | "estimate" | "every" | "remind" | "after";
