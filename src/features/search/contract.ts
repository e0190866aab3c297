/** Search as the interface takes and answers it. */
import * as z from "zod";
import { Id, Limit, cleanText } from "../../kernel/contract.ts";
import { PageType } from "../../kernel/page-type.ts";

export const SearchQuery = z
  .object({
    /** Words, beginnings or parts of words, names of code; 1 to 200 characters. It has no syntax. */
    q: cleanText(400)
      .transform((text) => text.normalize("NFC").trim())
      .refine((text) => text !== "", "must not be empty")
      .refine((text) => Array.from(text).length <= 200, "must have at most 200 characters")
      .optional(),
    driveId: Id.optional(),
    type: PageType.optional(),
    /** Who made the page. */
    authorId: Id.optional(),
    changedSince: z.iso.datetime({ offset: true }).optional(),
    cursor: z
      .string()
      .max(400)
      .regex(/^[\w-]+$/, "is not a cursor")
      .optional(),
    limit: Limit,
  })
  .refine(({ q, authorId, changedSince }) => (q ?? authorId ?? changedSince) !== undefined, {
    message: "may only be left out beside an authorId or a changedSince: then the pages changed last come first",
    path: ["q"],
  });
export type SearchQuery = z.output<typeof SearchQuery>;

export const SearchResult = z
  .object({
    pageId: z.string(),
    title: z.string(),
    type: PageType,
    driveId: z.string(),
    /** Of the text as it was stored last. */
    revision: z.int(),
    /** `/drive-slug/Title/Title` without what the caller may not see. */
    path: z.string(),
    /** Plain text from where the page answers the question; never markup. */
    snippet: z.string(),
    /** Where in the snippet, as pairs of UTF-16 offsets: from, and up to but without. */
    highlights: z.array(z.tuple([z.number().int(), z.number().int()])),
    /** How well the page answers: 1 for its title, less for its text, 0 where nothing was asked. Depends on no other page. */
    score: z.number().min(0).max(1),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchAnswer = z.object({ results: z.array(SearchResult), nextCursor: z.string().nullable() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
