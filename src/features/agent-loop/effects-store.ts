/** SQL for the effects of runs. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { agentEffects, agentRuns } from "../../db/schema/agents.ts";
import { messages } from "../../db/schema/messages.ts";
import { pages } from "../../db/schema/pages.ts";
import {
  builder,
  count,
  first,
  jsonList,
  many,
  rowsOf,
  sql,
  write,
  type Query,
  type RowOf,
  type Write,
} from "../../db/sql.ts";

const p = alias(pages, "p");
const e = alias(agentEffects, "e");
const r = alias(agentRuns, "r");

export const insertEffect = (runId: string, seq: number, inverse: string): Write<number> =>
  write(builder.insert(agentEffects).values({ runId, seq, inverse }).onConflictDoNothing());

const place = {
  id: p.id,
  driveId: p.driveId,
  parentId: p.parentId,
  title: p.title,
  icon: p.icon,
  cover: p.cover,
  createdVia: p.createdVia,
};

export type PagePlace = RowOf<typeof place>;
export type AppearanceState = Pick<PagePlace, "title" | "icon" | "cover">;

/** The caller must check access to the pages. */
export const findPlaces = (pageIds: readonly string[]): Query<PagePlace[]> =>
  many(
    rowsOf(
      place,
      (columns) => sql`select ${columns}
        from ${jsonList(pageIds)} asked
        cross join ${pages} p on ${p.id} = asked.value`,
    ),
  );

/** Effects of a run, newest first. */
export const listEffects = (runId: string): Query<string[]> =>
  many(
    rowsOf(
      { inverse: e.inverse },
      (columns) => sql`select ${columns} from ${agentEffects} e
        where ${e.runId} = ${runId}
        order by ${e.seq} desc`,
    ),
    ({ inverse }) => inverse,
  );

const ended = {
  id: r.id,
  pageId: r.pageId,
  userId: r.userId,
  tokenId: r.tokenId,
  createdAt: r.createdAt,
  endedAt: r.endedAt,
  undoneAt: r.undoneAt,
};
export type UndoableRun = RowOf<typeof ended>;

export const findUndoable = (pageId: string, runId: string): Query<UndoableRun | null> =>
  first(
    rowsOf(
      ended,
      (columns) => sql`select ${columns} from ${agentRuns} r
        where ${r.id} = ${runId}
          and ${r.pageId} = ${pageId}`,
    ),
  );

/** Ids of pages below these that somebody else created. */
export const findOthersBelow = (pageIds: readonly string[], tokenId: string): Query<string[]> =>
  many(
    rowsOf(
      { id: sql<string>`below.root` },
      (columns) => sql`with recursive below (root, id, drive_id, created_via) as (
          select ${p.id}, ${p.id}, ${p.driveId}, ${p.createdVia}
          from ${jsonList(pageIds)} asked
          cross join ${pages} p on ${p.id} = asked.value
          union
          select below.root, ${p.id}, ${p.driveId}, ${p.createdVia}
          from below
          cross join ${pages} p on ${p.driveId} = below.drive_id and ${p.parentId} = below.id
          limit 10000)
        select distinct ${columns} from below where below.created_via <> ${tokenId}`,
    ),
    ({ id }) => id,
  );

export const markUndone = (runId: string, now: Instant): Write<number> =>
  write(sql`update ${agentRuns} set undone_at = ${now} where id = ${runId}`);

/** Number of messages on these pages that were not written with the token. */
export const countOthersMessages = (pageIds: readonly string[], tokenId: string): Query<number> =>
  count(sql`${messages} where page_id in ${jsonList(pageIds)} and token_id is not ${tokenId}`);
