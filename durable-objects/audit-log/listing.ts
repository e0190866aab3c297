/** Pages through the chain: newest first for the admin list, oldest first for the export. */
import type { EntryFilter, EntryPage, ExportPage, ListedEntry, Position } from "../../src/rpc/audit-log.ts";
import { formatHeader, formatLine } from "../../src/audit-log/format.ts";
import type { ChainReader } from "./chain-reader.ts";
import type { ChainStore, StoredRow } from "./store.ts";
import { wordMatcher } from "./words.ts";

const MAX_LISTED = 200;
const MAX_EXPORTED = 2000;
/** Maximum rows searched per call: about 200 ms during which the chain does nothing else. */
export const MAX_SEARCHED = 20_000;

export const COMPLETE = { searchedTo: null, unreadable: null } as const;

export const pageSize = (limit: number): number => Math.min(Math.max(1, Math.trunc(limit)), MAX_LISTED);

/** A page of the entries in the object. */
export function listChain(store: ChainStore, filter: EntryFilter, after: Position | null, size: number): EntryPage {
  const matches = wordMatcher(filter.words ?? "");
  if (matches !== null) return searchEntries(store.rowsBefore(after, filter, MAX_SEARCHED + 1), matches, size);
  const rows = [...store.rowsBefore(after, filter, size + 1)];
  const entries = rows.slice(0, size).map(toListed);
  return { entries, last: rows.length > size ? positionOf(entries.at(-1)) : null, ...COMPLETE };
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
    if (entries.length === size) return { entries, last: positionOf(last), ...COMPLETE };
    if (searched === MAX_SEARCHED)
      return { entries, last: positionOf(last), ...COMPLETE, searchedTo: last?.ts ?? null };
    if (holds(row)) entries.push(toListed(row));
    searched += 1;
    last = row;
  }
  return { entries, last: null, ...COMPLETE };
}

export const positionOf = (row: Position | undefined): Position | null => (row ? { ts: row.ts, seq: row.seq } : null);

export async function exportChain(reader: ChainReader, cursorSeq: number, limit: number): Promise<ExportPage> {
  const end = reader.store.tip().next;
  const size = Math.min(Math.max(1, Math.trunc(limit)), MAX_EXPORTED);
  const lines = (await reader.rowsFrom(cursorSeq, size)).map(formatLine);
  const next = cursorSeq + lines.length;
  if (cursorSeq === 0) lines.unshift(formatHeader(reader.store.header()));
  const text = lines.map((line) => `${line}\n`).join("");
  return { text, entries: next - cursorSeq, next: next < end && next > cursorSeq ? next : null };
}

export function toListed({ seq, ts, kind, entry, head, pii }: StoredRow): ListedEntry {
  const { ip = null, ua = null, uid = null, email = null } = pii ?? {};
  return { seq, ts, kind, entry, head, ip, ua, uid, email };
}
