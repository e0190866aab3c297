/** The audit trail as administrators see it. */
import { z } from "zod";
import { Id } from "../../kernel/contract.ts";

export const AuditQuery = z.object({
  kind: z.string().max(64).optional(),
  userId: Id.optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  cursor: z.string().max(40).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

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
});

export const Verdict = z.object({
  valid: z.boolean(),
  entries: z.int(),
  firstBad: z.object({ seq: z.int(), reason: z.string() }).optional(),
  /** Hex head of the last entry that holds: note it down, and pass it to the offline verifier as a pin. */
  head: z.string(),
  shard: z.int(),
  /** Signed checkpoints are not written yet. */
  checkpoint: z.null(),
});
