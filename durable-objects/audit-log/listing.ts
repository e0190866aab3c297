/** Pages through the chain: newest first for the admin list, oldest first for the export. */
import type { EntryFilter, EntryPage, ExportPage, ListedEntry, Position } from "../../src/rpc/audit-log.ts";
import { formatHeader, formatLine } from "../../src/audit-log/format.ts";
import type { ChainStore, StoredRow } from "./store.ts";
import { wordMatcher } from "./words.ts";

const MAX_LISTED = 200;
const MAX_EXPORTED = 2000;
/** Maximum rows searched per call: about 200 ms during which the chain does nothing else. */
export const MAX_SEARCHED = 20_000;

export function listChain(store: ChainStore, filter: EntryFilter, after: Position | null, limit: number): EntryPage {
  const size = Math.min(Math.max(1, Math.trunc(limit)), MAX_LISTED);
  const matches = wordMatcher(filter.words ?? "");
  if (matches !== null) return searchEntries(store.rowsBefore(after, filter, MAX_SEARCHED + 1), matches, size);
  const rows = [...store.rowsBefore(after, filter, size + 1)];
  const entries = rows.slice(0, size).map(toListed);
  return { entries, last: rows.length > size ? positionOf(entries.at(-1)) : null, searchedTo: null };
}

/**
 * Reads backwards in time until a page is full. There is no full-text index: every entry would pay for a rare search,
 * and erased data would have to be removed from it as well.
 */
function searchEntries(rows: Iterable<StoredRow>, holds: (row: StoredRow) => boolean, size: number): EntryPage {
  const entries: ListedEntry[] = [];
  let searched = 0;
  let last: StoredRow | undefined;
  for (const row of rows) {
    if (entries.length === size) return { entries, last: positionOf(last), searchedTo: null };
    if (searched === MAX_SEARCHED) return { entries, last: positionOf(last), searchedTo: last?.ts ?? null };
    if (holds(row)) entries.push(toListed(row));
    searched += 1;
    last = row;
  }
  return { entries, last: null, searchedTo: null };
}

const positionOf = (row: Position | undefined): Position | null => (row ? { ts: row.ts, seq: row.seq } : null);

export function exportChain(store: ChainStore, cursorSeq: number, limit: number): ExportPage {
  const end = store.tip().next;
  const size = Math.min(Math.max(1, Math.trunc(limit)), MAX_EXPORTED);
  const lines = store.rowsFrom(cursorSeq, size).map(formatLine);
  const next = cursorSeq + lines.length;
  if (cursorSeq === 0) lines.unshift(formatHeader(store.header()));
  const text = lines.map((line) => `${line}\n`).join("");
  return { text, entries: next - cursorSeq, next: next < end && next > cursorSeq ? next : null };
}

function toListed({ seq, ts, kind, entry, head, pii }: StoredRow): ListedEntry {
  const { ip = null, ua = null, uid = null, email = null } = pii ?? {};
  return { seq, ts, kind, entry, head, ip, ua, uid, email };
}
