/** The menu of one task: all actions besides ticking and editing its text. */
import { linkedPage } from "../../../formats/tasks/convert.ts";
import { setPriority, unassign } from "../../../formats/tasks/edits.ts";
import { PRIORITIES, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words as comments } from "../../../words/comments.ts";
import { words } from "../../../words/tasks.ts";
import type { IconName } from "../../shared/icon-names.ts";
import type { Column, Row } from "../../shared/tasks/columns.ts";
import { PRIORITY_ICONS } from "../../shared/tasks/task-facts.tsx";
import { type MenuItem, openMenu } from "../ui/menu.tsx";
import type { Picked, TaskActions } from "./actions.ts";
import { makePageOf, makeTaskOf } from "./convert.ts";

export function openTaskMenu(tasks: TaskActions, row: Row, anchor: Element): void {
  const back = (): void => tasks.focus(row.key);
  const closing = openMenu(words.actionsOf(wordsOf(row.source)), anchor, itemsFor(tasks, row), back);
  tasks.whenOver(closing);
}

/** The page's button for a new comment; the row with the focus is what it is about. */
function commentItem(row: Row): MenuItem[] {
  const button = document.querySelector<HTMLElement>("article[data-page] [data-act=comment]");
  if (!button) return [];
  const run = (): void => {
    document.querySelector<HTMLElement>(`.task[data-line="${row.line}"] > input`)?.focus();
    button.click();
  };
  return [{ title: comments.newComment, icon: "message-square", run }];
}

function itemsFor(tasks: TaskActions, row: Row): MenuItem[] {
  const own = tasks.columnOf(row);
  const keys = tasks.selection.targets(row.key);
  const pick = (what: Picked) => (): void => tasks.pick(what, row.key);
  return [
    { title: words.openTask, icon: "square-arrow-out-up-right", hint: "Enter", run: () => tasks.open(row.key) },
    { title: words.change, icon: "pencil", hint: "E", run: () => tasks.edit(row.key) },
    ...commentItem(row),
    { title: words.status, icon: "circle-dot", hint: "S", part: "facts", run: pick("status") },
    { title: words.dueDate, icon: "calendar", hint: "D", part: "facts", run: pick("due") },
    { title: words.assign, icon: "user-plus", hint: "A", part: "facts", run: pick("person") },
    ...row.people.map(({ id, name }): MenuItem => ({
      title: words.unassign(name),
      icon: "x",
      part: "facts",
      run: () => tasks.changes.change([row.key], (doc, each) => unassign(doc, each, id)),
    })),
    { title: words.label, icon: "tag", hint: "L", part: "facts", run: pick("label") },
    { title: words.estimate, icon: "clock", part: "facts", run: pick("estimate") },
    { title: words.every, icon: "repeat", part: "facts", run: pick("every") },
    linkedPage(row) === null
      ? { title: words.toPage, icon: "file-text", part: "facts", run: () => makePageOf(tasks, row.key) }
      : { title: words.toTask, icon: "square-check", part: "facts", run: () => makeTaskOf(tasks, row.key) },
    { title: words.addBelow, icon: "plus", part: "facts", run: () => tasks.addBelow(row.key) },
    ...[...PRIORITIES, null].map((priority): MenuItem => ({
      title: priority === null ? words.noPriority : words[priority],
      icon: priority === null ? "minus" : PRIORITY_ICONS[priority],
      section: words.priority,
      isOn: row.priority === priority,
      run: () => tasks.changes.change(keys, (doc, each) => setPriority(doc, each, priority)),
    })),
    ...moveItems(tasks, row, own),
    { title: words.remove, icon: "trash", hint: "Delete", part: "last", run: () => tasks.remove(keys) },
  ];
}

function moveItems(tasks: TaskActions, row: Row, own: Column | null): MenuItem[] {
  const item = (title: string, icon: IconName, hint: string, run: () => void): MenuItem => ({
    title,
    icon,
    hint,
    section: words.move,
    run,
  });
  return [
    item(words.select, "square-check", "X", () => tasks.selection.toggle(row.key)),
    item(words.moveUp, "arrow-up", "Alt+↑", () => tasks.step(row.key, -1)),
    item(words.moveDown, "arrow-down", "Alt+↓", () => tasks.step(row.key, 1)),
    item(words.setIn, "indent-increase", "Alt+→", () => tasks.shift(row.key, true)),
    item(words.setOut, "indent-decrease", "Alt+←", () => tasks.shift(row.key, false)),
    ...tasks.columns
      .filter((column) => column.key !== own?.key)
      .map(({ key, title }): MenuItem =>
        item(words.moveTo(title), "arrow-right", "", () => tasks.drop(row.key, key, null)),
      ),
  ];
}
