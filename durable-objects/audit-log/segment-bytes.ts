/** A segment's file as this object would write it. */
import { formatLine } from "../../src/audit-log/format.ts";
import { formatSegmentHeader } from "../../src/audit-log/segment.ts";
import type { ChainStore } from "./store.ts";

const ROWS_PER_BATCH = 256;

const utf8 = new TextEncoder();

/** Segments contain no personal data, so nothing in them ever has to be erased. */
export function encodeSegment(store: ChainStore, first: number, last: number): Uint8Array {
  const before = store.headAt(first - 1) ?? "";
  const pieces = [utf8.encode(`${formatSegmentHeader({ ...store.header(), first, last, before })}\n`)];
  for (let seq = first; seq <= last; seq += ROWS_PER_BATCH) {
    const rows = store.rowsFrom(seq, Math.min(ROWS_PER_BATCH, last - seq + 1));
    pieces.push(utf8.encode(rows.map((row) => `${formatLine({ ...row, pii: null })}\n`).join("")));
  }
  return Buffer.concat(pieces);
}
