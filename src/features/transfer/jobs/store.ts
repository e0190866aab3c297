/** SQL for background transfers: their rows, steps and notes. */
import { and, eq } from "drizzle-orm";
import type { Caller } from "../../../kernel/caller.ts";
import type { Instant } from "../../../kernel/clock.ts";
import { transferNotes, transfers } from "../../../db/schema/transfers.ts";
import {
  aliased,
  builder,
  count,
  first,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { callerId } from "../../../permissions/credential.ts";
import type { TransferNote, TransferState } from "./contract.ts";

const columns = {
  id: transfers.id,
  userId: transfers.userId,
  kind: transfers.kind,
  driveId: transfers.driveId,
  pageId: transfers.pageId,
  name: transfers.name,
  state: transfers.state,
  phase: transfers.phase,
  cursor: transfers.cursor,
  step: transfers.step,
  attempts: transfers.attempts,
  callerKind: transfers.callerKind,
  tokenHash: transfers.tokenHash,
  rootId: transfers.rootId,
  size: transfers.size,
  total: transfers.total,
  done: transfers.done,
  pages: transfers.pages,
  files: transfers.files,
  links: transfers.links,
  changed: transfers.changed,
  skipped: transfers.skipped,
  reason: transfers.reason,
  createdAt: transfers.createdAt,
  updatedAt: transfers.updatedAt,
  endedAt: transfers.endedAt,
  expiresAt: transfers.expiresAt,
};
export type TransferRow = RowOf<typeof columns>;

type NewTransfer = Pick<
  TransferRow,
  | "id"
  | "userId"
  | "kind"
  | "driveId"
  | "pageId"
  | "name"
  | "phase"
  | "cursor"
  | "callerKind"
  | "tokenHash"
  | "rootId"
  | "size"
>;

export const insertTransfer = (made: NewTransfer, now: Instant): Write<number> =>
  write(builder.insert(transfers).values({ ...made, state: "running", createdAt: now, updatedAt: now }));

/** For the job itself, which acts on behalf of the user who started it. */
export const findTransfer = (id: string): Query<TransferRow | null> =>
  first(builder.select(aliased(columns)).from(transfers).where(eq(transfers.id, id)));

/** Only the caller's own transfers; those of others are treated as nonexistent. */
export const findOwn = (caller: Caller, id: string): Query<TransferRow | null> =>
  first(
    builder
      .select(aliased(columns))
      .from(transfers)
      .where(and(eq(transfers.id, id), eq(transfers.userId, callerId(caller)))),
  );

export const listOwn = (caller: Caller, before: string | null, limit: number): Query<TransferRow[]> =>
  many(
    rowsOf(
      columns,
      (list) => sql`select ${list} from ${transfers}
        where user_id = ${callerId(caller)}${before === null ? sql`` : sql` and id < ${before}`}
        order by id desc
        limit ${whole(limit)}`,
    ),
  );

export const countOpenTransfers = (caller: Caller): Query<number> =>
  count(sql`${transfers} where user_id = ${callerId(caller)} and ended_at is null`);

/** Guard: the step is still current, and the transfer has not ended. */
export const isAt = ({ id, step }: Pick<TransferRow, "id" | "step">): SQL =>
  sql`exists (
    select 1 from ${transfers}
    where id = ${id}
      and step = ${step}
      and ended_at is null)`;

/** Changes that a step makes to its row; the `more…` counts are added. */
export type Advance = {
  readonly phase?: TransferRow["phase"];
  readonly cursor?: object;
  readonly state?: TransferState;
  readonly reason?: string | null;
  readonly total?: number;
  readonly done?: number;
  readonly morePages?: number;
  readonly moreFiles?: number;
  readonly moreLinks?: number;
  readonly moreChanged?: number;
  readonly moreSkipped?: number;
  readonly endedAt?: Instant;
  /** Size of the finished archive. */
  readonly size?: number;
  readonly expiresAt?: Instant;
};

export const advance = (id: string, change: Advance, now: Instant): Write<number> => {
  const { morePages = 0, moreFiles = 0, moreLinks = 0, moreChanged = 0, moreSkipped = 0, cursor, ...set } = change;
  return write(
    builder
      .update(transfers)
      .set({
        ...set,
        ...(cursor && { cursor: JSON.stringify(cursor) }),
        step: sql`step + 1`,
        attempts: 0,
        pages: sql`pages + ${morePages}`,
        files: sql`files + ${moreFiles}`,
        links: sql`links + ${moreLinks}`,
        changed: sql`changed + ${moreChanged}`,
        skipped: sql`skipped + ${moreSkipped}`,
        updatedAt: now,
      })
      .where(eq(transfers.id, id)),
  );
};

/** Resumes with the caller's credential, because they may have signed in again. */
export const resumeAs = (id: string, { kind, tokenHash }: Caller, now: Instant): Write<number> =>
  write(
    builder
      .update(transfers)
      .set({
        callerKind: kind,
        tokenHash,
        state: "running",
        reason: null,
        attempts: 0,
        step: sql`step + 1`,
        updatedAt: now,
      })
      .where(eq(transfers.id, id)),
  );

export const insertNotes = (id: string, step: number, notes: readonly TransferNote[]): Write<number> => {
  const list = JSON.stringify(notes.map(({ kind, path, reason }, i) => [i, kind, path, reason]));
  return write(sql`insert into ${transferNotes} (transfer_id, step, n, kind, path, reason)
    select ${id}, ${step}, value ->> 0, value ->> 1, value ->> 2, value ->> 3
    from json_each(${list})`);
};

const note = {
  step: transferNotes.step,
  n: transferNotes.n,
  kind: transferNotes.kind,
  path: transferNotes.path,
  reason: transferNotes.reason,
};

export const listNotes = (id: string, [step, n]: readonly [number, number], limit: number) =>
  many(
    rowsOf(
      note,
      (list) => sql`select ${list} from ${transferNotes}
        where transfer_id = ${id}
          and (step, n) > (${step}, ${n})
        order by step, n
        limit ${whole(limit)}`,
    ),
  );

const open = { id: transfers.id, step: transfers.step, state: transfers.state, attempts: transfers.attempts };
export type OpenTransfer = RowOf<typeof open>;

/** Open transfers without progress since `before`: either the paused ones or the others. */
export const listSilent = (before: Instant, isPaused: boolean, limit: number): Query<OpenTransfer[]> =>
  many(
    rowsOf(
      open,
      (list) => sql`select ${list} from ${transfers}
        where ended_at is null
          and updated_at < ${before}
          and (state = 'paused') = ${Number(isPaused)}
        order by updated_at
        limit ${whole(limit)}`,
    ),
  );

export const noteAttempt = (id: string, now: Instant): Write<number> =>
  write(
    builder
      .update(transfers)
      .set({ attempts: sql`attempts + 1`, updatedAt: now })
      .where(eq(transfers.id, id)),
  );

/** Deletes transfers that ended before then, oldest first. */
export const deleteEnded = (before: Instant, limit: number): Write<number> =>
  write(sql`delete from ${transfers}
    where id in (
      select id from ${transfers}
      where ended_at is not null
        and ended_at < ${before}
      order by ended_at
      limit ${whole(limit)})`);

export const deleteNotes = (id: string): Write<number> =>
  write(sql`delete from ${transferNotes} where transfer_id = ${id}`);

/** Recounts the transfer's notes into its row. */
export const recountNotes = (id: string): Write<number> =>
  write(sql`update ${transfers} set
      skipped = (
        select count(*) from ${transferNotes}
        where transfer_id = ${id}
          and kind = 'skipped'),
      changed = (
        select count(*) from ${transferNotes}
        where transfer_id = ${id}
          and kind = 'changed')
    where id = ${id}`);
