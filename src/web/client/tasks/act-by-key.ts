/** Runs the actions of keys on a task. */
import { type EditorView, runScopeHandlers } from "@codemirror/view";
import { actionFor, pressedKey } from "../ui/listed-keys.ts";
import type { TaskActions } from "./actions.ts";
import { TASK_KEYS } from "./key-list.ts";

/** Returns true if the key was handled. */
export function actByKey(tasks: TaskActions, key: string, event: KeyboardEvent): boolean {
  const act = actionFor(TASK_KEYS, pressedKey(event));
  act?.(tasks, key);
  return act !== undefined;
}

/** The editor handles undo and redo: it knows which changes are this user's. */
export const undoByKey = (view: EditorView, event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && runScopeHandlers(view, event, "editor");
