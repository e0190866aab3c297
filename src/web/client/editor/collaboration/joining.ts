/**
 * Reconciles the text of an editor with that of its page. Most pages have not changed since they were printed, so the code
 * to compare and merge texts is loaded on demand.
 */
import { ChangeSet, type Text } from "@codemirror/state";
import type { Environment } from "../../../../live-client/environment.ts";
import type { Joined, joinTyping } from "./early-typing.ts";

/** Pause (ms) before retrying a failed import. */
const AFTER_FAILURE = 5_000;

export type LoadJoining = () => Promise<{ readonly joinTyping: typeof joinTyping }>;

type JoiningOptions = {
  readonly environment: Environment;
  /** The merge code was loaded: texts that differ can now be reconciled. */
  readonly loaded: () => void;
  readonly defect: (error: unknown) => void;
  readonly load: LoadJoining;
};

export class Joining {
  readonly #options: JoiningOptions;
  #joinTyping: typeof joinTyping | null = null;
  #isLoading = false;
  #isOver = false;

  constructor(options: JoiningOptions) {
    this.#options = options;
  }

  /**
   * `base` became `typed` in the editor and `current` in the page. Returns null if it must be called again once the merge
   * code is loaded.
   */
  join(base: Text, typed: ChangeSet, current: string): Joined | null {
    if (base.toString() === current) return { forEditor: ChangeSet.empty(typed.newLength), forPage: typed };
    if (this.#joinTyping !== null) return this.#joinTyping(base, typed, current);
    if (!this.#isLoading) void this.#load();
    return null;
  }

  stop(): void {
    this.#isOver = true;
  }

  async #load(): Promise<void> {
    this.#isLoading = true;
    const { environment, loaded, defect, load } = this.#options;
    try {
      this.#joinTyping = (await load()).joinTyping;
    } catch (error) {
      defect(error);
      await new Promise<void>((done) => void environment.after(AFTER_FAILURE, done));
    }
    this.#isLoading = false;
    if (!this.#isOver) loaded();
  }
}
