/** SQL for idempotent tool calls. */
import type { Instant } from "../../../kernel/clock.ts";
import { toolCalls } from "../../../db/schema/tokens.ts";
import { alias } from "drizzle-orm/sqlite-core";
import { pages } from "../../../db/schema/pages.ts";
import { VIEW } from "../../../kernel/rights.ts";
import { rightsOnMany } from "../../../permissions/bulk-rights.ts";
import { first, many, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../../db/sql.ts";

type Key = { readonly tokenId: string; readonly key: string };

/** Writes nothing if the key is already in use. */
export const claimKey = ({ tokenId, key }: Key, callHash: string, now: Instant): Write<number> =>
  write(sql`insert into ${toolCalls} (token_id, key, call_hash, started_at)
    values (${tokenId}, ${key}, ${callHash}, ${now})
    on conflict do nothing`);

/** Keeps only this many of a token's calls, the newest. */
export const removeOldest = (tokenId: string, kept: number): Write<number> =>
  write(sql`delete from ${toolCalls}
    where token_id = ${tokenId}
      and key in (
        select key from ${toolCalls}
        where token_id = ${tokenId}
        order by started_at desc
        limit -1 offset ${whole(kept)})`);

const call = { callHash: toolCalls.callHash, answer: toolCalls.answer };

export const findCall = ({ tokenId, key }: Key): Query<RowOf<typeof call> | null> =>
  first(
    rowsOf(
      call,
      (columns) => sql`select ${columns} from ${toolCalls}
        where token_id = ${tokenId}
          and key = ${key}`,
    ),
  );

const p = alias(pages, "p");
const held = alias(pages, "held");

/** The pages that this user can see, including trashed ones. */
export const findViewable = (userId: string, pageIds: readonly string[]) =>
  many(
    rowsOf(
      { pageId: p.id, driveId: held.driveId },
      (columns) => sql`
        with recursive ${rightsOnMany(sql`${userId}`, pageIds)}
        select ${columns}
        from held
        cross join ${pages} p on ${p.id} = held.root
        where (held.rights & ${VIEW}) = ${VIEW}`,
    ),
  );

export const saveAnswer = ({ tokenId, key }: Key, answer: string): Write<number> =>
  write(sql`update ${toolCalls} set answer = ${answer}
    where token_id = ${tokenId}
      and key = ${key}`);

/** Used after a call that changed nothing. */
export const releaseKey = ({ tokenId, key }: Key): Write<number> =>
  write(sql`delete from ${toolCalls}
    where token_id = ${tokenId}
      and key = ${key}`);
