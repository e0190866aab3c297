/** API schemas for the users who can see a page, for pickers and tools. */
import * as z from "zod";
import { Limit, cleanText } from "../../../kernel/contract.ts";

const MAX_QUERY_LENGTH = 100;

export const ListViewers = z.object({
  /** Each word must be the start of a word of the name. Empty matches everyone. */
  q: cleanText(400)
    .transform((text) => text.normalize("NFC").trim())
    .pipe(z.string().max(MAX_QUERY_LENGTH))
    .default(""),
  limit: Limit,
});
export type ListViewers = z.infer<typeof ListViewers>;

export const PageViewer = z
  .object({
    id: z.string(),
    name: z.string(),
    image: z.string().nullable(),
    /** `member`: of the drive, including its owner. `guest`: through a share of this page or an ancestor. */
    relation: z.enum(["you", "member", "guest"]),
  })
  .meta({ id: "PageViewer" });
export type PageViewer = z.infer<typeof PageViewer>;

export const ViewerList = z.object({ viewers: z.array(PageViewer) });
