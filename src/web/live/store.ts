/** What a page leaves behind on the machine it was open on, so that a closed tab or an hour offline loses nothing. */
import type { RefusalCode } from "../../realtime/protocol.ts";

/**
 * Something that was typed and not saved. `id` is the tab's own: several may have the page open. `refused` says why the
 * room did not take it: then it is kept until the person has seen to it, and not sent again.
 */
export type Draft = {
  readonly id: string;
  readonly update: Uint8Array;
  /** Which of the page's documents it was typed in (`LiveDocument.of`). Drafts from before pages had several lack it. */
  readonly of?: number | null;
  readonly refused: { readonly code: RefusalCode; readonly text: string; readonly page: string } | null;
};

/** The store of one page and one person. It is emptied when that person signs out. */
export interface PageStore {
  /** The page as it last stood here, null when it never did, and the drafts of all tabs. */
  load(): Promise<{ readonly state: Uint8Array | null; readonly of?: number; readonly drafts: readonly Draft[] }>;
  /** `of`: which of the page's documents the state is of. */
  putState(state: Uint8Array, of: number): Promise<void>;
  putDraft(draft: Draft): Promise<void>;
  /** Removes a draft, unless its tab has written another since. */
  removeDraft(draft: Draft): Promise<void>;
}
