/** The actions on the selected tasks, at the bottom of the window. */
import { words } from "../../../words/tasks.ts";
import type { IconName } from "../../shared/icon-names.ts";
import { Icon, IconButton } from "../../shared/icons.tsx";
import type { TaskHandlers } from "../../shared/tasks/task-row.tsx";
import type { Picked, TaskActions } from "./actions.ts";

const BUTTONS: readonly (readonly [what: Picked, icon: IconName, label: () => string])[] = [
  ["status", "circle-dot", () => words.status],
  ["person", "user-plus", () => words.assign],
  ["due", "calendar", () => words.dueDate],
  ["priority", "chevrons-up", () => words.priority],
  ["label", "tag", () => words.label],
];

export const drawBar = (tasks: TaskActions & TaskHandlers) => <SelectionBar key="selection" tasks={tasks} />;

function SelectionBar({ tasks }: { readonly tasks: TaskActions & TaskHandlers }) {
  const keys = [...tasks.selected];
  const [first = ""] = keys;
  return (
    <div
      class="row card tasks-selection"
      role="toolbar"
      aria-label={words.selectionActions}
      data-pick
      onKeyDown={(event) => event.key === "Escape" && (tasks.clearSelection(), tasks.focus(first))}
    >
      <span role="status">{words.selectedCount(keys.length)}</span>
      {BUTTONS.map(([what, icon, label]) => (
        <button key={what} type="button" class="quiet" aria-haspopup="menu" onClick={() => tasks.pick(what, first)}>
          <Icon name={icon} />
          <span class="tasks-selection-label">{label()}</span>
        </button>
      ))}
      <IconButton icon="trash" label={words.remove} onClick={() => tasks.remove(keys)} />
      <IconButton icon="x" label={words.clearSelection} onClick={() => (tasks.clearSelection(), tasks.focus(first))} />
    </div>
  );
}
