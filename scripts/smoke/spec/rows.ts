/** The output of the run: a line per requirement, with the expected and actual values if they differ. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../commands.ts";
import type { Tally } from "../../check/test-summary.ts";

const MAX_LENGTH = 400;

export class Rows {
  #passed = 0;
  #failed = 0;
  #shown = 0;
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  get tally(): Tally {
    return { passed: this.#passed, failed: this.#failed };
  }

  /** Number of requirements that are covered by tests, or cannot be checked on this deployment. */
  get left(): number {
    return this.#shown;
  }

  section(name: string): void {
    this.#print(`\n== ${name} ==`);
  }

  /** Runs a check. If it throws, it fails, and null is returned. */
  async check<T>(phrase: string, run: () => Promise<T> | T): Promise<T | null> {
    try {
      const result = await run();
      this.#passed++;
      this.#print(`ok     ${phrase}`);
      return result;
    } catch (error) {
      this.#failed++;
      const fault = error instanceof Error ? error.message : "something that is no error was thrown";
      this.#print(`FAILED ${phrase}: ${fault.slice(0, MAX_LENGTH)}`);
      return null;
    }
  }

  /** For what requests cannot show: requires that a test with this title exists. */
  async byTests(phrase: string, file: string, title: string): Promise<void> {
    const text = await readFile(join(root, file), "utf8").catch(() => null);
    if (text?.includes(title)) {
      this.leave(phrase, `by tests: ${file}, “${title}”`);
      return;
    }
    this.#failed++;
    this.#print(
      `FAILED ${phrase}: expected a test “${title}” in ${file}, there is ${text === null ? "no file" : "none"}`,
    );
  }

  /** For what cannot be checked on this deployment. */
  leave(phrase: string, reason: string): void {
    this.#shown++;
    this.#print(`--     ${phrase}: ${reason}`);
  }
}
