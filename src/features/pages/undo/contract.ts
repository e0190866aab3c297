/** API schemas for undoing a token's edits. */
import * as z from "zod";
import { Id, Time } from "../../../kernel/contract.ts";

/** Maximum number of pages per call. */
export const MAX_UNDO_PAGES = 200;

export const UndoToken = z.object({
  tokenId: Id,
  /** Edits the token made from this time on are undone. */
  since: z.iso.datetime({ offset: true }).transform((text) => new Date(text).getTime()),
  /** Reports what would be undone without changing anything. */
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
      /** The token's bursts of edits, newest first. */
      versions: z.array(z.object({ version: z.int(), at: Time })),
      /** `kept`: none of the token's text was left. `failed`: the page could not be changed; try again. */
      outcome: z.enum(["undone", "kept", "failed", "would_undo"]),
      revision: z.int().nullable(),
    }),
  ),
  /** Leads to the remaining pages, if there are more than one call undoes. */
  nextCursor: z.string().nullable(),
});
export type Undone = z.infer<typeof Undone>;
