/** Verifies the stored chain in chunks, so that appends continue in between and at most one chunk is in memory. */
import type { ChainVerdict, ChainRange } from "../../src/rpc/audit-log.ts";
import { type Tip, checkRow, genesis, toHex } from "../../src/audit-log/chain.ts";
import { UNRECORDED_ERASURE } from "../../src/audit-log/erasure.ts";
import type { ChainStore, StoredRow } from "./store.ts";

const CHUNK = 250;

/** `pause` is awaited between chunks. A range that starts late builds on the stored head of the entry before it. */
export async function verifyChain(
  store: ChainStore,
  { from = 0, limit = Infinity }: ChainRange,
  pause: () => Promise<void>,
) {
  const target = store.tip();
  const extra = store.lastSeq() >= target.next ? target.next : null;
  const end = Math.min(target.next, from + limit);
  const start = startAt(store, from);
  if (start === null) return fail(target, 0, from, "there is no entry to start at");
  let tip = start;
  // Read lazily: most ranges contain no erased entries.
  let recordedErasures: ReadonlySet<number> | null = null;
  while (tip.next < end) {
    const rows = store.rowsFrom(tip.next, Math.min(CHUNK, end - tip.next));
    if (rows.length === 0) return fail(tip, tip.next - from, tip.next, "the entry is missing");
    for (const row of rows) {
      const checked = checkStored(tip, row);
      if (!checked.ok) return fail(tip, tip.next - from, tip.next, checked.reason);
      if (row.pii === null && !(recordedErasures ??= store.recordedErasures()).has(row.seq))
        return fail(tip, tip.next - from, tip.next, UNRECORDED_ERASURE);
      tip = checked.tip;
    }
    await pause();
  }
  const entries = tip.next - from;
  if (tip.next < target.next) return { ...succeed(tip, entries), next: tip.next };
  if (toHex(tip.head) !== toHex(target.head))
    return fail(tip, entries, tip.next, "the stored head does not match the chain");
  if (extra !== null) return fail(tip, entries, extra, "there is an entry beyond the head");
  return succeed(tip, entries);
}

function startAt(store: ChainStore, from: number): Tip | null {
  const header = store.header();
  if (from === 0) return genesis(header);
  const [before] = store.rowsFrom(from - 1, 1);
  if (before?.seq !== from - 1) return null;
  return { shard: header.shard, next: from, head: Buffer.from(before.head, "hex") };
}

function checkStored(tip: Tip, row: StoredRow) {
  if (row.seq !== tip.next) return { ok: false as const, reason: "the entry is missing" };
  const checked = checkRow(tip, row);
  if (checked.ok && (checked.entry.id !== row.id || checked.entry.ts !== row.ts || checked.entry.kind !== row.kind)) {
    return { ok: false as const, reason: "a search column does not match the entry" };
  }
  return checked;
}

function succeed(tip: Tip, entries: number): ChainVerdict {
  return { valid: true, entries, head: toHex(tip.head), shard: tip.shard };
}

function fail(tip: Tip, entries: number, seq: number, reason: string): ChainVerdict {
  return { valid: false, entries, firstBad: { seq, reason }, head: toHex(tip.head), shard: tip.shard };
}
