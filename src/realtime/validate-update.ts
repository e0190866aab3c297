/** Looks at a Yjs update from outside before it may touch a page: it may insert and delete plain characters, no more. */
import * as Y from "yjs";
import { isBrowserClient } from "./clients.ts";

/** Largest update taken from outside, in bytes: a full page of text and its bookkeeping. */
export const UPDATE_LIMIT_BYTES = 2_000_000;

/**
 * True when every operation is a run of characters in `content` (or the trace of a deleted one) and everything the
 * document does not hold yet comes from `writer`, a browser client (null: from any browser client).
 *
 * Formats, embedded objects, map entries and other roots would take space that no reader of the text ever sees, and
 * operations under another's client id would make that client's next keystroke vanish.
 */
export function isPlainTextUpdate(
  update: Uint8Array,
  writer: number | null,
  clockOf: (client: number) => number,
): boolean {
  if (update.byteLength > UPDATE_LIMIT_BYTES) return false;
  try {
    return Y.decodeUpdate(update).structs.every((struct) => {
      if (struct instanceof Y.Skip) return true;
      const { client, clock } = struct.id;
      const isNew = clock + struct.length > clockOf(client);
      if (isNew && !(writer === null ? isBrowserClient(client) : client === writer)) return false;
      return struct instanceof Y.GC || isPlainItem(struct);
    });
  } catch {
    return false;
  }
}

function isPlainItem(item: Y.Item): boolean {
  // Before integration a root parent is its name, and null when it follows from the neighbours.
  const parent: unknown = item.parent;
  const isText = item.content instanceof Y.ContentString || item.content instanceof Y.ContentDeleted;
  return isText && item.parentSub === null && (parent === null || parent === "content");
}
