/** API schemas for page references in free text. */
import * as z from "zod";
import { cleanText } from "../../../kernel/contract.ts";
import { PageType } from "../../pages/contract.ts";

const Text = cleanText(2_000);

/** `?text=…`, one to twenty times. */
export const DetectPaths = z.object({
  text: z
    .union([Text, z.array(Text).min(1).max(20)])
    .transform((text): string[] => (typeof text === "string" ? [text] : text)),
});

const PageReference = z
  .object({
    pageId: z.string(),
    title: z.string(),
    type: PageType,
    driveId: z.string(),
    /** Null if only this page is shared with the caller and they cannot see its drive. */
    driveSlug: z.string().nullable(),
    /** `/drive-slug/Title/Title`, without ancestors the caller cannot see. */
    path: z.string(),
  })
  .meta({ id: "PageReference" });
export type PageReference = z.infer<typeof PageReference>;

export const DetectedPaths = z.object({
  results: z.array(
    z.object({
      input: z.string(),
      references: z.array(
        z.object({
          match: z.string(),
          kind: z.enum(["path", "url", "id", "mention"]),
          status: z.enum(["found", "ambiguous", "not_found"]),
          pages: z.array(PageReference),
        }),
      ),
    }),
  ),
});
export type DetectedPaths = z.infer<typeof DetectedPaths>;
