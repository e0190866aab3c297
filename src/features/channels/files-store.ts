/** SQL for the files shown in messages. Other files of the page are not affected. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { blobs, files } from "../../db/schema/files.ts";
import { messageFiles } from "../../db/schema/messages.ts";
import { pageContents } from "../../db/schema/pages.ts";
import { all, jsonList, rowsOf, sql, write, type Query, type SQL, type Write } from "../../db/sql.ts";
import { deleteFile } from "../files/statements.ts";

const f = alias(files, "f");
const b = alias(blobs, "b");
const mine = alias(messageFiles, "mine");
const other = alias(messageFiles, "other");

const isUsedElsewhere = (messageId: string): SQL =>
  sql`(exists (
      select 1 from ${messageFiles} other
      where ${other.fileId} = ${f.id}
        and ${other.messageId} <> ${messageId})
    or exists (
      select 1 from ${pageContents}
      where page_id = ${f.pageId}
        and instr(content, ${f.id}) > 0))`;

const file = { id: f.id, size: f.size, sha256: b.sha256 };
export type FileOfMessage = { readonly id: string; readonly size: number; readonly sha256: string };

/** Files that no other message and no text of the page refers to. */
export const listOwnFiles = (messageId: string): Query<readonly FileOfMessage[]> =>
  all(
    rowsOf(
      file,
      (columns) => sql`select ${columns}
        from ${messageFiles} mine
        cross join ${files} f on ${f.id} = ${mine.fileId}
        cross join ${blobs} b on ${b.generation} = ${f.generation}
        where ${mine.messageId} = ${messageId}
          and ${f.role} = 'attachment'
          and not ${isUsedElsewhere(messageId)}`,
    ),
    (rows) => rows,
  );

/** Adds attachments of the message's own page; other ids are ignored. */
export const addFiles = (messageId: string, pageId: string, fileIds: readonly string[]): Write<number> =>
  write(sql`insert into ${messageFiles} (message_id, file_id)
    select ${messageId}, id from ${files}
    where id in ${jsonList(fileIds)}
      and page_id = ${pageId}
      and role = 'attachment'
    on conflict do nothing`);

export const removeFiles = (messageId: string, keptIds: readonly string[]): Write<number> =>
  write(sql`delete from ${messageFiles}
    where message_id = ${messageId}
      and file_id not in ${jsonList(keptIds)}`);

export const deleteFiles = (deleted: readonly FileOfMessage[], now: Instant) =>
  deleted.flatMap(({ id }) => deleteFile(id, now));
