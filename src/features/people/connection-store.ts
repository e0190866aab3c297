/** SQL of connections: one row a pair, the smaller id first. A block is seen by whoever made it alone. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull, type Instant } from "../../kernel/clock.ts";
import { first, many, sql, write, whole, type Query, type SQL } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import type { Connection } from "./contract.ts";

type Row = {
  id: string;
  status: "pending" | "accepted" | "blocked";
  other_id: string;
  name: string;
  image: string | null;
  is_requester: number;
  blocked_by: string | null;
  message: string;
  requested_at: number;
  accepted_at: number | null;
};

export type Held = Connection & { readonly blockedByMe: boolean };

const toHeld = (row: Row): Held => ({
  id: row.id,
  status: row.status,
  user: { id: row.other_id, name: row.name, image: row.image },
  isRequester: row.is_requester === 1,
  message: row.message,
  requestedAt: toIso(row.requested_at),
  acceptedAt: toIsoOrNull(row.accepted_at),
  blockedByMe: row.blocked_by !== null && row.blocked_by !== row.other_id,
});

const COLUMNS = sql`c.id, c.status, u.id as other_id, u.name, u.image, c.requester_id = me.id as is_requester, c.blocked_by, c.message,
  c.requested_at, c.accepted_at`;

const OTHER = sql`case c.low_id when me.id then c.high_id else c.low_id end`;
const VISIBLE = sql`(c.status <> 'blocked' or c.blocked_by = me.id)`;
const me = (caller: Caller): SQL => sql`me (id) as materialized (select ${callerId(caller)})`;

/** Newest first, by id, which sorts by time. */
export const listConnections = (caller: Caller, status: string, after: string | null, limit: number): Query<Held[]> =>
  many<Row, Held>(
    sql`with ${me(caller)}, mine as (
        select c.* from me cross join connections c on c.low_id = me.id
        union all select c.* from me cross join connections c on c.high_id = me.id)
      select ${COLUMNS} from me cross join mine c cross join users u on u.id = ${OTHER}
      where c.status = ${status} and ${VISIBLE} and (${after} is null or c.id < ${after})
      order by c.id desc limit ${whole(limit)}`,
    toHeld,
  );

export const findConnection = (caller: Caller, id: string): Query<Held | null> =>
  first<Row, Held>(
    sql`with ${me(caller)} select ${COLUMNS} from me cross join connections c cross join users u on u.id = ${OTHER}
      where c.id = ${id} and (c.low_id = me.id or c.high_id = me.id) and ${VISIBLE}`,
    toHeld,
  );

export type Other = {
  readonly id: string;
  readonly name: string;
  readonly image: string | null;
  /** Whether the two have a row at all, and whether the other one made it a block. */
  readonly isConnected: boolean;
  readonly blocksMe: boolean;
};

/** Somebody to connect with. */
export const findOther = (caller: Caller, userId: string): Query<Other | null> =>
  first<{ id: string; name: string; image: string | null; blocked_by: string | null; connected: number }, Other>(
    sql`with ${me(caller)} select u.id, u.name, u.image, c.blocked_by, c.id is not null as connected
      from me cross join users u left join connections c on c.low_id = min(me.id, u.id) and c.high_id = max(me.id, u.id)
      where u.id = ${userId} and u.suspended_at is null`,
    (row) => ({
      id: row.id,
      name: row.name,
      image: row.image,
      isConnected: row.connected === 1,
      blocksMe: row.blocked_by === row.id,
    }),
  );

type NewConnection = { id: string; requesterId: string; otherId: string; message: string; now: Instant };

/** Breaks the pair's UNIQUE constraint when the two have a connection already. */
export const insertConnection = ({ id, requesterId, otherId, message, now }: NewConnection): Query<number> =>
  write(sql`insert into connections (id, low_id, high_id, requester_id, status, message, requested_at, updated_at)
    values (${id}, min(${requesterId}, ${otherId}), max(${requesterId}, ${otherId}), ${requesterId}, 'pending', ${message}, ${now}, ${now})`);

export const acceptConnection = (id: string, now: Instant): Query<number> =>
  write(sql`update connections set status = 'accepted', accepted_at = ${now}, updated_at = ${now} where id = ${id}`);

export const blockConnection = (id: string, by: string, now: Instant): Query<number> =>
  write(sql`update connections set status = 'blocked', blocked_by = ${by}, updated_at = ${now} where id = ${id}`);

export const deleteConnection = (id: string): Query<number> => write(sql`delete from connections where id = ${id}`);

/** A guard: the connection is still as it was read. */
export const stillIs = (id: string, status: string, blockedBy: string | null): SQL =>
  sql`exists (select 1 from connections where id = ${id} and status = ${status} and blocked_by is ${blockedBy})`;
