/** What the views of a task list are drawn from. */
import type { ComponentChildren } from "preact";
import type { Status } from "../../../formats/tasks/statuses.ts";
import type { TaskSection } from "./columns.ts";
import type { Conditions, Shown } from "./filters.ts";
import type { TaskHandlers } from "./task-row.tsx";

export const LAYOUTS = ["list", "board", "calendar"] as const;
export type Layout = (typeof LAYOUTS)[number];

export type TasksProps = Shown & {
  readonly sections: readonly TaskSection[];
  /** The declared statuses; none in a list whose columns are its headings. */
  readonly statuses: readonly Status[];
  readonly layout: Layout;
  /** The text is shown instead of the tasks. */
  readonly isText: boolean;
  readonly hands: TaskHandlers | null;
  /** Shows a button that switches to the text. */
  readonly writes: boolean;
  readonly show?: (change: Partial<Choices>) => void;
  /** A view other than list and board, which only the browser draws. */
  readonly other?: ComponentChildren;
};

/** The user's view settings. */
export type Choices = Conditions & Pick<TasksProps, "layout" | "isText">;
