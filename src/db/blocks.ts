/** Who has blocked whom, for whatever must not reach somebody from a person they blocked. */
import { alias } from "drizzle-orm/sqlite-core";
import { connections } from "./schema/people.ts";
import { sql, type Operand, type SQL } from "./sql.ts";

const blk = alias(connections, "blk");

/** Whether `userId` has blocked `otherId`. Either may be null, which blocks nobody. */
export const hasBlocked = (userId: Operand, otherId: Operand): SQL => sql`exists (
  select 1 from ${connections} ${blk}
  where ${blk.lowId} = min(${userId}, ${otherId})
    and ${blk.highId} = max(${userId}, ${otherId})
    and ${blk.status} = 'blocked'
    and (${blk.blockedBy} = ${userId} or ${blk.alsoBlocked} = 1))`;
