/** The user's tasks in the browser, which finds them and marks them as done. */
import { hydrate, render } from "preact";
import { wordsOf } from "../../../formats/tasks/tasks.ts";
import { words as lost } from "../../../words/lost-text.ts";
import { groupsOf, keyOf, type MyTasksHandlers, MyTasksView, type OwnTask } from "../../shared/tasks/my-tasks-view.tsx";
import { path } from "../api/api.ts";
import { forgetPages } from "../list-detail/load-page.ts";
import { listenToKeys } from "../list-detail/key-list.ts";
import { Selection } from "../list-detail/selection.ts";
import { navigate } from "../shell/navigation.ts";
import { scrollToMatch } from "../shell/scroll-to-match.ts";
import { need } from "../ui/dom.ts";
import { announce, attempt, showError } from "../ui/notice.ts";
import type { View } from "../view.ts";
import { findOwn, type Found, tickTask } from "./find-own.ts";
import type * as Detail from "./my-tasks-detail.tsx";
import { today } from "./today.ts";

export function startMyTasks(root: HTMLElement, signal: AbortSignal): View {
  const tasks = new MyTasks(root, signal);
  return {
    // The printed view contains no tasks.
    refresh: () => undefined,
    saveState: () => tasks.selection.id,
    restoreState: (id) => {
      if (typeof id === "string") tasks.selection.select(id, "restored");
    },
  };
}

class MyTasks implements MyTasksHandlers {
  readonly selection: Selection<typeof Detail>;
  readonly #root: HTMLElement;
  readonly #signal: AbortSignal;
  #found: Found | null = null;

  constructor(root: HTMLElement, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
    hydrate(<MyTasksView found={null} />, root);
    this.selection = new Selection({
      root,
      signal,
      loadDetail: () => import("./my-tasks-detail.tsx"),
      first: () => groupsOf(this.#found?.found ?? [], today()).flatMap(({ own }) => own.map(keyOf))[0] ?? null,
      isListed: (id) => this.#find(id) !== null,
      draw: () => this.#draw(),
    });
    listenToKeys(
      root,
      {
        move: (by) => this.selection.move(by),
        open: () => {
          const chosen = this.#find(this.selection.id);
          if (chosen) this.#open(chosen);
        },
      },
      signal,
    );
    this.#load().catch(showError);
  }

  async #load(): Promise<void> {
    this.#found = await findOwn(this.#signal);
    this.#draw();
  }

  press(event: MouseEvent, own: OwnTask): void {
    this.selection.press(event, keyOf(own), () => this.#open(own));
  }

  tick(control: HTMLInputElement, own: OwnTask): void {
    const isDone = control.checked;
    attempt(control, async () => {
      try {
        const now = await tickTask(own, isDone);
        if (now) this.#replace(own, { ...own, task: { ...now, line: own.task.line } });
        else announce(lost.taskGone);
      } finally {
        // Resets the box to the state of the task.
        control.checked = this.#find(keyOf(own))?.task.isDone ?? false;
      }
    });
  }

  #replace(own: OwnTask, changed: OwnTask): void {
    if (this.#found === null) return;
    forgetPages();
    const found = this.#found.found.map((each) => (each === own ? changed : each));
    this.#found = { ...this.#found, found };
    this.#draw();
  }

  #find(id: string | null): OwnTask | null {
    return this.#found?.found.find((each) => keyOf(each) === id) ?? null;
  }

  #open({ page, task }: OwnTask): void {
    navigate(path`/pages/${page.id}`).then(
      () => scrollToMatch(need("#main", HTMLElement), [wordsOf(task.source)]),
      showError,
    );
  }

  #draw(): void {
    if (this.#signal.aborted) return;
    const { shown } = this.selection;
    const own = shown && this.#find(shown.id);
    const detail = own && (
      <shown.module.MyTasksDetail
        key={keyOf(own)}
        own={own}
        userId={this.#root.dataset["user"] ?? ""}
        wait={shown.wait}
        open={() => this.#open(own)}
      />
    );
    const { found = null, isAll = true } = this.#found ?? {};
    render(
      <MyTasksView
        found={found}
        isAll={isAll}
        today={today()}
        selected={shown?.id ?? null}
        hands={this}
        detail={detail}
      />,
      this.#root,
    );
  }
}
