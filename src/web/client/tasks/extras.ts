/** The parts of a task list that are loaded when they are first needed: details of a task, selection bar and calendar. */
import type { ComponentChildren } from "preact";
import type { Choices, Layout } from "../../shared/tasks/props.ts";
import type { Shown } from "../../shared/tasks/filters.ts";
import type { SavedViews, TaskHandlers } from "../../shared/tasks/task-row.tsx";
import { attempt } from "../ui/notice.ts";
import type { TaskActions } from "./actions.ts";
import type { Compiled } from "./compile-query.ts";
import { today } from "./today.ts";
import type * as Tools from "./tools.ts";

const NO_QUERY: Compiled = { matches: null, fault: null };

type Owner = {
  readonly userId: string;
  /** Draws the list again, once the parts are loaded. */
  draw(): void;
  choices(): Choices;
  show(change: Partial<Choices>): void;
};

export class Extras {
  readonly #tasks: TaskActions & TaskHandlers;
  readonly #owner: Owner;
  #tools: typeof Tools | null = null;
  #isLoading = false;
  #opened: string | null = null;

  constructor(tasks: TaskActions & TaskHandlers, owner: Owner) {
    this.#tasks = tasks;
    this.#owner = owner;
  }

  readonly savedViews: SavedViews = {
    show: (name) => this.use((tools) => this.#owner.show(tools.viewNamed(this.#tasks, name))),
    save: (anchor) =>
      this.use((tools) => tools.askViewName(this.#tasks, this.#owner.choices(), this.#owner.userId, anchor)),
    remove: (name) => this.use((tools) => tools.removeViewNamed(this.#tasks, name)),
  };

  /** Runs an action of the parts, once they are loaded. */
  use(act: (tools: typeof Tools) => void): void {
    attempt(null, async () => act(await this.#load()));
  }

  async #load(): Promise<typeof Tools> {
    this.#tools = await import("./tools.ts");
    return this.#tools;
  }

  /** Null until the parts are loaded. */
  #need(): typeof Tools | null {
    if (this.#tools === null && !this.#isLoading) {
      this.#isLoading = true;
      attempt(null, async () => {
        try {
          await this.#load();
        } finally {
          this.#isLoading = false;
        }
        this.#owner.draw();
        if (this.#opened !== null) this.#tools?.focusDetail();
      });
    }
    return this.#tools;
  }

  /** The condition of the filter. */
  query(): Compiled {
    const { query } = this.#owner.choices();
    const context = { userId: this.#owner.userId, today: today() };
    const tools = query.trim() === "" ? null : this.#need();
    return tools?.compileQuery(query, this.#tasks.changes.statuses, context) ?? NO_QUERY;
  }

  calendar(shown: Shown & { readonly layout: Layout }, hands: TaskHandlers | null): ComponentChildren {
    return shown.layout === "calendar" ? this.#need()?.drawCalendar(this.#tasks, shown, hands) : null;
  }

  open(key: string): void {
    this.#opened = key;
    this.#owner.draw();
    this.#tools?.focusDetail();
  }

  close(): void {
    const key = this.#opened;
    if (key === null) return;
    this.#opened = null;
    this.#owner.draw();
    this.#tasks.focus(key);
  }

  /** Returns true if another user deleted the task whose details are shown. */
  giveUpDeleted(): boolean {
    if (this.#opened === null || this.#tasks.changes.row(this.#opened) !== null) return false;
    this.#opened = null;
    return true;
  }

  drawn(hands: TaskHandlers | null): ComponentChildren {
    const row = this.#opened === null ? null : this.#tasks.changes.row(this.#opened);
    const { selected } = this.#tasks;
    if (row === null && selected.size === 0) return null;
    const tools = this.#need();
    return (
      tools && [
        row && tools.drawDetail(this.#tasks, row, { close: () => this.close(), isOpen: hands !== null }),
        selected.size > 0 && tools.drawBar(this.#tasks),
      ]
    );
  }
}
