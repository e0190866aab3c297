/** The keys of a task. */
import { actionFor, type ListedKey, pressedKey } from "../ui/listed-keys.ts";
import type { TaskActions } from "./actions.ts";

/** Without the arrows that move the focus. */
export const TASK_KEYS: readonly ListedKey<(tasks: TaskActions, key: string) => void>[] = [
  { key: "Space", label: "done" },
  { key: "Enter", aliases: ["F2"], label: "changeWords", run: (tasks, key) => tasks.edit(key) },
  { key: "Alt-ArrowUp", label: "moveUp", run: (tasks, key) => tasks.step(key, -1) },
  { key: "Alt-ArrowDown", label: "moveDown", run: (tasks, key) => tasks.step(key, 1) },
  { key: "Alt-ArrowRight", label: "makeSubtask", run: (tasks, key) => tasks.shift(key, true) },
  { key: "Alt-ArrowLeft", label: "moveOut", run: (tasks, key) => tasks.shift(key, false) },
  { key: "Delete", label: "remove", run: (tasks, key) => tasks.remove(key) },
  { key: "Mod-z", label: "undo" },
];

/** Returns true if the key was handled. */
export function actByKey(tasks: TaskActions, key: string, event: KeyboardEvent): boolean {
  const pressed = pressedKey(event);
  const act = actionFor(TASK_KEYS, pressed);
  if (act) act(tasks, key);
  else if (pressed === "ArrowUp" || pressed === "ArrowDown") tasks.go(key, pressed === "ArrowUp" ? -1 : 1);
  else return false;
  return true;
}
