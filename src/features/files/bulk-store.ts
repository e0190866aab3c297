/** SQL for file records created in bulk: a fixed number of statements, however many files. */
import { inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { blobCandidates, blobs, files } from "../../db/schema/files.ts";
import { builder, jsonList, sql, write, type Write } from "../../db/sql.ts";
import type { StoredFileRow } from "./store.ts";

const b = alias(blobs, "b");

/** Bytes at their final key; a list of these contains each content once. */
export type StoredBlob = { readonly sha256: string; readonly generation: string; readonly size: number };

const listOf = (contents: readonly StoredBlob[]): string =>
  JSON.stringify(contents.map(({ generation, sha256, size }) => [generation, sha256, size]));

/** Records objects that are about to be written and that no blob refers to yet. */
export const insertCandidates = (contents: readonly StoredBlob[], now: Instant): Write<number> =>
  write(sql`insert into ${blobCandidates} (generation, sha256, created_at)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]'), ${now}
    from json_each(${listOf(contents)})`);

export const deleteCandidates = (contents: readonly Pick<StoredBlob, "generation">[]): Write<number> => {
  const generations = jsonList(contents.map(({ generation }) => generation));
  return write(builder.delete(blobCandidates).where(inArray(blobCandidates.generation, generations)));
};

/** The bulk version of `claimBlob`: afterwards each content has a live blob that is not about to be removed. */
export function claimBlobs(contents: readonly StoredBlob[], now: Instant): readonly Write<number>[] {
  const rows = listOf(contents);
  return [
    write(sql`insert into ${blobs} (generation, sha256, size, staged, created_at)
      select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), 0, ${now}
      from json_each(${rows}) j
      where not exists (
        select 1 from ${blobs} b
        where ${b.sha256} = json_extract(j.value, '$[1]')
          and ${b.state} = 'live')`),
    write(sql`update ${blobs} set condemned_at = null
      where sha256 in (select json_extract(value, '$[1]') from json_each(${rows}))
        and state = 'live'
        and condemned_at is not null`),
    write(sql`delete from ${blobCandidates}
      where generation in (select json_extract(value, '$[0]') from json_each(${rows}))
        and exists (
          select 1 from ${blobs} b
          where ${b.generation} = ${blobCandidates.generation})`),
  ];
}

export type NewFile = Pick<StoredFileRow, "id" | "pageId" | "role" | "filename" | "mimeType" | "size" | "sha256">;

/**
 * Each file refers to the live blob with its content; violates a NOT NULL constraint if there is none. `quiet` in
 * `metadata` suppresses the uploader's notification once the files have been processed.
 */
export const insertFiles = (
  made: readonly NewFile[],
  createdBy: string,
  now: Instant,
  metadata = "{}",
): Write<number> => {
  const list = JSON.stringify(
    made.map(({ id, pageId, role, filename, mimeType, size, sha256 }) => [
      id,
      pageId,
      role,
      filename,
      mimeType,
      size,
      sha256,
    ]),
  );
  return write(sql`insert into ${files} (id, page_id, role, filename, mime_type, size, generation, metadata, created_by,
      created_at, updated_at)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
      json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'),
      (
        select ${b.generation} from ${blobs} b
        where ${b.sha256} = json_extract(j.value, '$[6]')
          and ${b.state} = 'live'),
      ${metadata}, ${createdBy}, ${now}, ${now}
    from json_each(${list}) j`);
};
