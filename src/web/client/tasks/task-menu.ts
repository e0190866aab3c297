/** The menu of one task: all actions besides ticking and editing its text. */
import { PRIORITIES, type Assignee, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";
import type { Column, Row } from "../../shared/tasks/columns.ts";
import { openLayer } from "../ui/layer.ts";
import { type MenuItem, openMenu } from "../ui/menu.tsx";
import { element } from "../ui/dom.ts";
import { viewersOf } from "../sharing/page-viewers.ts";
import { PeoplePicker } from "../sharing/people-picker.ts";
import type { TaskActions } from "./actions.ts";

export function openTaskMenu(tasks: TaskActions, row: Row, anchor: Element, pageId: string): void {
  const back = (): void => tasks.focus(row.key);
  const closing = openMenu(words.actionsOf(wordsOf(row.source)), anchor, itemsFor(tasks, row, anchor, pageId), back);
  tasks.whenOver(closing);
}

function itemsFor(tasks: TaskActions, row: Row, anchor: Element, pageId: string): MenuItem[] {
  const own = tasks.columnOf(row);
  return [
    { title: words.change, hint: "Enter", run: () => tasks.edit(row.key) },
    { title: words.dueDate, run: () => askDate(tasks, row, anchor) },
    { title: words.assign, run: () => askPerson(tasks, row, anchor, pageId) },
    ...row.people.map(({ id, name }) => ({ title: words.unassign(name), run: () => tasks.unassign(row.key, id) })),
    { title: words.addBelow, run: () => tasks.addBelow(row.key) },
    ...[...PRIORITIES, null].map((priority) => ({
      title: priority === null ? words.noPriority : words[priority],
      section: words.priority,
      isOn: row.priority === priority,
      run: () => tasks.setPriority(row.key, priority),
    })),
    { title: words.moveUp, hint: "Alt+↑", section: words.move, run: () => tasks.step(row.key, -1) },
    { title: words.moveDown, hint: "Alt+↓", section: words.move, run: () => tasks.step(row.key, 1) },
    { title: words.setIn, hint: "Alt+→", section: words.move, run: () => tasks.shift(row.key, true) },
    { title: words.setOut, hint: "Alt+←", section: words.move, run: () => tasks.shift(row.key, false) },
    ...tasks.columns
      .filter((column) => column !== own)
      .map(({ key, title }: Column) => ({
        title: words.moveTo(title),
        section: words.move,
        run: () => tasks.drop(row.key, key, null),
      })),
    { title: words.remove, hint: "Delete", part: "last", run: () => tasks.remove(row.key) },
  ];
}

/** A small form at the task; `make` receives a function that closes it. */
function openForm(
  tasks: TaskActions,
  row: Row,
  anchor: Element,
  name: string,
  make: (close: () => void) => readonly HTMLElement[],
): void {
  const layer = openLayer("task-form-layer", anchor, "bottom-end");
  const outside = new AbortController();
  const close = (): void => {
    outside.abort();
    layer.close();
    tasks.focus(row.key);
  };
  const form = element("form", { class: "task-form stack", "aria-label": name }, ...make(close));
  form.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && close());
  layer.element.append(form);
  form.querySelector("input")?.focus();
  document.addEventListener(
    "pointerdown",
    ({ target }) => target instanceof Node && !layer.element.contains(target) && close(),
    { signal: outside.signal, capture: true },
  );
  tasks.whenOver(close);
}

function askDate(tasks: TaskActions, row: Row, anchor: Element): void {
  openForm(tasks, row, anchor, words.dueDate, (close) => {
    const field = element("input", { type: "date", "aria-label": words.dueDate, value: row.due ?? "", required: true });
    const set = element("button", { type: "submit" }, words.setDate);
    const none = element(
      "button",
      { type: "button", class: "quiet", onclick: () => (close(), tasks.setDue(row.key, null)) },
      words.noDate,
    );
    queueMicrotask(() =>
      field.form?.addEventListener("submit", (event) => {
        event.preventDefault();
        close();
        tasks.setDue(row.key, field.value);
      }),
    );
    return [field, element("div", { class: "actions" }, set, row.due === null ? null : none)];
  });
}

function askPerson(tasks: TaskActions, row: Row, anchor: Element, pageId: string): void {
  openForm(tasks, row, anchor, words.assign, (close) => {
    const assigned = {
      has: (id: string): boolean => row.people.some((person) => person.id === id),
      reason: words.isAssigned,
    };
    const picker = new PeoplePicker("task-person", viewersOf(pageId), assigned, () => {
      const chosen = picker.chosen();
      if (chosen === null || chosen.id === null) return;
      const person: Assignee = { id: chosen.id, name: chosen.name };
      close();
      tasks.assign(row.key, person);
    });
    return [element("label", { for: "task-person" }, words.assign), ...picker.nodes];
  });
}
