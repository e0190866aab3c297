/** The store that a person's tabs share in one browser, in memory. */
import type { Draft, PageStore } from "../../src/live-client/store.ts";

export class MemoryStore implements PageStore {
  state: Uint8Array | null = null;
  of = 0;
  readonly drafts = new Map<string, Draft>();

  load(): Promise<{ state: Uint8Array | null; of: number; drafts: readonly Draft[] }> {
    return Promise.resolve({ state: this.state, of: this.of, drafts: [...this.drafts.values()] });
  }

  putState(state: Uint8Array, of: number): Promise<void> {
    this.state = state;
    this.of = of;
    return Promise.resolve();
  }

  putDraft(draft: Draft): Promise<void> {
    this.drafts.set(draft.id, draft);
    return Promise.resolve();
  }

  removeDraft(draft: Draft): Promise<void> {
    const stored = this.drafts.get(draft.id);
    if (stored !== undefined && String(stored.update) === String(draft.update)) this.drafts.delete(draft.id);
    return Promise.resolve();
  }
}
