/** The tasks of an open page, drawn from its text, which belongs to a live editor; readers have none. */
import { StateEffect, type Text } from "@codemirror/state";
import { EditorView, runScopeHandlers } from "@codemirror/view";
import { render } from "preact";
import * as edits from "../../../formats/tasks/edits.ts";
import { type Assignee, type Priority, siblings, wordsOf } from "../../../formats/tasks/tasks.ts";
import { words as lost } from "../../../words/lost-text.ts";
import { words } from "../../../words/tasks.ts";
import { today } from "./today.ts";
import { type Column, columnsOf, isForDone, type Row } from "../../shared/tasks/columns.ts";
import type { TaskHandlers } from "../../shared/tasks/task-row.tsx";
import { type Choices, type Layout, TasksView } from "../../shared/tasks/tasks-view.tsx";
import { announce, attempt } from "../ui/notice.ts";
import type { TaskActions } from "./actions.ts";
import { listenToDrag } from "./drag.ts";
import { actByKey } from "./key-list.ts";
import { offerWords } from "./offer-words.ts";
import { TaskKeys } from "./task-keys.ts";

type OpenTasksOptions = {
  /** Rendering replaces its printed content. */
  readonly host: HTMLElement;
  readonly doc: Text;
  readonly view: EditorView | null;
  readonly userId: string;
  readonly pageId: string;
  readonly layout: Layout;
  readonly layoutChosen: (layout: Layout) => void;
  readonly textChosen: (isText: boolean) => void;
  readonly signal: AbortSignal;
};

type Make = (doc: Text, row: Row) => edits.Edit[];

export class OpenTasks implements TaskHandlers, TaskActions {
  readonly #options: OpenTasksOptions;
  readonly #keys: TaskKeys;
  #doc: Text;
  #shown: Choices;
  #editing: string | null = null;
  #focused: string | null = null;
  /** A task that was just created and still has the placeholder text. */
  #fresh: string | null = null;

  constructor(options: OpenTasksOptions) {
    this.#options = options;
    this.#doc = options.doc;
    this.#keys = new TaskKeys(options.doc);
    this.#shown = { layout: options.layout, isText: false, filter: "all", text: "" };
    const { view, signal } = options;
    const listener = EditorView.updateListener.of(({ docChanged, changes, state, transactions }) => {
      if (!docChanged) {
        // Write access may have changed.
        if (transactions.some(({ reconfigured }) => reconfigured)) this.draw();
        return;
      }
      this.#doc = state.doc;
      this.#keys.update(state.doc, changes);
      this.#giveUpDeleted();
      this.draw();
    });
    view?.dispatch({ effects: StateEffect.appendConfig.of(listener) });
    listenToDrag(options.host, (...dropped) => this.drop(...dropped), signal);
    signal.addEventListener("abort", () => render(null, options.host));
    this.draw();
  }

  get editing(): string | null {
    return this.#editing;
  }

  get columns(): readonly Column[] {
    const { sections } = this.#keys;
    return this.#shown.layout === "board" || sections.length > 1 ? columnsOf(sections) : [];
  }

  columnOf(row: Row): Column | null {
    return this.columns.find(({ section, isDone }) => (isDone === null ? section?.tasks.includes(row) : isDone === row.isDone)) ?? null; // oxfmt-ignore
  }

  /** Replaces the text where no editor reports changes. */
  replace(doc: Text): void {
    this.#doc = doc;
    this.#keys.replace(doc);
    this.draw();
  }

  /** Runs when the user leaves the view. */
  whenOver(run: () => void): void {
    this.#options.signal.addEventListener("abort", run, { once: true });
  }

