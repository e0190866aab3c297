/** Checks an external Yjs update before it is applied to a page: it may only insert and delete plain characters. */
import * as Y from "yjs";
import { hasControls } from "../kernel/text.ts";
import { isBrowserClient } from "./clients.ts";

/** Maximum size of an external update, in bytes: a full page of text and its overhead. */
const UPDATE_LIMIT_BYTES = 2_000_000;

/** Clocks count characters: no real client gets this far. Beyond exact integers the document would be unreadable. */
export const MAX_CLOCK = 2 ** 40;

/**
 * Maximum new runs and deletions in one update. Each may split existing structs, which takes longer the more of them
 * there are: half a million would block a room for minutes.
 */
const MAX_PARTS = 40_000;

/** Maximum clients per update: a person's own, from before and after tabs were closed. */
const MAX_WRITERS = 100;

/** The document that an update is for. */
type Target = {
  /** Number of operations of `client` in the document. */
  readonly clockOf: (client: number) => number;
  /** True if all `length` operations of `client` from `clock` on exist and are deleted. */
  readonly hasDeleted: (client: number, clock: number, length: number) => boolean;
  /** True unless existing characters of the same operations differ from these. */
  readonly agreesWith: (client: number, clock: number, text: string) => boolean;
};

/**
 * The Yjs clients whose operations in the update are new to the document. Null if the update contains anything other
 * than runs of characters in `content` (or the traces of deleted ones), operations of a non-browser client, or data
 * that Yjs never writes: empty runs, which would make the document unreadable, and deletions out of order.
 *
 * Formats, embedded objects, map entries and other roots would use space invisibly. The caller must check that these
 * clients are the sender's own: operations under another client's id would make that client's next keystroke vanish.
 */
export function writersOf(update: Uint8Array, target: Target): ReadonlySet<number> | null {
  if (update.byteLength > UPDATE_LIMIT_BYTES) return null;
  const writers = new Set<number>();
  try {
    const { structs, ds } = Y.decodeUpdate(update);
    const deletions = countDeletions(ds.clients, target);
    let parts = deletions ?? Infinity;
    for (const struct of structs) {
      const { client, clock } = struct.id;
      if (struct.length < 1 || clock + struct.length > MAX_CLOCK) return null;
      if (struct instanceof Y.Skip) continue;
      if (!(struct instanceof Y.GC) && !isPlainItem(struct)) return null;
      // Yjs would treat them as known, and the sender would be told that they were saved.
      if (clock < target.clockOf(client) && !agrees(struct, target)) return null;
      if (clock + struct.length <= target.clockOf(client)) continue;
      if (!isBrowserClient(client)) return null;
      writers.add(client);
      parts++;
    }
    return parts > MAX_PARTS || writers.size > MAX_WRITERS ? null : writers;
  } catch {
    return null;
  }
}

const agrees = (struct: Y.Item | Y.GC, target: Target): boolean =>
  !(struct instanceof Y.Item) ||
  !(struct.content instanceof Y.ContentString) ||
  target.agreesWith(struct.id.client, struct.id.clock, struct.content.str);

type Deletions = ReadonlyMap<number, readonly { readonly clock: number; readonly len: number }[]>;

/** Number of deletions that delete anything; a sync reply lists all deletions ever made. Null if they are out of order. */
function countDeletions(clients: Deletions, target: Target): number | null {
  let count = 0;
  for (const [client, ranges] of clients) {
    let end = 0;
    for (const { clock, len } of ranges) {
      if (clock < end || clock + len > MAX_CLOCK) return null;
      end = clock + len;
      if (!target.hasDeleted(client, clock, len)) count++;
    }
  }
  return count;
}

function isPlainItem({ parent, parentSub, content }: Y.Item): boolean {
  // Before integration the parent is the root's name, or null if it follows from the neighbours.
  const root: unknown = parent;
  const isText = content instanceof Y.ContentString ? !hasControls(content.str) : content instanceof Y.ContentDeleted;
  return isText && parentSub === null && (root === null || root === "content");
}

/** True for an update that inserts nothing. */
export function onlyDeletes(update: Uint8Array): boolean {
  try {
    return Y.decodeUpdate(update).structs.length === 0;
  } catch {
    return false;
  }
}
