/** The tasks of an open page, drawn from its text, which belongs to a live editor; readers have none. */
import { StateEffect, type Text } from "@codemirror/state";
import { EditorView, runScopeHandlers } from "@codemirror/view";
import { render } from "preact";
import * as edits from "../../../formats/tasks/edits.ts";
import { declareStatuses } from "../../../formats/tasks/statuses.ts";
import { wordsOf } from "../../../formats/tasks/tasks.ts";
import { words } from "../../../words/tasks.ts";
import { boardColumns, type Column, listGroups, type Row } from "../../shared/tasks/columns.ts";
import type { TaskHandlers } from "../../shared/tasks/task-row.tsx";
import type { Choices, Layout } from "../../shared/tasks/props.ts";
import { TasksView } from "../../shared/tasks/tasks-view.tsx";
import { announce, attempt } from "../ui/notice.ts";
import type { Picked, TaskActions } from "./actions.ts";
import { listenToDrag } from "./drag.ts";
import { keepChoices, keptChoices } from "./kept-choices.ts";
import { actByKey } from "./key-list.ts";
import { offerWords } from "./offer-words.ts";
import { QuickAddField } from "./quick-add-field.tsx";
import { Extras } from "./extras.ts";
import { TaskSelection } from "./selection.ts";
import { TaskChanges } from "./task-changes.ts";
import { today } from "./today.ts";

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

export class OpenTasks implements TaskHandlers, TaskActions {
  readonly #options: OpenTasksOptions;
  readonly changes: TaskChanges;
  readonly selection: TaskSelection;
  readonly #extras: Extras;
  #shown: Choices;
  #editing: string | null = null;
  #focused: string | null = null;
  /** A task that was just created and still has the placeholder text. */
  #fresh: string | null = null;

  constructor(options: OpenTasksOptions) {
    this.#options = options;
    this.changes = new TaskChanges(options.doc, options.view);
    this.selection = new TaskSelection({
      host: options.host,
      draw: () => this.draw(),
      focus: (key) => this.focus(key),
    });
    this.#extras = new Extras(this, () => this.draw());
    this.#shown = { ...keptChoices(options.pageId), layout: options.layout, isText: false };
    const { view, signal } = options;
    const listener = EditorView.updateListener.of(({ docChanged, changes, state, transactions }) => {
      if (!docChanged) {
        // Write access may have changed.
        if (transactions.some(({ reconfigured }) => reconfigured)) this.draw();
        return;
      }
      this.changes.update(state.doc, changes);
      this.#giveUpDeleted();
      this.draw();
    });
    view?.dispatch({ effects: StateEffect.appendConfig.of(listener) });
    listenToDrag(options.host, (...dropped) => this.drop(...dropped), signal);
    signal.addEventListener("abort", () => render(null, options.host));
    this.draw();
  }

  get pageId(): string {
    return this.#options.pageId;
  }

  get editing(): string | null {
    return this.#editing;
  }

  get selected(): ReadonlySet<string> {
    return this.selection.keys;
  }

  get columns(): readonly Column[] {
    const { layout, group } = this.#shown;
    const columns = (layout === "list" ? listGroups : boardColumns)(
      this.changes.sections,
      this.changes.statuses,
      group,
    );
    return columns.length > 1 ? columns : [];
  }

  columnOf(row: Row): Column | null {
    return this.columns.find(({ rows }) => rows.some(({ key }) => key === row.key)) ?? null;
  }

  declareStatuses(): void {
    this.changes.changeStatuses((text) => declareStatuses(text, words.firstStatuses));
    this.show({ layout: "board" });
  }

  /** Where no editor reports changes. */
  replace(doc: Text): void {
    this.changes.replace(doc);
    this.draw();
  }

  whenOver(run: () => void): void {
    this.#options.signal.addEventListener("abort", run, { once: true });
  }

