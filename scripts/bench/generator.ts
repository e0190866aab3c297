/** The load generator's process. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Load, Task } from "./load.ts";

export class Generator {
  readonly #process: ChildProcess = fork(join(import.meta.dirname, "load.ts"));

  /** Throws if a response has another status than the scenario's. */
  async run(task: Task): Promise<Load> {
    this.#process.send(task);
    const [{ load, error }] = (await once(this.#process, "message")) as [{ load?: Load; error?: string }]; // sent by load.ts
    if (!load) throw new Error(`${task.scenario}: ${error}`);
    const wrong = Object.entries(load.wrong);
    if (wrong.length > 0)
      throw new Error(
        `${task.scenario} was answered ${wrong.map(([status, n]) => `${status} ${n} times`).join(", ")}.`,
      );
    return load;
  }

  stop(): void {
    this.#process.kill();
  }
}
