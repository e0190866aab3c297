/** SQL for covers of pages that are image files. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import { files } from "../../db/schema/files.ts";
import { pages } from "../../db/schema/pages.ts";
import { first, rowsOf, sql, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { rightsOn } from "../../permissions/ancestors.ts";
import { CALLER_ID, callerCte, callerId } from "../../permissions/credential.ts";

const f = alias(files, "f");
const h = alias(pages, "h");

const CALLER_CAN_VIEW = sql`(${rightsOn(h.id, CALLER_ID)} & ${VIEW})`;

/**
 * The cover of a page under this alias. Null for a file that the caller cannot see, or of another drive; everyone who can
 * see the page can see the files attached to it.
 */
export const visibleCover = (page: SQL): SQL<string | null> => sql`case when ${page}.cover like 'file:%' then (
    select ${page}.cover
    from ${files} f
    cross join ${pages} h on ${h.id} = ${f.pageId}
    where ${f.id} = substr(${page}.cover, 6, instr(${page}.cover || '@', '@') - 6)
      and ${h.driveId} = ${page}.drive_id
      and (${h.id} = ${page}.id or ${CALLER_CAN_VIEW}))
  else ${page}.cover end`;

const image = { driveId: h.driveId, mimeType: f.mimeType };

/** The file, if the caller can see its page. */
export const findCoverFile = (caller: Caller, fileId: string): Query<RowOf<typeof image> | null> =>
  first(
    rowsOf(
      image,
      (columns) => sql`with ${callerCte(callerId(caller))}
        select ${columns}
        from ${files} f
        cross join ${pages} h on ${h.id} = ${f.pageId}
        where ${f.id} = ${fileId}
          and ${CALLER_CAN_VIEW}`,
    ),
    (row) => row,
  );
