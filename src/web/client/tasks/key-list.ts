/** The keys of a task. */
import { actionFor, type ListedKey, pressedKey } from "../ui/listed-keys.ts";
import type { TaskActions } from "./actions.ts";

/** Without the arrows that move the focus. */
export const TASK_KEYS: readonly ListedKey<(tasks: TaskActions, key: string) => void>[] = [
  { key: "Space", label: "done" },
  { key: "Enter", label: "open", run: (tasks, key) => tasks.open(key) },
  { key: "e", aliases: ["F2"], label: "changeWords", run: (tasks, key) => tasks.edit(key) },
  { key: "c", label: "newTask", run: (tasks, key) => tasks.addBeside(key) },
  { key: "j", aliases: ["ArrowDown"], label: "nextTask", run: (tasks, key) => tasks.selection.go(key, 1) },
  { key: "k", aliases: ["ArrowUp"], label: "taskBefore", run: (tasks, key) => tasks.selection.go(key, -1) },
  { key: "s", label: "setStatus", run: (tasks, key) => tasks.pick("status", key) },
  { key: "a", label: "setPeople", run: (tasks, key) => tasks.pick("person", key) },
  { key: "d", aliases: ["Shift-d"], label: "setDue", run: (tasks, key) => tasks.pick("due", key) },
  { key: "p", label: "setPriority", run: (tasks, key) => tasks.pick("priority", key) },
  { key: "l", label: "setLabels", run: (tasks, key) => tasks.pick("label", key) },
  { key: "x", label: "choose", run: (tasks, key) => tasks.selection.toggle(key) },
  {
    key: "Shift-ArrowDown",
    aliases: ["Shift-j"],
    label: "chooseNext",
    run: (tasks, key) => tasks.selection.extend(key, 1),
  },
  {
    key: "Shift-ArrowUp",
    aliases: ["Shift-k"],
    label: "chooseBefore",
    run: (tasks, key) => tasks.selection.extend(key, -1),
  },
  { key: "Mod-a", label: "selectAll", run: (tasks) => tasks.selection.selectAll() },
  { key: "Escape", label: "chooseNone", run: (tasks) => tasks.clearSelection() },
  { key: "Alt-ArrowUp", label: "moveUp", run: (tasks, key) => tasks.step(key, -1) },
  { key: "Alt-ArrowDown", label: "moveDown", run: (tasks, key) => tasks.step(key, 1) },
  { key: "Alt-ArrowRight", label: "makeSubtask", run: (tasks, key) => tasks.shift(key, true) },
  { key: "Alt-ArrowLeft", label: "moveOut", run: (tasks, key) => tasks.shift(key, false) },
  { key: "Delete", label: "remove", run: (tasks, key) => tasks.remove(tasks.selection.targets(key)) },
  { key: "Mod-z", label: "undo" },
];

/** Returns true if the key was handled. */
export function actByKey(tasks: TaskActions, key: string, event: KeyboardEvent): boolean {
  const act = actionFor(TASK_KEYS, pressedKey(event));
  act?.(tasks, key);
  return act !== undefined;
}
