/** API schemas for search. */
import * as z from "zod";
import { Id, Limit, cleanText } from "../../kernel/contract.ts";
import { PageType } from "../../kernel/page.ts";

export const SearchQuery = z
  .object({
    /** Words, prefixes or parts of words, or code identifiers; 1 to 200 characters. There is no query syntax. */
    q: cleanText(400)
      .transform((text) => text.normalize("NFC").trim())
      .refine((text) => text !== "", "must not be empty")
      .refine((text) => Array.from(text).length <= 200, "must have at most 200 characters")
      .optional(),
    driveId: Id.optional(),
    type: PageType.optional(),
    /** The user who created the page. */
    authorId: Id.optional(),
    changedSince: z.iso.datetime({ offset: true }).optional(),
    cursor: z
      .string()
      .max(2_000)
      .regex(/^[\w-]+$/, "is not a cursor")
      .optional(),
    limit: Limit,
  })
  .refine(({ q, authorId, changedSince }) => (q ?? authorId ?? changedSince) !== undefined, {
    message: "may only be omitted with an authorId or a changedSince; the most recently changed pages then come first",
    path: ["q"],
  });
export type SearchQuery = z.output<typeof SearchQuery>;

export const SearchResult = z
  .object({
    pageId: z.string(),
    title: z.string(),
    icon: z.string().nullable(),
    type: PageType,
    driveId: z.string(),
    /** The revision of the stored text. */
    revision: z.int(),
    /** `/drive-slug/Title/Title`, without ancestors the caller cannot see. */
    path: z.string(),
    /** Plain text around the match; never markup. */
    snippet: z.string(),
    /** Ranges in the snippet as pairs of UTF-16 offsets, end exclusive. */
    highlights: z.array(z.tuple([z.number().int(), z.number().int()])),
    /** How well the page matches: 1 for its title, less for its text, 0 without a query. Independent of other pages. */
    score: z.number().min(0).max(1),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchAnswer = z.object({ results: z.array(SearchResult), nextCursor: z.string().nullable() });
export type SearchAnswer = z.infer<typeof SearchAnswer>;
