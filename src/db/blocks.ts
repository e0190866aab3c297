/** Blocks between users, for anything that must not reach a user from someone they blocked. */
import { alias } from "drizzle-orm/sqlite-core";
import { connections } from "./schema/people.ts";
import { sql, type Operand, type SQL } from "./sql.ts";

const blk = alias(connections, "blk");

const blockBetween = (userId: Operand, otherId: Operand): SQL => sql`
  select 1 from ${connections} ${blk}
  where ${blk.lowId} = min(${userId}, ${otherId})
    and ${blk.highId} = max(${userId}, ${otherId})
    and ${blk.status} = 'blocked'`;

/** Whether either user has blocked the other. */
export const isBlockedBetween = (userId: Operand, otherId: Operand): SQL =>
  sql`exists (${blockBetween(userId, otherId)})`;

/** Whether `userId` has blocked `otherId`. Either may be null, which blocks nobody. */
export const hasBlocked = (userId: Operand, otherId: Operand): SQL => sql`exists (
  ${blockBetween(userId, otherId)}
    and (${blk.blockedBy} = ${userId} or ${blk.alsoBlocked} = 1))`;
