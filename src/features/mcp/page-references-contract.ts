/** References to pages in free text, as the interface takes and answers them. */
import * as z from "zod";
import { cleanText } from "../../kernel/contract.ts";
import { PageType } from "../pages/contract.ts";

const Text = cleanText(2_000);

/** `?text=…` once or up to twenty times. */
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
    /** Null for somebody who was given this page alone and may not see its drive. */
    driveSlug: z.string().nullable(),
    /** `/drive-slug/Title/Title` without what the caller may not see. */
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
