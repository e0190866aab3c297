/** Administrators' access to the audit log: listing, verifying and exporting it. */
import type * as z from "zod";
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { readCursor, writeCursor } from "../../kernel/cursor.ts";
import { AppError } from "../../kernel/errors.ts";
import type { AdminDeps } from "../../deps.ts";
import { commit } from "../../commit/commit.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import { EntryPosition, type AuditList, type AuditQuery, type Verdict } from "./contract.ts";

/** Entries per call to the chain. */
const EXPORT_PAGE = 1000;
/** Entries verified per call. */
const ENTRIES_PER_VERIFY = 50_000;

export async function listAudit(
  deps: AdminDeps,
  caller: Caller,
  query: AuditQuery,
): Promise<z.infer<typeof AuditList>> {
  const after = readCursor(query.cursor, EntryPosition);
  await authorizeAdmin(deps, caller, "view", []);
  const chain = deps.objects.auditLog();
  // Entries must stay readable when the log accepts no more: that is when they are needed most.
  await chain.drain().catch((error: unknown) => deps.log.warn("audit.drain_failed", { error }));
  const filter = {
    ...(query.kind !== undefined && { kind: query.kind }),
    ...(query.userId !== undefined && { userId: query.userId }),
    ...(query.q !== undefined && { words: query.q }),
    ...(query.from !== undefined && { from: Date.parse(query.from) }),
    ...(query.to !== undefined && { to: Date.parse(query.to) }),
  };
  const position = after && { ts: after[0], seq: after[1] };
  const { entries, last, searchedTo, unreadable } = await callAuditLog(() =>
    chain.entries(filter, position, query.limit),
  );
  return {
    entries: entries.map(({ seq, entry, head, ip, ua, uid, email }) => ({
      seq,
      ip,
      userAgent: ua,
      userId: uid,
      email,
      head,
      entry: parsed(entry),
    })),
    nextCursor: last && writeCursor([last.ts, last.seq]),
    searchedTo: searchedTo === null ? null : toIso(searchedTo),
    unreadable,
  };
}

/** A damaged entry is shown as raw text. */
function parsed(entry: string): unknown {
  try {
    return JSON.parse(entry);
  } catch {
    return entry;
  }
}

/** Calls the chain; throws `unavailable` if it cannot be reached. */
async function callAuditLog<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const sentence = "The audit log is not responding right now. Try again shortly.";
    throw new AppError("unavailable", sentence, { retryAfter: 5 }, error);
  }
}

export async function verifyAudit(deps: AdminDeps, caller: Caller): Promise<z.infer<typeof Verdict>> {
  await authorizeAdmin(deps, caller, "view", []);
  const chain = deps.objects.auditLog();
  const { checkpoint, key, halt } = await callAuditLog(() => chain.publish());
  // In batches, so that a long chain stays within the CPU limit of one call to the object.
  let verdict = await callAuditLog(() => chain.verify({ limit: ENTRIES_PER_VERIFY }));
  let { entries } = verdict;
  while (verdict.valid && verdict.next !== undefined) {
    const from = verdict.next;
    verdict = await callAuditLog(() => chain.verify({ from, limit: ENTRIES_PER_VERIFY }));
    entries += verdict.entries;
  }
  const { head, shard } = verdict;
  const firstBad = [verdict.firstBad, halt && { seq: halt.seq, reason: HALTS[halt.reason] }]
    .filter((bad) => bad !== undefined && bad !== null)
    .toSorted((a, b) => a.seq - b.seq)[0];
  return { valid: firstBad === undefined, entries, ...(firstBad && { firstBad }), head, shard, checkpoint, key };
}

/** Why the log halted, as the reason reported for the first affected entry. */
const HALTS = {
  behind: "the latest checkpoint covers later entries that are missing",
  forked: "the head after this entry does not match the latest signed checkpoint",
  latest_unreadable: "the latest checkpoint cannot be read, so no entries may be appended",
} as const;

/** `key` verifies the checkpoint signatures; null if no signing key is configured. */
type AuditExport = { lines: ReadableStream<Uint8Array>; key: string | null };

/**
 * Streams the whole chain as JSON lines for the offline verifier, one page at a time as the reader consumes it. Throws
 * `step_up_required`.
 */
export async function exportAudit(deps: AdminDeps, caller: Caller): Promise<AuditExport> {
  const [allowed] = await authorizeAdmin(deps, caller, "exportAudit", []);
  // Commit before the first byte, so that no export goes unrecorded.
  await commit(deps, allowed, { queries: [], notes: [{ kind: "audit.export", by: allowed.actor }] });
  const chain = deps.objects.auditLog();
  const { key } = await callAuditLog(() => chain.publish());
  const utf8 = new TextEncoder();
  let next: number | null = 0;
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (next === null) return controller.close();
      const page = await chain.export(next, EXPORT_PAGE);
      next = page.next;
      controller.enqueue(utf8.encode(page.text));
    },
  });
  return { lines, key };
}
