/** Changes of the tasks of an open page, written into its text. */
import type { ChangeDesc, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import * as edits from "../../../formats/tasks/edits.ts";
import type { Status } from "../../../formats/tasks/statuses.ts";
import { siblings } from "../../../formats/tasks/tasks.ts";
import { words as lost } from "../../../words/lost-text.ts";
import { words as actions } from "../../../words/task-actions.ts";
import { type Column, isForDone, type Row, type TaskSection } from "../../shared/tasks/columns.ts";
import { announce } from "../ui/notice.ts";
import { TaskKeys } from "./task-keys.ts";
import { today } from "./today.ts";

/** Edits of one task in the current text. */
export type Make = (doc: Text, row: Row) => edits.Edit[];

export class TaskChanges {
  readonly keys: TaskKeys;
  readonly #view: EditorView | null;
  doc: Text;

  constructor(doc: Text, view: EditorView | null) {
    this.doc = doc;
    this.#view = view;
    this.keys = new TaskKeys(doc);
  }

  update(doc: Text, changes: ChangeDesc): void {
    this.doc = doc;
    this.keys.update(doc, changes);
  }

  replace(doc: Text): void {
    this.doc = doc;
    this.keys.replace(doc);
  }

  get isOpen(): boolean {
    return this.#view !== null && !this.#view.state.readOnly;
  }

  get sections(): readonly TaskSection[] {
    return this.keys.sections;
  }

  get statuses(): readonly Status[] {
    return this.keys.statuses;
  }

  get rows(): readonly Row[] {
    return this.keys.sections.flatMap(({ tasks }) => tasks);
  }

  row(key: string): Row | null {
    return this.rows.find((row) => row.key === key) ?? null;
  }

  /** Returns whether the text changed. */
  dispatch(changes: readonly edits.Edit[], userEvent: string): boolean {
    if (!this.isOpen || changes.length === 0) return false;
    this.#view?.dispatch({ changes, userEvent });
    return true;
  }

  /** Returns whether the text changed. */
  change(keys: readonly string[], make: Make): boolean {
    const rows = keys.flatMap((key) => this.row(key) ?? []);
    const isChanged = this.dispatch(rows.flatMap((row) => make(this.doc, row)).toSorted((a, b) => a.from - b.from), "input"); // oxfmt-ignore
    if (rows.length < keys.length) announce(lost.taskGone);
    return isChanged;
  }

  changeStatuses(make: (text: string) => edits.Edit[] | null): void {
    const changes = make(this.doc.toString());
    if (changes === null) announce(actions.cannotChange);
    else this.dispatch(changes, "input");
  }

  tick(key: string, isDone: boolean): void {
    this.change([key], (doc, row) => (isDone ? edits.complete(doc, row, today()) : edits.setDone(doc, row, false)));
  }

  setStatus(keys: readonly string[], status: Status): void {
    this.change(keys, (doc, row) => {
      if (row.state?.key === status.key) return [];
      // Other occurrences of a recurring task are still to be done.
      if (status.isDone && row.every !== null) return edits.complete(doc, row, today());
      return edits.setStatus(doc, row, status);
    });
  }

  /** `source`: the text of the new line with its facts. */
  add(column: Column, source: string): void {
    const section = this.sections.find(({ key }) => key === column.section?.key) ?? this.sections[0];
    if (!section) return;
    const written = /(?:^|\s)status:(\S+)$|(?:^|\s)status:(\S+)\s/.exec(source);
    const status = this.statuses.find(({ key }) => key === (written?.[1] ?? written?.[2]));
    const isDone = status?.isDone ?? (column.status?.isDone === true && column.newStatus === null);
    this.dispatch(edits.add(this.doc, section, source, isDone), "input");
  }

  remove(keys: readonly string[]): void {
    const rows = keys.flatMap((key) => this.row(key) ?? []);
    // From the end, so that the lines of the others stay; subtasks go with their task.
    for (const row of rows.toSorted((a, b) => b.line - a.line)) {
      const now = this.row(row.key);
      if (now) this.dispatch(edits.remove(this.doc, now), "delete");
    }
  }

  shift(key: string, isIn: boolean): void {
    const row = this.row(key);
    const section = this.#sectionOf(key);
    if (row && section) this.dispatch(edits.shift(this.doc, section.tasks, row, isIn), "move");
  }

  /** Moves before the previous sibling, or after the next one. */
  step(key: string, by: -1 | 1): void {
    const row = this.row(key);
    const section = this.#sectionOf(key);
    if (!row || !section) return;
    const beside = siblings(section.tasks, row);
    const at = beside.findIndex((each) => each.key === key);
    const [before, after] = by < 0 ? [beside[at - 1], row] : [row, beside[at + 1]];
    // Moves the upper task down, together with its subtasks.
    if (before && after) this.#moved(key, edits.move(this.doc, after, { section, before }));
  }

  /** `find` returns the column as it is after each move. `before`: as in `drop`, by key. */
  dropAll(keys: readonly string[], find: () => Column | undefined, before: string | null | undefined): void {
    for (const key of keys) {
      const column = find();
      if (column) this.drop(key, column, typeof before === "string" ? this.row(before) : before);
    }
  }

  /** `before`: null for the end of the column; undefined keeps the place. */
  drop(key: string, column: Column, before: Row | null | undefined): void {
    const row = this.row(key);
    if (!row) return;
    const { status, isDone } = column;
    if (status) {
      this.setStatus([key], status);
      if (before !== undefined && row.level === 0) this.#place(key, column, before);
      return;
    }
    if (isDone !== null && row.isDone !== isDone) return this.tick(key, isDone);
    const section = column.section ?? this.sections[0];
    const from = this.#sectionOf(key);
    if (!section) return;
    if (from?.key !== section.key && from && isForDone(from) !== isForDone(section)) this.tick(key, isForDone(section));
    this.#moveTo(key, section.key, before ?? null);
  }

  /** In a column of several sections, the end is behind its last task, whatever stands below that. */
  #place(key: string, column: Column, before: Row | null): void {
    const last = column.rows.findLast((row) => row.level === 0 && row.key !== key);
    if (before === null && !last) return;
    const section = this.#sectionOf((before ?? last)?.key ?? "");
    if (!section) return;
    const next = section.tasks.find(({ level, line, key: each }) => level === 0 && each !== key && line > (last?.line ?? 0)); // oxfmt-ignore
    this.#moveTo(key, section.key, before ?? next ?? null);
  }

  #moveTo(key: string, sectionKey: string, before: Row | null): void {
    const row = this.row(key);
    const section = this.sections.find((each) => each.key === sectionKey);
    const now = before && this.row(before.key);
    if (row && section) this.#moved(key, edits.move(this.doc, row, { section, before: now }));
  }

  #sectionOf(key: string): TaskSection | undefined {
    return this.sections.find(({ tasks }) => tasks.some((each) => each.key === key));
  }

  /** Keeps the key of the moved task, though its lines are new. */
  #moved(key: string, changes: edits.Edit[]): void {
    const row = this.row(key);
    if (!row || changes.length === 0) return;
    const { source, level } = row;
    const known = new Set(this.rows.map((each) => each.key));
    this.dispatch(changes, "move");
    const made = this.rows.find((each) => !known.has(each.key) && each.source === source && each.level <= level);
    if (made) this.keys.rename(made.line, key);
  }
}
