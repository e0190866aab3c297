/** The parts of a task list that are loaded when they are first needed: details of a task, selection bar and calendar. */
import type { ComponentChildren } from "preact";
import type { Layout } from "../../shared/tasks/props.ts";
import type { Shown } from "../../shared/tasks/filters.ts";
import type { TaskHandlers } from "../../shared/tasks/task-row.tsx";
import { attempt } from "../ui/notice.ts";
import type { TaskActions } from "./actions.ts";
import type * as Tools from "./tools.ts";

export class Extras {
  readonly #tasks: TaskActions & TaskHandlers;
  readonly #draw: () => void;
  #tools: typeof Tools | null = null;
  #isLoading = false;
  #opened: string | null = null;

  /** `draw` draws the list again, once the parts are loaded. */
  constructor(tasks: TaskActions & TaskHandlers, draw: () => void) {
    this.#tasks = tasks;
    this.#draw = draw;
  }

  /** Null until the parts are loaded. */
  #need(): typeof Tools | null {
    if (this.#tools === null && !this.#isLoading) {
      this.#isLoading = true;
      attempt(null, async () => {
        try {
          this.#tools = await import("./tools.ts");
        } finally {
          this.#isLoading = false;
        }
        this.#draw();
        if (this.#opened !== null) this.#tools.focusDetail();
      });
    }
    return this.#tools;
  }

  calendar(shown: Shown & { readonly layout: Layout }, hands: TaskHandlers | null): ComponentChildren {
    return shown.layout === "calendar" ? this.#need()?.drawCalendar(this.#tasks, shown, hands) : null;
  }

  open(key: string): void {
    this.#opened = key;
    this.#draw();
    this.#tools?.focusDetail();
  }

  close(): void {
    const key = this.#opened;
    if (key === null) return;
    this.#opened = null;
    this.#draw();
    this.#tasks.focus(key);
  }

  /** Another user deleted the task whose details are shown. */
  giveUpDeleted(): void {
    if (this.#opened !== null && this.#tasks.changes.row(this.#opened) === null) this.#opened = null;
  }

  drawn(hands: TaskHandlers | null): ComponentChildren {
    const row = this.#opened === null ? null : this.#tasks.changes.row(this.#opened);
    const { selected } = this.#tasks;
    if (hands === null || (row === null && selected.size === 0)) return null;
    const tools = this.#need();
    return (
      tools && [
        row && tools.drawDetail(this.#tasks, row, () => this.close()),
        selected.size > 0 && tools.drawBar(this.#tasks),
      ]
    );
  }
}
