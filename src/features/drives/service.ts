/** Drives. */
import type { Deps } from "../../deps.ts";
import { sql, write, type Query } from "../../platform/sql.ts";

/** The drive every new user starts with; does nothing unless the user row was made. */
export const insertPersonalDrive = (deps: Deps, userId: string): Query<number> => {
  const id = deps.newId();
  return write(sql`insert into drives (id, owner_id, name, slug, created_at, updated_at)
    select ${id}, id, 'Personal', 'personal', ${deps.now}, ${deps.now} from users where id = ${userId}`);
};
