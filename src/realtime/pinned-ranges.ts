/**
 * Ranges of a page's text that survive edits, as Yjs relative positions. Yjs makes and resolves them one by one, with a
 * walk over the document for each; here one walk serves all.
 */
import * as Y from "yjs";

/** Half-open, in UTF-16 code units. */
export type TextRange = { readonly from: number; readonly to: number };

/** Encoded positions. The start moves with the character after it, the end with the one before it. */
export type PinnedRange = { readonly start: Uint8Array; readonly end: Uint8Array };

const ROOT = "content";
const RIGHT = 0;
const LEFT = -1;

/** A character's place in the text, or null for the text's own start and end. */
type Place = { readonly item: Y.ID | null; readonly assoc: number };

export function pinRanges(text: Y.Text, ranges: readonly TextRange[]): PinnedRange[] {
  // A start refers to the character after it, and an end to the one before.
  const wanted = [...new Set(ranges.flatMap(({ from, to }) => [from, to - 1]))].toSorted((a, b) => a - b);
  const ids = new Map<number, Y.ID>();
  let at = 0;
  let next = 0;
  while (next < wanted.length && (wanted[next] ?? 0) < 0) next++;
  for (let item = text._start; item !== null && next < wanted.length; item = item.right) {
    if (item.deleted) continue;
    const { client, clock } = item.id;
    for (let offset = wanted[next]; offset !== undefined && offset < at + item.length; offset = wanted[++next])
      ids.set(offset, Y.createID(client, clock + offset - at));
    at += item.length;
  }
  return ranges.map(({ from, to }) => ({
    start: encode({ item: ids.get(from) ?? null, assoc: RIGHT }),
    end: encode({ item: ids.get(to - 1) ?? null, assoc: LEFT }),
  }));
}

/**
 * Where pinned ranges are now, as `createAbsolutePositionFromRelativePosition` of Yjs has it; null for one of another
 * document. A range whose characters were deleted is the empty one in their place.
 */
export function locateRanges(text: Y.Text, pinned: readonly PinnedRange[]): (TextRange | null)[] {
  const { doc } = text;
  if (doc === null) throw new TypeError("The text is not part of a document.");
  const places = pinned.map(({ start, end }) => [decode(start), decode(end)] as const);
  const offsets = offsetsOf(text, findItems(doc, places.flat()));
  const offsetOf = ({ item, assoc }: Place): number | null => {
    if (item === null) return assoc === RIGHT ? text.length : 0;
    const found = itemAt(doc, item);
    const at = found === null ? undefined : offsets.get(found);
    if (found === null || at === undefined) return null;
    return found.deleted ? at : at + item.clock - found.id.clock + (assoc === RIGHT ? 0 : 1);
  };
  return places.map(([start, end]) => {
    const [from, to] = [offsetOf(start), offsetOf(end)];
    return from === null || to === null ? null : { from, to: Math.max(from, to) };
  });
}

const encode = ({ item, assoc }: Place): Uint8Array =>
  Y.encodeRelativePosition(new Y.RelativePosition(null, item === null ? ROOT : null, item, assoc));

function decode(bytes: Uint8Array): Place {
  const { item, assoc } = Y.decodeRelativePosition(bytes);
  return { item, assoc };
}

const findItems = (doc: Y.Doc, places: readonly Place[]): Set<Y.Item> =>
  new Set(places.flatMap(({ item }) => (item && itemAt(doc, item)) ?? []));

function itemAt({ store }: Y.Doc, { client, clock }: Y.ID): Y.Item | null {
  const structs = store.clients.get(client);
  if (structs === undefined || clock >= Y.getState(store, client)) return null;
  const found = structs[Y.findIndexSS(structs, clock)];
  return found instanceof Y.Item ? found : null;
}

function offsetsOf(text: Y.Text, wanted: ReadonlySet<Y.Item>): Map<Y.Item, number> {
  const offsets = new Map<Y.Item, number>();
  let at = 0;
  for (let item = text._start; item !== null && offsets.size < wanted.size; item = item.right) {
    if (wanted.has(item)) offsets.set(item, at);
    if (!item.deleted) at += item.length;
  }
  return offsets;
}
