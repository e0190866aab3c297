/** The unsaved edits as a change to the room's text, for a room that continues with another document. */
import * as Y from "yjs";
import type { Splice } from "../realtime/splices.ts";
import type { DeletedText } from "./deleted-text.ts";
import type { SyncedDocument } from "./synced-document.ts";

export type UnsavedChange = { readonly base: string; readonly splices: readonly Splice[] };

/** Returns null if some edits cannot be placed in the document. */
export function unsavedChange(document: SyncedDocument): UnsavedChange | null {
  const { doc, text: content, deleted } = document;
  const update = document.unsavedUpdate();
  if (update === null) return { base: content.toJSON(), splices: [] };
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) return null;
  const unsaved = clocksOf(update);
  const splices: Splice[] = [];
  let base = "";
  const change = (removed: string, insert: string): void => {
    const [at, last] = [base.length, splices.at(-1)];
    if (last !== undefined && last.at + last.remove === at)
      splices[splices.length - 1] = {
        at: last.at,
        remove: last.remove + removed.length,
        insert: last.insert + insert,
      };
    else splices.push({ at, remove: removed.length, insert });
    base += removed;
  };
  for (let item = content._start; item !== null; item = item.right) {
    const { client, clock } = item.id;
    const text = item.content instanceof Y.ContentString && !item.deleted ? item.content.str : null;
    for (const { start, end, isUnsaved } of runsOf(clock, item.length, unsaved.get(client) ?? [])) {
      if (text === null) {
        const removed = isUnsaved ? "" : textOf(deleted, client, start, end);
        if (removed !== "") change(removed, "");
      } else if (isUnsaved) change("", text.slice(start - clock, end - clock));
      else base += text.slice(start - clock, end - clock);
    }
  }
  return { base, splices };
}

/** The known text of the deleted operations from `clock` up to, but excluding, `end`. */
function textOf({ known }: DeletedText, client: number, clock: number, end: number): string {
  const own = known.get(client);
  let text = "";
  for (let at = clock; own !== undefined && at < end;) {
    const piece = own.get(at)?.slice(0, end - at) ?? "";
    text += piece;
    at += Math.max(1, piece.length);
  }
  return text;
}

type Clocks = { readonly start: number; readonly end: number };

function clocksOf(update: Uint8Array): Map<number, Clocks[]> {
  const clocks = new Map<number, Clocks[]>();
  for (const struct of Y.decodeUpdate(update).structs) {
    if (struct instanceof Y.Skip) continue;
    const { client, clock } = struct.id;
    const own = clocks.get(client) ?? [];
    const last = own.at(-1);
    // The runs of a client are in ascending order.
    if (last?.end === clock) own[own.length - 1] = { start: last.start, end: clock + struct.length };
    else own.push({ start: clock, end: clock + struct.length });
    clocks.set(client, own);
  }
  return clocks;
}

/** Splits an item's operations where unsaved runs begin or end. */
function* runsOf(
  clock: number,
  length: number,
  unsaved: readonly Clocks[],
): Generator<Clocks & { isUnsaved: boolean }> {
  const last = clock + length;
  let at = clock;
  for (const { start, end } of unsaved) {
    if (end <= at) continue;
    if (start >= last) break;
    if (start > at) yield { start: at, end: start, isUnsaved: false };
    yield { start: Math.max(at, start), end: Math.min(end, last), isUnsaved: true };
    at = Math.min(end, last);
  }
  if (at < last) yield { start: at, end: last, isUnsaved: false };
}
