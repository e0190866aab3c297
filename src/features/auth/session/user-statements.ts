/** How a sign-in's statements identify the user: by id, or by address if the account may have just been created. */
import { users } from "../../../db/schema/users.ts";
import {
  prepare,
  sql,
  type Named,
  type Operand,
  type Printed,
  type SQL,
  type SqlParam,
  type Statement,
} from "../../../db/sql.ts";

export type UserKey = { readonly by: "id" | "email"; readonly value: string };

export const userById = (id: string): UserKey => ({ by: "id", value: id });

/** The account that has this proven address when the batch runs. */
export const userWithEmail = (email: string): UserKey => ({ by: "email", value: email });

const ids = {
  id: (value: Operand): SQL => sql`${value}`,
  email: (value: Operand): SQL => sql`(select ${users.id} from ${users} where ${users.loginEmail} = ${value})`,
};

/** The user's id, as a value in a statement. */
export const idOf = ({ by, value }: UserKey): SQL => ids[by](value);

/** A statement that identifies its user by `id`: printed once per isolate for each kind of key, see `prepare`. */
export function prepareForUser<K extends string, R>(
  write: (id: SQL, named: Named<K>) => Statement<R>,
): (user: UserKey, values: Readonly<Record<K, SqlParam>>) => Printed<R> {
  const by = (key: UserKey["by"]) => prepare<K | "user", R>((named) => write(ids[key](named.user), named));
  const prepared = { id: by("id"), email: by("email") };
  return (user, values) => prepared[user.by]({ ...values, user: user.value });
}
