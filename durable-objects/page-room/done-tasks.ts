/** Notices when the tasks that threads are linked to are completed. */
import type { Anchor } from "../../src/anchors/anchor.ts";
import { readTask } from "../../src/realtime/task-line.ts";
import { threadOfAnchor } from "../../src/rpc/page-threads.ts";

/** Who completed the task, and the revision since which it is. */
export type Completion = { readonly by: string; readonly revision: number };

export class DoneTasks {
  /** Which tasks were open before the edits that are being verified; null between verifications. */
  #wereOpen: ReadonlySet<string> | null = null;
  /** By thread, until the threads are resolved in D1. */
  readonly #completed = new Map<string, Completion>();

  get completed(): ReadonlyMap<string, Completion> {
    return this.#completed;
  }

  /** Call this before an edit. If the verification of an earlier edit was not finished, its text still counts. */
  begin(tasks: Iterable<Anchor>, text: string): void {
    this.#wereOpen ??= new Set([...tasks].filter((anchor) => isTask(anchor, text) === "open").map(({ id }) => id));
  }

  finish(tasks: Iterable<Anchor>, text: string, completion: Completion): void {
    for (const anchor of tasks)
      if (this.#wereOpen?.has(anchor.id) && isTask(anchor, text) === "done")
        this.#completed.set(threadOfAnchor(anchor.id), completion);
    this.#wereOpen = null;
  }

  resolved(threads: Iterable<string>): void {
    for (const thread of threads) this.#completed.delete(thread);
  }
}

function isTask({ state, from }: Anchor, text: string): "open" | "done" | null {
  const task = state === "detached" ? null : readTask(lineAround(text, from).line);
  if (task === null) return null;
  return task.box === " " ? "open" : "done";
}

/** The line that contains an offset, and where it begins. */
export function lineAround(text: string, offset: number): { readonly line: string; readonly start: number } {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const feed = text.indexOf("\n", offset);
  return { line: text.slice(start, feed === -1 ? text.length : feed), start };
}
