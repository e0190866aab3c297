/** The parts of a task list that are loaded when they are first needed: details of a task, selection bar and calendar. */
import type { ComponentChildren } from "preact";
import type { Shown } from "../../shared/tasks/filters.ts";
import type { TaskHandlers } from "../../shared/tasks/task-row.tsx";
import { attempt } from "../ui/notice.ts";
import type { TaskActions } from "./actions.ts";
import type * as Calendar from "./calendar.tsx";
import type * as Detail from "./task-detail.tsx";
import type * as Bar from "./tools.ts";

type Tasks = TaskActions & TaskHandlers;

/** `draw` draws the list again, with a part that was loaded. */
export class Extras {
  readonly #tasks: Tasks;
  readonly #draw: () => void;
  #calendar: typeof Calendar | "loading" | null = null;
  #detail: typeof Detail | null = null;
  #bar: typeof Bar | "loading" | null = null;
  #opened: string | null = null;

  constructor(tasks: Tasks, draw: () => void) {
    this.#tasks = tasks;
    this.#draw = draw;
  }

  calendar(shown: Shown & { readonly layout: string }, hands: TaskHandlers | null): ComponentChildren {
    if (shown.layout !== "calendar") return null;
    if (this.#calendar === null) {
      this.#calendar = "loading";
      this.#load(import("./calendar.tsx"), (loaded) => (this.#calendar = loaded));
    }
    return typeof this.#calendar === "string" ? null : this.#calendar.drawCalendar(this.#tasks, shown, hands);
  }

  open(key: string): void {
    this.#opened = key;
    this.#load(import("./task-detail.tsx"), (loaded) => (this.#detail = loaded), true);
  }

  #load<T>(loading: Promise<T>, keep: (loaded: T) => void, isOpened = false): void {
    attempt(null, async () => {
      keep(await loading);
      this.#draw();
      if (isOpened) this.#detail?.focusDetail();
    });
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
    if (hands === null) return null;
    const { selected } = this.#tasks;
    if (selected.size > 0 && this.#bar === null) {
      this.#bar = "loading";
      this.#load(import("./tools.ts"), (loaded) => (this.#bar = loaded));
    }
    return [
      row && this.#detail ? this.#detail.drawDetail(this.#tasks, row, () => this.close()) : null,
      selected.size > 0 && this.#bar !== null && typeof this.#bar !== "string" ? this.#bar.drawBar(this.#tasks) : null,
    ];
  }
}
