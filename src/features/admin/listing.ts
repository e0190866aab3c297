/** Administrators' views of users and of the database. */
import type { Caller } from "../../kernel/caller.ts";
import { paginate } from "../../kernel/cursor.ts";
import type { AdminDeps } from "../../deps.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import type { AdminUser, DatabaseSchema, UsersQuery } from "./contract.ts";
import * as store from "./listing-store.ts";

/** Newest first; `nextCursor` is null on the last page. */
export async function listUsers(
  deps: AdminDeps,
  caller: Caller,
  { q, cursor, limit }: UsersQuery,
): Promise<{ users: AdminUser[]; nextCursor: string | null }> {
  const [, found] = await authorizeAdmin(deps, caller, "listUsers", [
    store.listUsers({ q: q ?? null, cursor: cursor ?? null, limit: limit + 1 }),
  ]);
  const { page: users, nextCursor } = paginate(found, limit, ({ id }) => id);
  return { users, nextCursor };
}

/** The current schema, as the database itself describes it. */
export async function describeDatabase(deps: AdminDeps, caller: Caller): Promise<DatabaseSchema> {
  const [, columns, indexes, foreignKeys] = await authorizeAdmin(deps, caller, "describeDatabase", [
    store.listColumns(),
    store.listIndexes(),
    store.listForeignKeys(),
  ]);
  const names = [...new Set(columns.map(({ table }) => table))];
  const counts = await deps.db.batch(names.map((name) => store.countTableRows(name)));
  return {
    tables: names.map((name, i) => {
      const ofTable = indexes.filter(({ table }) => table === name);
      return {
        name,
        rowCount: counts[i] ?? 0,
        columns: columns.filter(({ table }) => table === name).map(({ column }) => column),
        indexes: [...new Set(ofTable.map((index) => index.name))].map((index) => ({
          name: index,
          unique: ofTable.some((part) => part.name === index && part.unique),
          columns: ofTable.filter((part) => part.name === index).map(({ column }) => column),
        })),
        foreignKeys: foreignKeys
          .filter(({ table }) => table === name)
          .map(({ column, references }) => ({ column, references })),
      };
    }),
  };
}
