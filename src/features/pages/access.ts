/** The guard of every change to a page, as a fragment for other slices. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Rights } from "../../kernel/rights.ts";
import { sql, type Sql } from "../../platform/sql.ts";
import { ancestors, callerId, callerIsLive, rightsOverUp } from "../access/access.ts";

/** No page from here to the root is in the trash, nor the drive; false for a page that does not exist. */
export const isLive = (pageId: string): Sql =>
  sql`(with recursive ${ancestors(pageId)}
    select count(*) > 0 and count(trashed_at) = 0 and not exists (
      select 1 from drives where id = (select drive_id from up where depth = 0) and trashed_at is not null) from up)`;

/** The credential is good, the right is held and the page is live, at the moment of the commit. One walk up tells it all. */
export const callerMayWrite = (caller: Caller, now: Instant, idleMs: number, pageId: string, needed: Rights): Sql =>
  sql`${callerIsLive(caller, now, idleMs)} and (with recursive ${ancestors(pageId)}
    select count(*) > 0 and count(trashed_at) = 0 and (${rightsOverUp(callerId(caller))} & ${needed}) = ${needed}
      and not exists (select 1 from drives where id = (select drive_id from up where depth = 0) and trashed_at is not null) from up)`;
