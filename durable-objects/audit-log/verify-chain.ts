/** Verifies the chain in chunks, so that appends continue in between and at most one chunk or segment is in memory. */
import type { ChainVerdict, ChainRange } from "../../src/rpc/audit-log.ts";
import { type Tip, checkRow, genesis, toHex } from "../../src/audit-log/chain.ts";
import { UNRECORDED_ERASURE } from "../../src/audit-log/erasure.ts";
import { SegmentError, type ChainReader } from "./chain-reader.ts";
import type { StoredRow } from "./store.ts";

const CHUNK = 250;

type Walk = { tip: Tip; reason: string | null };

/** `pause` is awaited between chunks. A range that starts late builds on the stored head of the entry before it. */
export async function verifyChain(
  reader: ChainReader,
  { from = 0, limit = Infinity }: ChainRange,
  pause: () => Promise<void>,
): Promise<ChainVerdict> {
  const { store } = reader;
  const target = store.tip();
  const extra = store.lastSeq() >= target.next ? target.next : null;
  const walk: Walk = { tip: { ...target, next: from }, reason: null };
  try {
    await verifyRange(reader, walk, Math.min(target.next, from + limit), pause);
  } catch (error) {
    if (!(error instanceof SegmentError)) throw error;
    walk.reason = error.message;
  }
  const { tip, reason } = walk;
  const entries = tip.next - from;
  if (reason !== null) return fail(tip, entries, tip.next, reason);
  if (tip.next < target.next) return { ...succeed(tip, entries), next: tip.next };
  if (toHex(tip.head) !== toHex(target.head))
    return fail(tip, entries, tip.next, "the stored head does not match the chain");
  if (extra !== null) return fail(tip, entries, extra, "there is an entry beyond the head");
  return succeed(tip, entries);
}

/** Moves the walk's tip to `end`, or to the first invalid entry, with the reason. */
async function verifyRange(reader: ChainReader, walk: Walk, end: number, pause: () => Promise<void>): Promise<void> {
  const start = await startAt(reader, walk.tip.next);
  if (start === null) return void (walk.reason = "there is no entry to start at");
  walk.tip = start;
  // Read lazily, because most ranges contain no erased entries, and again when others are erased during the walk.
  let recorded: ReadonlySet<number> = new Set();
  while (walk.tip.next < end) {
    const rows = await reader.rowsFrom(walk.tip.next, Math.min(CHUNK, end - walk.tip.next));
    if (rows.length === 0) return void (walk.reason = "the entry is missing");
    // Segments contain no personal data; an export shows that its removal was recorded.
    const firstStored = reader.end();
    for (const row of rows) {
      const checked = checkStored(walk.tip, row);
      if (!checked.ok) return void (walk.reason = checked.reason);
      if (row.pii === null && row.seq >= firstStored && !recorded.has(row.seq)) {
        recorded = reader.store.recordedErasures();
        if (!recorded.has(row.seq)) return void (walk.reason = UNRECORDED_ERASURE);
      }
      walk.tip = checked.tip;
    }
    await pause();
  }
}

async function startAt(reader: ChainReader, from: number): Promise<Tip | null> {
  const header = reader.store.header();
  if (from === 0) return genesis(header);
  const head = await reader.headAt(from - 1);
  return head === null ? null : { shard: header.shard, next: from, head: Buffer.from(head, "hex") };
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
