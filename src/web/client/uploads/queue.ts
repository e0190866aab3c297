/** The upload queue: limits how many files are sent at once. */
import { plural } from "../../../words/plural.ts";
import { words } from "../../../words/uploads.ts";
import { announce, showError } from "../ui/notice.ts";

/** Number of files that are sent concurrently. */
const CONCURRENCY = 2;

/** `run` resolves to true if the file was uploaded. */
type Task = { readonly name: string; readonly run: () => Promise<boolean> };
export type Queue = { readonly add: (task: Task) => void; readonly isBusy: () => boolean };

export function openQueue(): Queue {
  const waiting: Task[] = [];
  let running = 0;
  let done: string[] = [];

  async function next(): Promise<void> {
    const task = waiting.shift();
    if (!task) return;
    running++;
    const isDone = await task.run();
    running--;
    if (isDone) done.push(task.name);
    if (running === 0 && waiting.length === 0) {
      if (done.length > 0)
        announce(done.length === 1 ? words.uploaded(done[0] ?? "") : plural(done.length, words.filesUploaded));
      done = [];
    }
    await next();
  }

  return {
    add(task) {
      waiting.push(task);
      if (running < CONCURRENCY) next().catch(showError);
    },
    isBusy: () => running > 0 || waiting.length > 0,
  };
}
