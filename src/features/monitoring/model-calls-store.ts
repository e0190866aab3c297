/** SQL for administrators: model calls by person, drive and chat, from the records of calls. */
import { alias } from "drizzle-orm/sqlite-core";
import { drives } from "../../db/schema/drives.ts";
import { aiCalls } from "../../db/schema/monitoring.ts";
import { users } from "../../db/schema/users.ts";
import { all, many, rowsOf, sql, whole, type Query, type SQL } from "../../db/sql.ts";
import type { Caller } from "../../kernel/caller.ts";
import { isCallerAsAdmin } from "../../permissions/credential.ts";

const a = alias(aiCalls, "a");

/** Rows of each breakdown. */
const SHOWN = 10;

const totals = {
  calls: sql<number>`count(*)`,
  inputTokens: sql<number>`sum(${a.inputTokens})`,
  outputTokens: sql<number>`sum(${a.outputTokens})`,
  cost: sql<number>`sum(${a.cost})`,
};

/** `firstId` is the smallest id for the start of the time range. */
const callsFrom = (caller: Caller, firstId: string): SQL => sql`from ${users} u
  cross join ${aiCalls} a
  where ${isCallerAsAdmin(caller)}
    and ${a.id} >= ${firstId}`;

type Totals = { readonly [K in keyof typeof totals]: number };

/**
 * The groups that cost most. `name` is evaluated once per group. Groups are expressions, since SQLite would otherwise read a
 * whole index in the order of the column instead of the rows of the time range.
 */
const callsBy = (column: SQL, name: SQL<string>, caller: Caller, firstId: string): Query<(Totals & Named)[]> =>
  many(
    rowsOf(
      { key: sql<string>`${column}`, name, ...totals },
      (columns) => sql`select ${columns} ${callsFrom(caller, firstId)}
        and ${column} <> ''
      group by ${column} || ''
      order by sum(${a.cost}) desc, sum(${a.inputTokens}) + sum(${a.outputTokens}) desc, key
      limit ${whole(SHOWN)}`,
    ),
  );
type Named = { readonly key: string; readonly name: string };

const personName = sql<string>`coalesce((select name from ${users} where id = a.user_id), '')`;
const ownerName = sql<string>`coalesce((
  select owner.name from ${drives} d
  cross join ${users} owner on owner.id = d.owner_id
  where d.id = a.drive_id), '')`;

export const findCallsByPerson = (caller: Caller, firstId: string): Query<(Totals & Named)[]> =>
  callsBy(sql`${a.userId}`, personName, caller, firstId);
export const findCallsByDrive = (caller: Caller, firstId: string): Query<(Totals & Named)[]> =>
  callsBy(sql`${a.driveId}`, ownerName, caller, firstId);
export const findCallsByChat = (caller: Caller, firstId: string): Query<(Totals & Named)[]> =>
  callsBy(sql`${a.pageId}`, sql<string>`''`, caller, firstId);

export const countUnpriced = (caller: Caller, firstId: string): Query<number> =>
  all(
    rowsOf(
      { count: sql<number>`count(*)` },
      (columns) => sql`select ${columns} ${callsFrom(caller, firstId)}
        and ${a.isPriced} = 0`,
    ),
    ([row]) => row?.count ?? 0,
  );