  draw(): void {
    const { host, view, userId } = this.#options;
    this.selection.keep(new Set(this.changes.rows.map(({ key }) => key)));
    const hands = this.changes.isOpen ? this : null;
    const shown = { ...this.#shown, userId, today: today() };
    render(
      <>
        <TasksView
          {...shown}
          sections={this.changes.sections}
          statuses={this.changes.statuses}
          hands={hands}
          writes={view !== null}
          show={(change) => this.show(change)}
          other={this.#extras.calendar(shown, hands)}
        />
        {this.#extras.drawn(hands)}
      </>,
      host,
    );
    if (this.#focused !== null) this.focus(this.#focused);
  }

  show(change: Partial<Choices>): void {
    const wasText = this.#shown.isText;
    this.#shown = { ...this.#shown, ...change };
    if (change.layout) this.#options.layoutChosen(change.layout);
    keepChoices(this.pageId, this.#shown);
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
    this.#options.host.querySelector<HTMLElement>(`[data-task="${key}"] > input, button[data-task="${key}"]`);

  edit(key: string | null): void {
    const before = this.#editing;
    this.#editing = key;
    const fresh = this.#fresh === null ? null : this.changes.row(this.#fresh);
    if (key === null && fresh !== null) {
      this.#fresh = null;
      if (wordsOf(fresh.source) === words.newTask) return this.remove([fresh.key]);
    }
    // If the text was written with the keyboard, the focus returns to the task.
    if (key === null && before !== null && this.#options.host.querySelector(".task-input:focus"))
      this.#focused = before;
    this.draw();
  }

  /** Another user deleted the task that is being edited: its text must not end up in another task. */
  #giveUpDeleted(): void {
    this.#extras.giveUpDeleted();
    if (this.#editing === null || this.changes.row(this.#editing) !== null) return;
    this.#editing = this.#fresh = null;
    offerWords(this.#options, (text) => this.#addAtEnd(text));
  }

  #addAtEnd(text: string): void {
    const [column] = listGroups(this.changes.sections, this.changes.statuses, "heading");
    if (column) this.changes.add(column, text);
  }

  tick(key: string, isDone: boolean): void {
    this.changes.tick(key, isDone);
    // Resets the box to the state in the text.
    this.draw();
  }

  setWords(key: string, text: string): void {
    this.changes.change([key], (doc, row) => edits.setWords(doc, row, text));
  }

  addField(column: Column) {
    return (
      <QuickAddField key={column.key} column={column} tasks={this} add={(source) => this.changes.add(column, source)} />
    );
  }

  addBeside(key: string): void {
    const task = this.#boxOf(key);
    const field =
      task?.closest("[data-column]")?.querySelector<HTMLElement>(".task-add input") ??
      this.#options.host.querySelector<HTMLElement>(".task-add input");
    field?.focus();
  }

  /** Adds a task; without words, edits it. */
  addBelow(key: string, text?: string): void {
    const row = this.changes.row(key);
    if (!row) return;
    this.changes.change([key], (doc) => edits.addBelow(doc, row, text ?? words.newTask));
    const made = this.changes.rows.find(({ line }) => line === row.end + 1);
    if (!made || text !== undefined) return;
    this.#fresh = made.key;
    this.edit(made.key);
  }

  remove(keys: readonly string[]): void {
    const gone = new Set(keys);
    const [first] = keys.flatMap((key) => this.changes.row(key) ?? []);
    if (!first) return;
    const shown = this.selection.shown;
    const at = shown.findIndex((key) => gone.has(key));
    this.changes.remove(keys);
    announce(keys.length > 1 ? words.removedMany(keys.length) : words.removed(wordsOf(first.source)));
    const left = (key: string): boolean => this.changes.row(key) !== null;
    const next = shown.slice(Math.max(0, at)).find(left) ?? shown.slice(0, Math.max(0, at)).findLast(left);
    if (next === undefined) this.focusFirst();
    else this.focus(next);
  }

  shift(key: string, isIn: boolean): void {
    this.changes.shift(key, isIn);
    this.focus(key);
  }

  step(key: string, by: -1 | 1): void {
    this.changes.step(key, by);
    this.draw();
    this.focus(key);
  }

  drop(key: string, columnKey: string, beforeKey: string | null): void {
    const find = (): Column | undefined => this.columns.find((each) => each.key === columnKey) ?? listGroups(this.changes.sections, this.changes.statuses, null)[0]; // oxfmt-ignore
    for (const each of this.selection.targets(key)) {
      const column = find();
      // In a sorted column, the order does not follow the text.
      const before = this.#shown.sort === "manual" ? beforeKey && this.changes.row(beforeKey) : undefined;
      if (column) this.changes.drop(each, column, before === "" ? null : before);
    }
    this.draw();
    this.focus(key);
  }

  select(key: string, event: MouseEvent): boolean {
    return this.selection.click(key, event);
  }

  clearSelection(): void {
    this.selection.clear();
    this.#extras.close();
    this.draw();
  }

  open(key: string): void {
    this.#extras.open(key);
  }

  openMenu(key: string, anchor: Element): void {
    const row = this.changes.row(key);
    if (row) attempt(anchor instanceof HTMLElement ? anchor : null, async () => (await import("./tools.ts")).openTaskMenu(this, row, anchor)); // oxfmt-ignore
  }

  openColumnMenu(column: Column | null, anchor: Element): void {
    attempt(null, async () => (await import("./tools.ts")).openColumnMenu(this, column, anchor));
  }

  pick(what: Picked, key: string): void {
    const box = document.activeElement?.closest("[data-pick], .task-detail")
      ? document.activeElement
      : this.#boxOf(key);
    if (box) attempt(null, async () => (await import("./tools.ts")).pick(this, what, this.selection.targets(key), box));
  }

  pressed(key: string, event: KeyboardEvent): void {
    if (actByKey(this, key, event)) event.preventDefault();
    else if (this.#options.view && runScopeHandlersFor(this.#options.view, event)) event.preventDefault();
  }
}

/** The editor handles undo and redo: it knows which changes are this user's. */
const runScopeHandlersFor = (view: EditorView, event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key) && runScopeHandlers(view, event, "editor");
