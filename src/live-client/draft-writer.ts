/** Keeps the stored draft of one document up to date: one write at a time, always followed by the newest state. */
import type { Draft, PageStore } from "./store.ts";

export class DraftWriter {
  readonly #store: PageStore;
  readonly #id: string;
  readonly #read: () => Pick<Draft, "update" | "of"> | null;
  readonly #failed: (error: unknown) => void;
  #stored: Draft | null = null;
  #isDue = false;
  #isStopped = false;
  #writing: Promise<void> | null = null;

  /** `read` returns the edits that are currently unsaved. */
  constructor(
    store: PageStore,
    id: string,
    read: () => Pick<Draft, "update" | "of"> | null,
    failed: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#id = id;
    this.#read = read;
    this.#failed = failed;
  }

  /** Resolves when the current unsaved edits are stored on the device, or could not be written. */
  write(): Promise<void> {
    this.#isDue = true;
    this.#writing ??= this.#run();
    return this.#writing;
  }

  /** True while the current unsaved edits are not stored on the device yet. */
  get isWriting(): boolean {
    return this.#writing !== null;
  }

  /** Prevents any further writes. */
  stop(): void {
    this.#isStopped = true;
  }

  async #run(): Promise<void> {
    // Edits made in the same task become one write.
    await Promise.resolve();
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false;
      try {
        await this.#writeOnce(this.#read());
      } catch (error) {
        this.#failed(error);
      }
    }
    this.#writing = null;
  }

  async #writeOnce(unsaved: Pick<Draft, "update" | "of"> | null): Promise<void> {
    if (unsaved !== null) {
      const draft = { ...unsaved, id: this.#id, refused: null };
      await this.#store.putDraft(draft);
      this.#stored = draft;
    } else if (this.#stored !== null) {
      await this.#store.removeDraft(this.#stored);
      this.#stored = null;
    }
  }
}
