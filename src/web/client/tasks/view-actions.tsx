/** Saving, showing and removing the views in the text of a task list. */
import { words as actions } from "../../../words/task-actions.ts";
import type { Choices } from "../../shared/tasks/props.ts";
import type { TaskActions } from "./actions.ts";
import { choicesOf, conditionsOf, removeSavedView, saveView } from "./saved-views.ts";
import { openForm, TextForm } from "./task-form.tsx";

export const viewNamed = (tasks: TaskActions, name: string): Partial<Choices> =>
  choicesOf(tasks.changes.doc.toString(), name) ?? {};

export const removeViewNamed = (tasks: TaskActions, name: string): void =>
  tasks.changes.changeStatuses((text) => removeSavedView(text, name));

export function askViewName(tasks: TaskActions, choices: Choices, userId: string, anchor: Element): void {
  const back = (): void => (anchor instanceof HTMLElement ? anchor.focus() : undefined);
  openForm(tasks, anchor, back, (close) => (
    <TextForm
      label={actions.viewName}
      close={close}
      save={(name) => {
        const where = conditionsOf(choices, tasks.changes.statuses, userId);
        if (name !== "") tasks.changes.changeStatuses((text) => saveView(text, name, choices, where));
      }}
    />
  ));
}
