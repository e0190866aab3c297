/** SQL for mail to the administrators. */
import { users } from "../../db/schema/users.ts";
import { many, rowsOf, sql, type Query, type RowOf } from "../../db/sql.ts";

const administrator = { email: users.loginEmail, language: users.language };

/** Up to 50 administrators, by their proven address. */
export const listAdministrators = (): Query<RowOf<typeof administrator>[]> =>
  many(
    rowsOf(
      administrator,
      // The role is a literal, to match the administrators' partial index.
      (columns) => sql`
        select ${columns}
        from ${users}
        where ${users.role} = 'admin'
          and ${users.suspendedAt} is null
          and ${users.id} > ''
        order by ${users.id}
        limit 50`,
    ),
  );
