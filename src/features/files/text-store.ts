/** SQL for the text of files: the text of a FILE page, and the searchable text of attachments. */
import { and, eq } from "drizzle-orm";
import type { Instant } from "../../kernel/clock.ts";
import { attachmentTexts } from "../../db/schema/files.ts";
import { pages, pageContents } from "../../db/schema/pages.ts";
import { builder, sql, write, type AnyQuery, type SQL } from "../../db/sql.ts";
import { growthOfPage } from "../quotas/statements.ts";
import { markDirty } from "../search/statements.ts";
import { touchAttached, type StoredFileRow } from "./store.ts";

/** Sets the text of a FILE page to its current file's text. Writes nothing if `condition` is false. */
export const writeText = (pageId: string, text: string, now: Instant, condition: SQL = sql`1`): AnyQuery<unknown>[] => [
  write(
    builder
      .update(pages)
      .set({ revision: sql`${pages.revision} + 1`, updatedAt: now })
      .where(and(eq(pages.id, pageId), condition)),
  ),
  write(sql`insert into ${pageContents} (page_id, content)
    select ${pageId}, ${text}
    where ${condition}
    on conflict (page_id) do update set content = excluded.content`),
  markDirty([pageId], now),
];

/** Growth in bytes of the stored text if this file's text is replaced by `bytes` bytes. */
export const growthOfText = ({ id, pageId, role }: Pick<StoredFileRow, "id" | "pageId" | "role">, bytes: number): SQL =>
  role === "attachment"
    ? sql`(${bytes} - coalesce((select octet_length(content) from ${attachmentTexts} where file_id = ${id}), 0))`
    : growthOfPage(pageId, bytes);

/** Makes the page of an attachment findable by the attachment's text. */
export const writeAttachmentText = (
  { id, pageId }: Pick<StoredFileRow, "id" | "pageId">,
  text: string,
  now: Instant,
): AnyQuery<unknown>[] => [
  write(
    builder
      .insert(attachmentTexts)
      .values({ fileId: id, pageId, content: text })
      .onConflictDoUpdate({ target: attachmentTexts.fileId, set: { content: text } }),
  ),
  touchAttached(pageId, now),
  markDirty([pageId], now),
];

export const clearText = (pageId: string, now: Instant): AnyQuery<unknown>[] => writeText(pageId, "", now);
