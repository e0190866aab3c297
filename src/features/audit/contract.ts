/** The audit log as administrators see it. */
import * as z from "zod";
import { Cursor, Id, Limit, Time } from "../../kernel/contract.ts";

export const AuditQuery = z.object({
  kind: z.string().max(64).optional(),
  userId: Id.optional(),
  /** Words that the entry, its details or the personal data beside it hold, in any case and order. */
  q: z.string().max(200).optional(),
  /** First instant that counts. */
  from: z.iso.datetime({ offset: true }).optional(),
  /** First instant that counts no more. */
  to: z.iso.datetime({ offset: true }).optional(),
  cursor: Cursor.optional(),
  limit: Limit,
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** What a cursor holds: when the last entry shown was made, and its number. */
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
      /** The entry as it is hashed. */
      entry: z.unknown(),
    }),
  ),
  nextCursor: z.string().nullable(),
  /** One request looks for words in so many entries and no more: back to this time. The cursor goes on from there. */
  searchedTo: Time.nullable(),
});

export const Verdict = z.object({
  valid: z.boolean(),
  entries: z.int(),
  firstBad: z.object({ seq: z.int(), reason: z.string() }).optional(),
  /** Hex head of the last entry that holds. */
  head: z.string(),
  shard: z.int(),
  /** The newest signed checkpoint, made anew if the chain had moved on: keep `note`, and pin the offline verifier to it. */
  checkpoint: z.object({ origin: z.string(), size: z.int(), head: z.string(), note: z.string() }).nullable(),
  /** The public key that checks it; null while there is nothing to sign with. */
  key: z.string().nullable(),
});
