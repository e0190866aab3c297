/** Keeps users out while a backup is restored, at no cost when none is. */
import type { Deps } from "../../deps.ts";
import { exists, raw, sql, write, type Query, type Write } from "../../db/sql.ts";
import { RESTORING } from "../../platform/db.ts";
import { LOCKED } from "./tables.ts";

const nameOf = (table: string): string => `restoring_${table}`;

/**
 * Existing credentials end with their users' epoch, and triggers reject new ones: so nobody can pass any check of rights,
 * and no request has to look up whether a restore is running.
 */
export const lockStatements = (): Write<number>[] => [
  ...LOCKED.map((table) =>
    write(
      sql`create trigger if not exists ${raw(nameOf(table))} before insert on ${raw(table)} begin
        select raise(abort, '${raw(RESTORING)}');
      end`,
    ),
  ),
  write(sql`update users set epoch = epoch + 1`),
  write(sql`update mcp_tokens set revoked_at = unixepoch() * 1000 where revoked_at is null`),
];

export const unlockStatements = (): Write<number>[] =>
  LOCKED.map((table) => write(sql`drop trigger if exists ${raw(nameOf(table))}`));

export const isLocked: Query<boolean> = exists(
  sql`select 1 from sqlite_master
    where type = 'trigger'
      and name = ${raw(`'${nameOf(LOCKED[0])}'`)}`,
);

/** True while a restore runs: jobs and the sweep wait, because they would act on half of the rows. */
export const isRestoring = ({ db }: Pick<Deps, "db">): Promise<boolean> => db.one(isLocked);
