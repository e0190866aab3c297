/** The draft of this tab, as it is kept in this browser. */
import { ChangeSet } from "@codemirror/state";
import { toText } from "../editor/collaboration/text-changes.ts";
import type { Draft } from "./draft.ts";
import { claim, type DraftKey, putDraft, removeDraft, storedDrafts } from "./draft-database.ts";

export type KeptDraft = Draft & { readonly comment: string };

export type DraftStore = {
  /** As an earlier visit left it; null for a new draft. */
  readonly kept: KeptDraft | null;
  /** Null removes it. */
  put(draft: KeptDraft | null): Promise<void>;
};

/** A draft of an earlier visit that no other tab shows, or a new one. It belongs to this tab until `signal` is aborted. */
export async function claimDraft(userId: string, pageId: string, signal: AbortSignal): Promise<DraftStore> {
  for (const [key, { base, changes, comment }] of await storedDrafts(userId, pageId)) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that is free
    if (await claim(key, signal))
      return storeAt(key, { base: toText(base), changes: ChangeSet.fromJSON(changes), comment });
  }
  const key = [userId, pageId, crypto.randomUUID()] as const;
  await claim(key, signal);
  return storeAt(key, null);
}

const storeAt = (key: DraftKey, kept: KeptDraft | null): DraftStore => ({
  kept,
  put(draft) {
    if (draft === null) return removeDraft(key);
    const { base, changes, comment } = draft;
    return putDraft(key, { base: base.toString(), changes: changes.toJSON(), comment });
  },
});
