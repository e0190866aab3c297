/** Taking back what a token wrote. */
import * as z from "zod";
import { Id, Time } from "../../../kernel/contract.ts";

/** Pages of one call. */
export const MAX_UNDO_PAGES = 200;

export const UndoToken = z.object({
  tokenId: Id,
  /** What the token wrote from then on is taken back. */
  since: z.iso.datetime({ offset: true }).transform((text) => new Date(text).getTime()),
  /** Says what would be done, and does nothing. */
  dryRun: z.boolean().default(false),
  cursor: Id.optional(),
});
export type UndoToken = z.infer<typeof UndoToken>;

export const Undone = z.object({
  dryRun: z.boolean(),
  pages: z.array(
    z.object({
      pageId: z.string(),
      title: z.string(),
      /** Bursts of the token's writing, newest first. */
      versions: z.array(z.object({ version: z.int(), at: Time })),
      /** `kept`: nothing of it was left in the text. `failed`: the page could not be changed; try again. */
      outcome: z.enum(["undone", "kept", "failed", "would_undo"]),
      revision: z.int().nullable(),
    }),
  ),
  /** For the rest, when there are more than one call undoes. */
  nextCursor: z.string().nullable(),
});
export type Undone = z.infer<typeof Undone>;
