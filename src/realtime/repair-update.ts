/** Rewrites a Yjs update that the room would reject because of the characters it inserts. */
import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import { hasControls, repairsOf } from "../kernel/text.ts";

/** An operation whose character was replaced in the update: `insert` is the replacement, empty if it was removed. */
export type RepairedOperation = { readonly client: number; readonly clock: number; readonly insert: string };

export type RepairedUpdate = { readonly update: Uint8Array; readonly repaired: readonly RepairedOperation[] };

/**
 * The same operations with allowed characters: a replacement keeps the operation's clock, and a removed character
 * becomes a deleted one. Only use it before anyone else has the operations, or replicas would differ. Throws for
 * malformed updates.
 */
export function repairUpdate(update: Uint8Array): RepairedUpdate {
  const { structs, ds } = Y.decodeUpdate(update);
  if (!structs.some(isRejected)) return { update, repaired: [] };
  const repaired: RepairedOperation[] = [];
  const pieces = structs.flatMap((struct) => (isRejected(struct) ? piecesOf(struct, repaired) : [struct]));
  const encoder = new Y.UpdateEncoderV1();
  const { restEncoder } = encoder;
  const byClient = Map.groupBy(pieces, ({ id }) => id.client);
  encoding.writeVarUint(restEncoder, byClient.size);
  for (const [client, own] of byClient) {
    encoding.writeVarUint(restEncoder, own.length);
    encoder.writeClient(client);
    encoding.writeVarUint(restEncoder, own[0]?.id.clock ?? 0);
    for (const struct of own) struct.write(encoder, 0);
  }
  encoding.writeVarUint(restEncoder, ds.clients.size);
  for (const [client, ranges] of ds.clients) {
    encoding.writeVarUint(restEncoder, client);
    encoding.writeVarUint(restEncoder, ranges.length);
    for (const { clock, len } of ranges) {
      encoding.writeVarUint(restEncoder, clock);
      encoding.writeVarUint(restEncoder, len);
    }
  }
  return { update: encoder.toUint8Array(), repaired };
}

type TextItem = Y.Item & { readonly content: Y.ContentString };

const isRejected = (struct: Y.Item | Y.GC | Y.Skip): struct is TextItem =>
  struct instanceof Y.Item && struct.content instanceof Y.ContentString && hasControls(struct.content.str);

/** Splits a run of text into runs of allowed text and removed characters. */
function piecesOf(item: TextItem, repaired: RepairedOperation[]): Y.Item[] {
  const { client, clock } = item.id;
  const { str } = item.content;
  const pieces: Y.Item[] = [];
  let kept = "";
  let next = clock;
  const put = (content: Y.ContentString | Y.ContentDeleted): void => {
    const isFirst = next === clock;
    const origin = isFirst ? item.origin : Y.createID(client, next - 1);
    const parent = isFirst ? item.parent : null;
    pieces.push(new Y.Item(Y.createID(client, next), null, origin, null, item.rightOrigin, parent, null, content));
    next += content.getLength();
  };
  const flushKept = (): void => {
    if (kept !== "") put(new Y.ContentString(kept));
    kept = "";
  };
  let from = 0;
  for (const { at, insert } of repairsOf(str)) {
    repaired.push({ client, clock: clock + at, insert });
    kept += str.slice(from, at) + insert;
    from = at + 1;
    if (insert !== "") continue;
    flushKept();
    put(new Y.ContentDeleted(1));
  }
  kept += str.slice(from);
  flushKept();
  return pieces;
}

/** Applies the repairs to a document that already has the rejected characters. */
export function retract(doc: Y.Doc, repaired: readonly RepairedOperation[]): void {
  const text = doc.getText("content");
  doc.transact(() => {
    for (const { client, clock, insert } of repaired) {
      const item = Y.createRelativePositionFromJSON({ tname: "content", item: { client, clock }, assoc: 0 });
      const index = Y.createAbsolutePositionFromRelativePosition(item, doc)?.index ?? null;
      if (index === null || !hasControls(charAt(doc, client, clock))) continue;
      text.delete(index, 1);
      if (insert !== "") text.insert(index, insert);
    }
  });
}

/** The character that an operation inserted; empty if it is deleted or unknown. */
function charAt(doc: Y.Doc, client: number, clock: number): string {
  if (clock >= Y.getState(doc.store, client)) return "";
  const item = Y.getItem(doc.store, Y.createID(client, clock));
  if (item.deleted || !(item.content instanceof Y.ContentString)) return "";
  return item.content.str[clock - item.id.clock] ?? "";
}
