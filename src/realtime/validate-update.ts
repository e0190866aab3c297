/** Looks at a Yjs update from outside before it may touch a page: it may insert and delete plain characters, no more. */
import * as Y from "yjs";
import { hasControls } from "../kernel/text.ts";
import { isBrowserClient } from "./clients.ts";

/** Largest update taken from outside, in bytes: a full page of text and its bookkeeping. */
const UPDATE_LIMIT_BYTES = 2_000_000;

/** Clocks count characters: no client ever gets there. Beyond what is exact nobody could read the document any more. */
export const MAX_CLOCK = 2 ** 40;

/**
 * New runs and new deletions in one update. Each may split what is there, and the time that this takes grows with what is
 * there: half a million of them keep a room busy for minutes.
 */
const MAX_PARTS = 40_000;

/** Clients whose operations one update may bring: a person's own, from before a tab was closed and after. */
const MAX_WRITERS = 100;

/** The document that an update is for. */
type Target = {
  /** How many operations of `client` it holds. */
  readonly clockOf: (client: number) => number;
  /** Whether all of `length` operations of `client` from `clock` on are there and deleted. */
  readonly hasDeleted: (client: number, clock: number, length: number) => boolean;
  /** Whether these characters contradict none that are there as the same operations. */
  readonly agreesWith: (client: number, clock: number, text: string) => boolean;
};

/**
 * The Yjs clients whose operations in the update are new to the document; null when it holds anything else than runs of
 * characters in `content` (or the trace of deleted ones), operations of a client that is no browser's, or what no Yjs
 * writes: empty runs, of which a document is made that nobody can read, and deletions out of order.
 *
 * Formats, embedded objects, map entries and other roots would take space that no reader of the text ever sees. Whether
 * these clients are the sender's own is for the caller to say: operations under another's id would make that client's
 * next keystroke vanish.
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
      // Yjs would take them for what it has, and the sender would hear that they were saved.
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

/** How many of them delete anything: an answer to a state vector lists all that ever were. Null when they are out of order. */
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
  // Before integration a root parent is its name, and null when it follows from the neighbours.
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
