/**
 * Finds places where an update inserted text right beside text that its author had not seen.
 *
 * Yjs stores with every insertion the characters that it was put between. Any text between those and the insertion was
 * inserted by others concurrently, so neither clocks nor the sender's state vector are needed to detect it.
 */
import * as Y from "yjs";

/**
 * `left` and `right` are directly beside `text` and were not seen by its author. `maybeLeft` and `maybeRight` are
 * beyond them, across text that the update deleted: Yjs may record a deleted character as the neighbour, which leaves
 * open on which side of it the author saw these.
 */
export type Meeting = {
  /** Offset of `text` in the document that includes the update. */
  readonly at: number;
  readonly text: string;
  readonly left: string;
  readonly maybeLeft: string;
  readonly right: string;
  readonly maybeRight: string;
};

type Side = "left" | "right";
type NeighbourText = { readonly certain: string; readonly likely: string };

/** Maximum items examined per update: there are many around a place where much was deleted. */
const MAX_STEPS = 20_000;
const MAX_MEETINGS = 200;

export type KnownClocks = ReadonlyMap<number, number>;

/** For every client in the update, the number of its operations in the document before it is applied. */
export function knownClocks(update: Uint8Array, clockOf: (client: number) => number): KnownClocks {
  const clients = new Set(Y.decodeUpdate(update).structs.map(({ id }) => id.client));
  return new Map([...clients].map((client) => [client, clockOf(client)]));
}

/** Call this once the update is applied. */
export function findMeetings(doc: Y.Doc, update: Uint8Array, known: KnownClocks): Meeting[] {
  const { structs, ds } = Y.decodeUpdate(update);
  const deletes = (id: Y.ID): boolean =>
    (ds.clients.get(id.client) ?? []).some(({ clock, len }) => clock <= id.clock && id.clock < clock + len);
  const budget = { steps: MAX_STEPS };
  const found: { item: Y.Item; start: number; text: string; left: NeighbourText; right: NeighbourText }[] = [];
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || found.length >= MAX_MEETINGS || budget.steps <= 0) continue;
    const { client, clock } = struct.id;
    if (clock < (known.get(client) ?? 0)) continue;
    const ofClient = doc.store.clients.get(client) ?? [];
    const item = ofClient[Y.findIndexSS(ofClient, clock)];
    if (!(item instanceof Y.Item) || item.deleted || !(item.content instanceof Y.ContentString)) continue;
    // The run may have been merged into one item with its author's earlier text.
    const start = clock - item.id.clock;
    const end = Math.min(item.length, start + struct.length);
    const left = start > 0 ? NOTHING : readBeside(item, struct.origin, "left", deletes, budget);
    const right = end < item.length ? NOTHING : readBeside(item, struct.rightOrigin, "right", deletes, budget);
    const hasMet = [left, right].some(({ certain, likely }) => certain !== "" || likely !== "");
    if (hasMet) found.push({ item, start, text: item.content.str.slice(start, end), left, right });
  }
  if (found.length === 0) return [];
  const offsets = offsetsOf(doc, new Set(found.map(({ item }) => item)));
  return found.map(({ item, start, text, left, right }) => ({
    at: (offsets.get(item) ?? 0) + start,
    text,
    left: left.certain,
    maybeLeft: left.likely,
    right: right.certain,
    maybeRight: right.likely,
  }));
}

const NOTHING: NeighbourText = { certain: "", likely: "" };

/** The text on one side of an inserted item, up to the character that it was inserted beside. */
function readBeside(
  item: Y.Item,
  neighbour: Y.ID | null,
  side: Side,
  deletes: (id: Y.ID) => boolean,
  budget: { steps: number },
): NeighbourText {
  const join = (near: string, far: string): string => (side === "left" ? far + near : near + far);
  let certain = "";
  let hasPassed = false;
  for (let next = item[side]; next !== null && budget.steps > 0; next = next[side]) {
    budget.steps -= 1;
    if (!hasPassed && neighbour !== null && contains(next, neighbour)) {
      if (!next.deleted || !deletes(neighbour)) break;
      hasPassed = true;
    } else if (!next.deleted) {
      if (hasPassed) return { certain, likely: next.id.client === item.id.client ? "" : runFrom(next, side) };
      certain = join(certain, strOf(next));
    }
  }
  return { certain, likely: "" };
}

const contains = ({ id, length }: Y.Item, { client, clock }: Y.ID): boolean =>
  id.client === client && id.clock <= clock && clock < id.clock + length;

const strOf = ({ content }: Y.Item): string => (content instanceof Y.ContentString ? content.str : "");

/** The contiguous text that the item's author inserted in one run. */
function runFrom(item: Y.Item, side: Side): string {
  let text = strOf(item);
  for (let at = item, next = at[side]; next !== null && !next.deleted; next = at[side]) {
    const [first, second] = side === "left" ? [next, at] : [at, next];
    if (first.id.client !== second.id.client || first.id.clock + first.length !== second.id.clock) break;
    text = side === "left" ? strOf(next) + text : text + strOf(next);
    at = next;
  }
  return text;
}

function offsetsOf(doc: Y.Doc, wanted: ReadonlySet<Y.Item>): Map<Y.Item, number> {
  const offsets = new Map<Y.Item, number>();
  let at = 0;
  for (let item = doc.getText("content")._start; item !== null && offsets.size < wanted.size; item = item.right) {
    if (item.deleted) continue;
    if (wanted.has(item)) offsets.set(item, at);
    at += item.length;
  }
  return offsets;
}