  draw(): void {
    const { host, view, userId } = this.#options;
    const isOpen = view !== null && !view.state.readOnly;
    render(
      <TasksView
        {...this.#shown}
        sections={this.#keys.sections}
        userId={userId}
        today={today()}
        hands={isOpen ? this : null}
        writes={view !== null}
        show={(change) => this.show(change)}
      />,
      host,
    );
    if (this.#focused !== null) this.focus(this.#focused);
  }

  show(change: Partial<Choices>): void {
    const wasText = this.#shown.isText;
    this.#shown = { ...this.#shown, ...change };
    if (change.layout) this.#options.layoutChosen(change.layout);
    this.draw();
    if (this.#shown.isText !== wasText) this.#options.textChosen(!wasText);
  }

  focusFirst(): void {
    const box = this.#options.host.querySelector<HTMLElement>(".task input, .task-add input");
    box?.focus();
  }

  focus(key: string): void {
    this.#focused = null;
    this.#boxOf(key)?.focus();
  }

  #boxOf = (key: string): HTMLElement | null =>
    this.#options.host.querySelector<HTMLElement>(`[data-task="${key}"] > input`);

  edit(key: string | null): void {
    const before = this.#editing;
    this.#editing = key;
    const fresh = this.#fresh === null ? null : this.#row(this.#fresh);
    if (key === null && fresh !== null) {
      this.#fresh = null;
      if (wordsOf(fresh.source) === words.newTask) return this.remove(fresh.key);
    }
    // If the text was written with the keyboard, the focus returns to the task.
    if (key === null && before !== null && this.#options.host.querySelector(".task-input:focus"))
      this.#focused = before;
    this.draw();
  }

  /** Another user deleted the task that is being edited: its text must not end up in another task. */
  #giveUpDeleted(): void {
    if (this.#editing === null || this.#row(this.#editing) !== null) return;
    this.#editing = this.#fresh = null;
    offerWords(this.#options, (text) => this.add(this.#keys.sections[0]?.line ?? null, text));
  }

  #row(key: string): Row | null {
    return this.#rows.find((row) => row.key === key) ?? null;
  }

  get #rows(): readonly Row[] {
    return this.#keys.sections.flatMap(({ tasks }) => tasks);
  }

  #dispatch(changes: edits.Edit[], userEvent: string): void {
    const { view } = this.#options;
    if (view === null || view.state.readOnly || changes.length === 0) return;
    view.dispatch({ changes, userEvent });
  }

  #change(key: string, make: Make, userEvent = "input"): void {
    const row = this.#row(key);
    if (row) this.#dispatch(make(this.#doc, row), userEvent);
    else announce(lost.taskGone);
  }

  tick(key: string, isDone: boolean): void {
    this.#change(key, (doc, row) => edits.setDone(doc, row, isDone));
    // Resets the box to the state in the text.
    this.draw();
  }

  setWords(key: string, text: string): void {
    this.#change(key, (doc, row) => edits.setWords(doc, row, text));
  }

  setDue(key: string, date: string | null): void {
    this.#change(key, (doc, row) => edits.setDue(doc, row, date));
  }

  setPriority(key: string, priority: Priority | null): void {
    this.#change(key, (doc, row) => edits.setPriority(doc, row, priority));
  }

  assign(key: string, person: Assignee): void {
    this.#change(key, (doc, row) => edits.assign(doc, row, person));
  }

  unassign(key: string, userId: string): void {
    this.#change(key, (doc, row) => edits.unassign(doc, row, userId));
  }

  add(line: number | null, text: string): void {
    const section = this.#keys.sections.find((each) => each.line === line);
    if (section) this.#dispatch(edits.add(this.#doc, section, text), "input");
  }

  /** Adds a task and edits it. */
  addBelow(key: string): void {
    const row = this.#row(key);
    if (!row) return;
    this.#dispatch(edits.addBelow(this.#doc, row, words.newTask), "input");
    const made = this.#rows.find(({ line }) => line === row.end + 1);
    if (!made) return;
    this.#fresh = made.key;
    this.edit(made.key);
  }

  remove(key: string): void {
    const rows = this.#rows;
    const row = this.#row(key);
    if (!row) return;
    const next = rows.find(({ line }) => line > row.end) ?? rows.findLast(({ line }) => line < row.line);
    this.#dispatch(edits.remove(this.#doc, row), "delete");
    announce(words.removed(wordsOf(row.source)));
    if (next) this.focus(next.key);
    else this.focusFirst();
  }

  shift(key: string, isIn: boolean): void {
    const row = this.#row(key);
    const section = this.#keys.sections.find(({ tasks }) => tasks.some((each) => each.key === key));
    if (row && section) this.#dispatch(edits.shift(this.#doc, section.tasks, row, isIn), "move");
    this.focus(key);
  }

  /** Moves before the previous sibling, or after the next one. */
  step(key: string, by: -1 | 1): void {
    const row = this.#row(key);
    const section = this.#keys.sections.find(({ tasks }) => tasks.some((each) => each.key === key));
    if (!row || !section) return;
    const beside = siblings(section.tasks, row);
    const at = beside.findIndex((each) => each.key === key);
    const [before, after] = by < 0 ? [beside[at - 1], row] : [row, beside[at + 1]];
    // Moves the upper task down, together with its subtasks.
    if (before && after) this.#moved(key, edits.move(this.#doc, after, { section, before }));
    this.focus(key);
  }

  drop(key: string, columnKey: string, beforeKey: string | null): void {
    const row = this.#row(key);
    const { sections } = this.#keys;
    const column = columnsOf(sections).find((each) => each.key === columnKey);
    const section = column?.section ?? sections.find(({ key: each }) => each === columnKey) ?? sections[0];
    if (!row || !section) return;
    const isDone = column?.isDone ?? null;
    if (isDone !== null && row.isDone !== isDone) return this.tick(key, isDone);
    const from = sections.find(({ tasks }) => tasks.includes(row));
    if (from !== section && from && isForDone(from) !== isForDone(section)) this.tick(key, isForDone(section));
    const moved = this.#row(key) ?? row;
    const before = beforeKey === null ? null : this.#row(beforeKey);
    const target = this.#keys.sections.find((each) => each.key === section.key) ?? section;
    this.#moved(key, edits.move(this.#doc, moved, { section: target, before }));
    this.focus(key);
  }

  /** Keeps the key of the moved task, though its lines are new. */
  #moved(key: string, changes: edits.Edit[]): void {
    const row = this.#row(key);
    if (!row || changes.length === 0) return;
    const { source, level } = row;
    const known = new Set(this.#rows.map((each) => each.key));
    this.#dispatch(changes, "move");
    const made = this.#rows.find((each) => !known.has(each.key) && each.source === source && each.level <= level);
    if (!made) return;
    this.#keys.rename(made.line, key);
    this.draw();
  }

  openMenu(key: string, anchor: Element): void {
    const row = this.#row(key);
    if (!row) return;
    attempt(anchor instanceof HTMLElement ? anchor : null, async () =>
      (await import("./task-menu.tsx")).openTaskMenu(this, row, anchor, this.#options.pageId),
    );
  }

  pressed(key: string, event: KeyboardEvent): void {
    if (actByKey(this, key, event)) event.preventDefault();
    else if (this.#options.view && runScopeHandlersFor(this.#options.view, event)) event.preventDefault();
  }

  /** Moves the focus to the displayed task above or below. */
  go(key: string, by: -1 | 1): void {
    const boxes = [...this.#options.host.querySelectorAll<HTMLElement>(".task > input")];
    const at = boxes.findIndex((box) => box.parentElement?.dataset["task"] === key);
    boxes[at + by]?.focus();
  }
}

/** The editor handles undo and redo: it knows which changes are this user's. */
const runScopeHandlersFor = (view: EditorView, event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && runScopeHandlers(view, event, "editor");
