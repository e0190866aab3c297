/** What a page stores on the device, so that neither a closed tab nor an hour offline loses edits. */
import type { RefusalCode } from "../realtime/protocol.ts";

/**
 * Unsaved edits. `id` identifies the tab, since several may have the page open. `refused` is the room's reason for
 * rejecting them; refused edits are kept until the user has dealt with them, and are not sent again.
 */
export type Draft = {
  readonly id: string;
  readonly update: Uint8Array;
  /**
   * The document of the page that was edited (`LiveDocument.of`). Missing in drafts from before a page could have
   * several.
   */
  readonly of?: number | null;
  readonly refused: { readonly code: RefusalCode; readonly text: string; readonly page: string } | null;
};

/** The store for one page and one user. It is cleared when the user signs out. */
export interface PageStore {
  /** The last state of the page on this device (null if none), and the drafts of all tabs. */
  load(): Promise<{ readonly state: Uint8Array | null; readonly of?: number; readonly drafts: readonly Draft[] }>;
  /** `of`: the document of the page that the state belongs to. */
  putState(state: Uint8Array, of: number): Promise<void>;
  putDraft(draft: Draft): Promise<void>;
  /** Removes a draft, unless its tab has written a newer one since. */
  removeDraft(draft: Draft): Promise<void>;
}
