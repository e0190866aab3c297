/** How the statements of a sign-in name the user: by id, or by address where an account may just have been made. */
import type { SQLWrapper } from "drizzle-orm";
import { users } from "../../db/schema/users.ts";
import { sql, type SQL } from "../../db/sql.ts";

export type UserKey = { readonly by: "id" | "email"; readonly value: string };

export const userById = (id: string): UserKey => ({ by: "id", value: id });

/** Whoever has this proven address when the batch gets there. */
export const userWithEmail = (email: string): UserKey => ({ by: "email", value: email });

type Value = string | SQLWrapper;

const ids = {
  id: (value: Value): SQL => sql`${value}`,
  email: (value: Value): SQL => sql`(select ${users.id} from ${users} where ${users.loginEmail} = ${value})`,
};

/** The user's id, as a value in a statement. */
export const idOf = ({ by, value }: UserKey): SQL => ids[by](value);

/** A prepared statement for each kind of key: `written[user.by]({ user: user.value })`. */
export const forUsers = <T>(make: (idBy: (value: Value) => SQL) => T): Readonly<Record<UserKey["by"], T>> => ({
  id: make(ids.id),
  email: make(ids.email),
});
