/** Menus and forms that set one fact of one or more tasks. */
import * as edits from "../../../formats/tasks/edits.ts";
import { addDays } from "../../../formats/tasks/recurrence.ts";
import { allStatuses } from "../../../formats/tasks/statuses.ts";
import { PRIORITIES, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";
import type { Row } from "../../shared/tasks/columns.ts";
import { StatusSign } from "../../shared/tasks/status-sign.tsx";
import { everyInWords, PRIORITY_ICONS } from "../../shared/tasks/task-facts.tsx";
import { viewersOf } from "../sharing/page-viewers.ts";
import { PeoplePicker } from "../sharing/people-picker.tsx";
import { fieldOf } from "../ui/dom.ts";
import { type MenuItem, openMenu } from "../ui/menu.tsx";
import type { Picked, TaskActions } from "./actions.ts";
import { Form, openForm, TextForm } from "./task-form.tsx";
import { today } from "./today.ts";

type Targets = { readonly tasks: TaskActions; readonly keys: readonly string[]; readonly anchor: Element };

/** Returns the focus to the control, or to the first task if it is gone. */
const back =
  ({ tasks, keys, anchor }: Targets) =>
  (): void => {
    if (anchor.isConnected && anchor instanceof HTMLElement) anchor.focus();
    else if (keys[0] !== undefined) tasks.focus(keys[0]);
  };

const rowsOf = ({ tasks, keys }: Targets): readonly Row[] => keys.flatMap((key) => tasks.changes.row(key) ?? []);

/** Whether all of the tasks have the value. */
const all = (targets: Targets, has: (row: Row) => boolean): boolean => rowsOf(targets).every(has);

export function pick(tasks: TaskActions, what: Picked, keys: readonly string[], anchor: Element): void {
  const targets = { tasks, keys, anchor };
  if (what === "due") return askDate(targets);
  if (what === "person") return askPerson(targets);
  const [title, items] = menuOf(what, targets);
  tasks.whenOver(openMenu(title, anchor, items, back(targets)));
}

function menuOf(what: Exclude<Picked, "due" | "person">, targets: Targets): [string, MenuItem[]] {
  if (what === "status") return [words.status, statusItems(targets)];
  if (what === "priority") return [words.priority, priorityItems(targets)];
  if (what === "label") return [words.labels, labelItems(targets)];
  if (what === "estimate") return [words.estimate, estimateItems(targets)];
  return what === "every" ? [words.every, everyItems(targets)] : [words.blockers, blockerItems(targets)];
}

function statusItems(targets: Targets): MenuItem[] {
  const { tasks, keys } = targets;
  const statuses = allStatuses(tasks.changes.statuses, tasks.changes.rows);
  if (statuses.length === 0)
    return [false, true].map((isDone) => ({
      title: isDone ? words.done : words.open,
      isOn: all(targets, (row) => row.isDone === isDone),
      run: () => keys.forEach((key) => tasks.tick(key, isDone)),
    }));
  return statuses.map((status) => ({
    title: status.label,
    icon: <StatusSign status={status} />,
    isOn: all(targets, ({ state }) => state?.key === status.key),
    run: () => tasks.changes.setStatus(keys, status),
  }));
}

const priorityItems = (targets: Targets): MenuItem[] =>
  [...PRIORITIES, null].map((priority) => ({
    title: priority === null ? words.noPriority : words[priority],
    icon: priority === null ? "minus" : PRIORITY_ICONS[priority],
    isOn: all(targets, (row) => row.priority === priority),
    run: () => targets.tasks.changes.change(targets.keys, (doc, row) => edits.setPriority(doc, row, priority)),
  }));

/** Labels that menus offer. */
const MOST_LABELS = 50;

function labelItems(targets: Targets): MenuItem[] {
  const { tasks, keys, anchor } = targets;
  const labels = [...new Set(tasks.changes.rows.flatMap((row) => row.labels))].toSorted((a, b) => a.localeCompare(b));
  const ask = (): void =>
    openForm(tasks, anchor, back(targets), (close) => (
      <TextForm
        label={words.labelName}
        close={close}
        save={(text) => {
          const label = text
            .replaceAll(/[^\p{L}\p{N}_-]+/gu, "-")
            .replaceAll(/^-|-$/g, "")
            .slice(0, 60);
          if (/\p{L}/u.test(label)) tasks.changes.change(keys, (doc, row) => edits.addLabel(doc, row, label));
        }}
      />
    ));
  return [
    ...labels.slice(0, MOST_LABELS).map((label): MenuItem => {
      const isOn = all(targets, (row) => row.labels.includes(label));
      const set = isOn ? edits.removeLabel : edits.addLabel;
      return { title: label, icon: isOn ? "check" : "tag", isOn, run: () => tasks.changes.change(keys, (doc, row) => set(doc, row, label)) }; // oxfmt-ignore
    }),
    { title: words.newLabel, icon: "plus", part: "new", run: ask },
  ];
}

const ESTIMATES = ["15m", "30m", "1h", "2h", "4h", "1d", "2d", "1w", null] as const;

const estimateItems = (targets: Targets): MenuItem[] =>
  ESTIMATES.map((estimate) => ({
    title: estimate ?? words.noEstimate,
    icon: estimate === null ? "minus" : "clock",
    isOn: all(targets, (row) => row.estimate === estimate),
    run: () => targets.tasks.changes.change(targets.keys, (doc, row) => edits.setEstimate(doc, row, estimate)),
  }));

const EVERY = ["1d", "weekday", "1w", "2w", "1m", "3m", "1y", null] as const;

const everyItems = (targets: Targets): MenuItem[] =>
  EVERY.map((every) => ({
    title: every === null ? words.noEvery : everyInWords(every),
    icon: every === null ? "minus" : "repeat",
    isOn: all(targets, (row) => row.every === every),
    run: () => targets.tasks.changes.change(targets.keys, (doc, row) => edits.setEvery(doc, row, every, today())),
  }));

const MOST_BLOCKERS = 50;

/** Open tasks of the list; a chosen one gets an id, by which it is found when its text changes. */
function blockerItems({ tasks, keys }: Targets): MenuItem[] {
  const [key = ""] = keys;
  const row = tasks.changes.row(key);
  const others = tasks.changes.rows.filter(
    (each) => each.key !== key && (!each.isDone || row?.after.includes(each.id ?? "")),
  );
  return others.slice(0, MOST_BLOCKERS).map((other) => {
    const isOn = other.id !== null && (row?.after.includes(other.id) ?? false);
    const run = (): void => {
      const id = other.id ?? freeId(tasks.changes.rows);
      if (other.id === null) tasks.changes.change([other.key], (doc, each) => edits.setId(doc, each, id));
      tasks.changes.change([key], (doc, each) => edits.setAfter(doc, each, id, !isOn));
    };
    return { title: wordsOf(other.source), icon: isOn ? "check" : "square-check", isOn, run };
  });
}

function freeId(rows: readonly Row[]): string {
  const taken = new Set(rows.map(({ id }) => id));
  for (;;) {
    const id = Math.random().toString(36).slice(2, 6);
    if (/[a-z]/.test(id) && !taken.has(id)) return id;
  }
}

function askDate(targets: Targets): void {
  const { tasks, keys, anchor } = targets;
  const [first] = rowsOf(targets);
  openForm(tasks, anchor, back(targets), (close) => {
    const set = (date: string | null): void => {
      close();
      tasks.changes.change(keys, (doc, row) => edits.setDue(doc, row, date));
    };
    const day = today();
    const quick = [[words.today, day], [words.tomorrow, addDays(day, 1)], [words.nextWeek, addDays(day, 7)]] as const; // oxfmt-ignore
    return (
      <Form name={words.dueDate} close={close} submit={(form) => set(fieldOf(form, "due"))}>
        <input type="date" name="due" aria-label={words.dueDate} defaultValue={first?.due ?? ""} required />
        <div class="row wrap">
          {quick.map(([title, date]) => (
            <button key={title} type="button" class="quiet" onClick={() => set(date)}>
              {title}
            </button>
          ))}
        </div>
        <div class="actions">
          <button type="submit">{words.setDate}</button>
          {!all(targets, ({ due }) => due === null) && (
            <button type="button" class="quiet" onClick={() => set(null)}>
              {words.noDate}
            </button>
          )}
        </div>
      </Form>
    );
  });
}

function askPerson(targets: Targets): void {
  const { tasks, keys, anchor } = targets;
  const assigned = {
    has: (id: string): boolean => all(targets, ({ people }) => people.some((person) => person.id === id)),
    reason: words.isAssigned,
  };
  openForm(tasks, anchor, back(targets), (close) => (
    <Form name={words.assign} close={close}>
      <label for="task-person">{words.assign}</label>
      <PeoplePicker
        id="task-person"
        source={viewersOf(tasks.pageId)}
        leftOut={assigned}
        whenChosen={({ id, name }) => {
          if (id === null) return;
          close();
          tasks.changes.change(keys, (doc, row) => edits.assign(doc, row, { id, name }));
        }}
      />
    </Form>
  ));
}
