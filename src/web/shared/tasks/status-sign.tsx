/** The sign of a status: its shape tells whether it is for open, started or done tasks, so that colour is not needed. */
import type { Status } from "../../../formats/tasks/statuses.ts";
import type { IconName } from "../icon-names.ts";
import { iconClass } from "../icon-names.ts";

const shapeOf = ({ isDone, isDeclared, color }: Status): IconName => {
  if (!isDeclared) return "circle-alert";
  if (isDone) return color === "gray" || color === "red" ? "circle-x" : "circle-check";
  return color === "gray" || color === null ? "circle-dashed" : "circle-dot";
};

export const StatusSign = ({ status }: { status: Status }) => (
  <span class={`${iconClass(shapeOf(status))} task-status`} data-color={status.color ?? undefined} aria-hidden="true" />
);
