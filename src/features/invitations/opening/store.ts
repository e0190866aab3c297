/** SQL for the visitor of an invitation. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import { users } from "../../../db/schema/users.ts";
import { first, rowsOf, sql, type Query } from "../../../db/sql.ts";
import { callerId } from "../../../permissions/credential.ts";

const u = alias(users, "u");

/** The signed-in visitor who opens a link. */
export const findVisitor = (caller: Caller): Query<{ readonly userId: string; readonly email: string } | null> =>
  first(
    rowsOf(
      { userId: u.id, email: u.loginEmail },
      (columns) => sql`select ${columns} from ${users} u where ${u.id} = ${callerId(caller)}`,
    ),
  );
