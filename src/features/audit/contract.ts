/** Request and response schemas for administrators' access to the audit log. */
import * as z from "zod";
import { Cursor, Id, Limit, Time } from "../../kernel/contract.ts";

export const AuditQuery = z.object({
  kind: z.string().max(64).optional(),
  userId: Id.optional(),
  /** Words contained in the entry, its details or the personal data stored with it, in any case and order. */
  q: z.string().max(200).optional(),
  /** Start of the time range (inclusive). */
  from: z.iso.datetime({ offset: true }).optional(),
  /** End of the time range (exclusive). */
  to: z.iso.datetime({ offset: true }).optional(),
  cursor: Cursor.optional(),
  limit: Limit,
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** A cursor's content: time and sequence number of the last entry shown. */
export const EntryPosition = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

export const AuditList = z.object({
  entries: z.array(
    z.object({
      seq: z.int(),
      ip: z.string().nullable(),
      userAgent: z.string().nullable(),
      userId: z.string().nullable(),
      email: z.string().nullable(),
      head: z.string(),
      /** The entry in its hashed form. */
      entry: z.unknown(),
    }),
  ),
  nextCursor: z.string().nullable(),
  /**
   * A search covers a bounded number of entries per request: it went back to this time, and the cursor continues from
   * there.
   */
  searchedTo: Time.nullable(),
  /** Entries that are omitted because their segment is missing from the bucket or was changed. */
  unreadable: z.object({ first: z.int(), last: z.int() }).nullable(),
});

export const Verdict = z.object({
  valid: z.boolean(),
  entries: z.int(),
  firstBad: z.object({ seq: z.int(), reason: z.string() }).optional(),
  /** Head after the last valid entry, in hex. */
  head: z.string(),
  shard: z.int(),
  /** The latest signed checkpoint, renewed if the chain has grown since: store `note` and pin the offline verifier to it. */
  checkpoint: z.object({ origin: z.string(), size: z.int(), head: z.string(), note: z.string() }).nullable(),
  /** The public key that verifies the checkpoint; null if no signing key is configured. */
  key: z.string().nullable(),
});
