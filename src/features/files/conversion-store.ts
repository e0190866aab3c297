/** SQL for documents converted from a file's text. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { conversions, files } from "../../db/schema/files.ts";
import { pages } from "../../db/schema/pages.ts";
import { builder, first, rowsOf, sql, write, type Query, type SQL, type Write } from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import type { Converted } from "./contract.ts";
import type { StoredFileRow } from "./store.ts";

const c = alias(conversions, "c");
const f = alias(files, "f");
const p = alias(pages, "p");

const converted = { pageId: p.id, title: p.title, driveId: p.driveId, parentId: p.parentId };

/** The document that the caller has made from the file's current contents, if `mayView` holds for its page. */
export const findConversion = (
  caller: Caller,
  fileId: string,
  mayView: (pageId: SQL) => SQL,
): Query<Converted | null> =>
  first(
    rowsOf(
      converted,
      (columns) => sql`select ${columns}
        from ${files} f
        cross join ${conversions} c
          on ${c.fileId} = ${f.id}
          and ${c.generation} = ${f.generation}
          and ${c.userId} = ${callerId(caller)}
        cross join ${pages} p on ${p.id} = ${c.pageId}
        where ${f.id} = ${fileId}
          and ${mayView(sql`${p.id}`)}`,
    ),
  );

type NewConversion = { fileId: string; generation: string; userId: string; pageId: string; now: Instant };

/** Replaces a conversion whose document is in the trash or no longer visible. */
export const putConversion = ({ now, pageId, ...of }: NewConversion): Write<number> => {
  const made = { pageId, createdAt: now };
  return write(
    builder
      .insert(conversions)
      .values({ ...of, ...made })
      .onConflictDoUpdate({ target: [conversions.fileId, conversions.generation, conversions.userId], set: made }),
  );
};

/** The text still belongs to this run of the file, which is still the current content of its page. */
export const hasSameText = (file: StoredFileRow): SQL =>
  sql`exists (
    select 1 from ${files}
    where id = ${file.id}
      and role = 'content'
      and run = ${file.run}
      and status = ${file.status})`;

/** The caller has not converted these contents yet, or can no longer see the document. */
export const isNotConverted = (caller: Caller, file: StoredFileRow, mayView: (pageId: SQL) => SQL): SQL =>
  sql`not exists (
    select 1 from ${conversions} c
    where ${c.fileId} = ${file.id}
      and ${c.generation} = ${file.generation}
      and ${c.userId} = ${callerId(caller)}
      and ${mayView(sql`${c.pageId}`)})`;
