/**
 * Moves pending edits from abandoned documents into the room's current one. Loaded on demand, when a room has abandoned a
 * document.
 */
import { diffText } from "../realtime/diff.ts";
import { mergeChanges } from "../realtime/merge.ts";
import type { RefusalCode } from "../realtime/protocol.ts";
import type { Splice } from "../realtime/splices.ts";
import type { SyncedDocument } from "./synced-document.ts";
import type { Environment } from "./environment.ts";
import type { FormerDrafts, PageMemory } from "./memory.ts";
import { Session } from "./session.ts";
import { type UnsavedChange, unsavedChange } from "./unsaved-change.ts";

type Sources = {
  /** The session shown to the user so far. */
  readonly left: Session | null;
  /** The drafts of an earlier visit. */
  readonly former: FormerDrafts | null;
};

/** Stores edits that cannot be placed in the session's document as refused, and returns the reason; null if all were placed. */
export function migrateUnsaved(session: Session, { left, former }: Sources, memory: PageMemory): RefusalCode | null {
  const code = session.canEdit ? "update_invalid" : "read_only";
  const put = (document: SyncedDocument): boolean => {
    const change = session.canEdit ? unsavedChange(document) : null;
    if (change === null) return false;
    const { doc, text } = session.document;
    const splices = rebaseUnsaved(text.toJSON(), change);
    doc.transact(() => {
      // From the end, so that no splice shifts another.
      for (const { at, remove, insert } of splices.toReversed()) {
        text.delete(at, remove);
        text.insert(at, insert);
      }
    });
    return true;
  };
  let isAllPlaced = true;
  const place = (from: Session): boolean => {
    const isPlaced = put(from.document);
    if (!isPlaced) void memory.refuse(from, code);
    isAllPlaced &&= isPlaced;
    return isPlaced;
  };
  if (former !== null) {
    const earlier = sessionOf(former, memory.environment);
    place(earlier);
    earlier.end();
    void memory.carried(former);
  }
  if (left !== null && place(left)) void memory.carriedFrom(left);
  return isAllPlaced ? null : code;
}

function sessionOf({ state, drafts }: FormerDrafts, environment: Environment): Session {
  const nothing = (): undefined => undefined;
  const handlers = { changed: nothing, synced: nothing, saved: nothing, people: nothing, threads: nothing };
  const former = new Session(environment, { ...handlers, send: () => false, refused: nothing, outdated: nothing });
  if (state !== null) former.document.apply(state);
  for (const { update } of drafts) former.adopt(update);
  return former;
}

/**
 * Moves edits made in a page's former document into the text of its current one: returns splices of `current`. Edits that the room had already stored, although its confirmation was lost, are not applied
 * twice.
 */
function rebaseUnsaved(current: string, { base, splices }: UnsavedChange): readonly Splice[] {
  const theirs = diffText(base, current);
  return theirs.length === 0 ? splices : diffText(current, mergeChanges(base, theirs, splices));
}
