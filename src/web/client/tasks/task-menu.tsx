/** The menu of one task: all actions besides ticking and editing its text. */
import { type ComponentChildren, render } from "preact";
import { PRIORITIES, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words as comments } from "../../../words/comments.ts";
import { words } from "../../../words/tasks.ts";
import { PRIORITY_ICONS } from "../../shared/tasks/task-facts.tsx";
import type { Column, Row } from "../../shared/tasks/columns.ts";
import { openLayer } from "../ui/layer.ts";
import { type MenuItem, openMenu } from "../ui/menu.tsx";
import { fieldOf } from "../ui/dom.ts";
import { viewersOf } from "../sharing/page-viewers.ts";
import { PeoplePicker } from "../sharing/people-picker.tsx";
import type { TaskActions } from "./actions.ts";

export function openTaskMenu(tasks: TaskActions, row: Row, anchor: Element, pageId: string): void {
  const back = (): void => tasks.focus(row.key);
  const closing = openMenu(words.actionsOf(wordsOf(row.source)), anchor, itemsFor(tasks, row, anchor, pageId), back);
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

function itemsFor(tasks: TaskActions, row: Row, anchor: Element, pageId: string): MenuItem[] {
  const own = tasks.columnOf(row);
  return [
    { title: words.change, icon: "pencil", hint: "Enter", run: () => tasks.edit(row.key) },
    ...commentItem(row),
    { title: words.dueDate, icon: "calendar", run: () => askDate(tasks, row, anchor) },
    { title: words.assign, icon: "user-plus", run: () => askPerson(tasks, row, anchor, pageId) },
    ...row.people.map(({ id, name }): MenuItem => ({
      title: words.unassign(name),
      icon: "x",
      run: () => tasks.unassign(row.key, id),
    })),
    { title: words.addBelow, icon: "plus", run: () => tasks.addBelow(row.key) },
    ...[...PRIORITIES, null].map((priority): MenuItem => ({
      title: priority === null ? words.noPriority : words[priority],
      icon: priority === null ? "minus" : PRIORITY_ICONS[priority],
      section: words.priority,
      isOn: row.priority === priority,
      run: () => tasks.setPriority(row.key, priority),
    })),
    { title: words.moveUp, icon: "arrow-up", hint: "Alt+↑", section: words.move, run: () => tasks.step(row.key, -1) },
    {
      title: words.moveDown,
      icon: "arrow-down",
      hint: "Alt+↓",
      section: words.move,
      run: () => tasks.step(row.key, 1),
    },
    {
      title: words.setIn,
      icon: "indent-increase",
      hint: "Alt+→",
      section: words.move,
      run: () => tasks.shift(row.key, true),
    },
    {
      title: words.setOut,
      icon: "indent-decrease",
      hint: "Alt+←",
      section: words.move,
      run: () => tasks.shift(row.key, false),
    },
    ...tasks.columns
      .filter((column) => column !== own)
      .map(({ key, title }: Column): MenuItem => ({
        title: words.moveTo(title),
        icon: "arrow-right",
        section: words.move,
        run: () => tasks.drop(row.key, key, null),
      })),
    { title: words.remove, icon: "trash", hint: "Delete", part: "last", run: () => tasks.remove(row.key) },
  ];
}

/** A small form at the task; `draw` receives a function that closes it. */
function openForm(tasks: TaskActions, row: Row, anchor: Element, draw: (close: () => void) => ComponentChildren): void {
  const layer = openLayer("task-form-layer", anchor, "bottom-end");
  const outside = new AbortController();
  const close = (): void => {
    outside.abort();
    render(null, layer.element);
    layer.close();
    tasks.focus(row.key);
  };
  render(draw(close), layer.element);
  layer.element.querySelector("input")?.focus();
  document.addEventListener(
    "pointerdown",
    ({ target }) => target instanceof Node && !layer.element.contains(target) && close(),
    { signal: outside.signal, capture: true },
  );
  tasks.whenOver(close);
}

type FormProps = {
  readonly name: string;
  readonly close: () => void;
  readonly submit?: (form: HTMLFormElement) => void;
  readonly children: ComponentChildren;
};

const Form = ({ name, close, submit, children }: FormProps) => (
  <form
    class="task-form stack"
    aria-label={name}
    onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && close()}
    onSubmit={(event) => {
      event.preventDefault();
      submit?.(event.currentTarget);
    }}
  >
    {children}
  </form>
);

function askDate(tasks: TaskActions, row: Row, anchor: Element): void {
  openForm(tasks, row, anchor, (close) => {
    const set = (date: string | null): void => {
      close();
      tasks.setDue(row.key, date);
    };
    return (
      <Form name={words.dueDate} close={close} submit={(form) => set(fieldOf(form, "due"))}>
        <input type="date" name="due" aria-label={words.dueDate} defaultValue={row.due ?? ""} required />
        <div class="actions">
          <button type="submit">{words.setDate}</button>
          {row.due !== null && (
            <button type="button" class="quiet" onClick={() => set(null)}>
              {words.noDate}
            </button>
          )}
        </div>
      </Form>
    );
  });
}

function askPerson(tasks: TaskActions, row: Row, anchor: Element, pageId: string): void {
  const assigned = {
    has: (id: string): boolean => row.people.some((person) => person.id === id),
    reason: words.isAssigned,
  };
  openForm(tasks, row, anchor, (close) => (
    <Form name={words.assign} close={close}>
      <label for="task-person">{words.assign}</label>
      <PeoplePicker
        id="task-person"
        source={viewersOf(pageId)}
        leftOut={assigned}
        whenChosen={({ id, name }) => {
          if (id === null) return;
          close();
          tasks.assign(row.key, { id, name });
        }}
      />
    </Form>
  ));
}
