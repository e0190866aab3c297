/**
 * Brings the text of an editor and that of its page together. Most pages are still as they were printed, so what compares
 * and merges texts is loaded for the others alone.
 */
import { ChangeSet, type Text } from "@codemirror/state";
import type { Environment } from "../../live/environment.ts";
import type { Joined, joinTyping } from "./early-typing.ts";

/** What could not be loaded is tried again after so many ms. */
const AFTER_FAILURE = 5_000;

export type LoadJoining = () => Promise<{ readonly joinTyping: typeof joinTyping }>;

type JoiningOptions = {
  readonly environment: Environment;
  /** Texts that differ can be brought together from here on. */
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

  /** `base` became `typed` in the editor and `current` in the page. Null when it has to be asked again once it is loaded. */
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
