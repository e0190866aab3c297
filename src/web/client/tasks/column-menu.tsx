/** Menus that change the statuses of a list: name, colour, limit, kind and order. */
import * as statuses from "../../../formats/tasks/statuses.ts";
import { words } from "../../../words/tasks.ts";
import type { Column } from "../../shared/tasks/columns.ts";
import { StatusSign } from "../../shared/tasks/status-sign.tsx";
import { type MenuItem, openMenu } from "../ui/menu.tsx";
import type { TaskActions } from "./actions.ts";
import { openForm, TextForm } from "./task-form.tsx";

/** Without a column, asks for the name of a new one. */
export function openColumnMenu(tasks: TaskActions, column: Column | null, anchor: Element): void {
  if (column === null) return askColumn(tasks, anchor);
  const { status, title } = column;
  if (status) tasks.whenOver(openMenu(words.columnActions(title), anchor, itemsFor(tasks, status, anchor), focusOn(anchor))); // oxfmt-ignore
}

const focusOn = (anchor: Element) => (): void => {
  if (anchor instanceof HTMLElement) anchor.focus();
};

const askColumn = (tasks: TaskActions, anchor: Element): void =>
  openForm(tasks, anchor, focusOn(anchor), (close) => (
    <TextForm
      label={words.columnName}
      close={close}
      save={(text) => text !== "" && tasks.changes.changeStatuses((page) => statuses.addStatus(page, text))}
    />
  ));

function itemsFor(tasks: TaskActions, status: statuses.Status, anchor: Element): MenuItem[] {
  const change = (part: Partial<statuses.Status>): void =>
    tasks.changes.changeStatuses((text) => statuses.changeStatus(text, status, part));
  const ask = (label: string, value: string, save: (text: string) => void, isNumber = false): void =>
    openForm(tasks, anchor, focusOn(anchor), (close) => (
      <TextForm label={label} value={value} close={close} save={save} isNumber={isNumber} />
    ));
  return [
    {
      title: words.renameColumn,
      icon: "pencil",
      run: () => ask(words.columnName, status.label, (label) => label !== "" && change({ label })),
    },
    {
      title: words.limitColumn,
      icon: "hash",
      run: () =>
        ask(words.limit, String(status.limit ?? ""), (text) => change({ limit: Number(text) || null }), true),
    },
    {
      title: words.kindDone,
      icon: status.isDone ? "square-check" : "minus",
      isOn: status.isDone,
      run: () => change({ isDone: !status.isDone }),
    },
    ...orderItems(tasks, status),
    ...statuses.COLORS.map((color): MenuItem => ({
      title: words.colours[color] ?? color,
      icon: <StatusSign status={{ ...status, color, isDeclared: true }} />,
      section: words.colour,
      isOn: status.color === color,
      run: () => change({ color }),
    })),
    ...(status.isDeclared
      ? [{ title: words.removeColumn, icon: "trash", part: "last", run: () => tasks.changes.changeStatuses((text) => statuses.removeStatus(text, status.key)) } as const]
      : []),
  ]; // oxfmt-ignore
}

function orderItems(tasks: TaskActions, { key }: statuses.Status): MenuItem[] {
  const keys = tasks.changes.statuses.map((each) => each.key);
  const at = keys.indexOf(key);
  const move = (before: string | null): void =>
    tasks.changes.changeStatuses((text) => statuses.moveStatus(text, key, before));
  return [
    ...(at > 0 ? [{ title: words.moveColumnBefore, icon: "arrow-up", part: "order", run: () => move(keys[at - 1] ?? null) } as const] : []),
    ...(at >= 0 && at < keys.length - 1
      ? [{ title: words.moveColumnAfter, icon: "arrow-down", part: "order", run: () => move(keys[at + 2] ?? null) } as const]
      : []),
  ]; // oxfmt-ignore
}
