/** SQL for the run that an object is working on. */
import { alias } from "drizzle-orm/sqlite-core";
import type { RunState } from "../../kernel/agent-run.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { agentRuns } from "../../db/schema/agents.ts";
import { driveMembers, drives } from "../../db/schema/drives.ts";
import { messages } from "../../db/schema/messages.ts";
import { agentConfigs, pages } from "../../db/schema/pages.ts";
import { users } from "../../db/schema/users.ts";
import { first, many, orNull, rowsOf, sql, whole, write, type Query, type RowOf, type Write } from "../../db/sql.ts";

const r = alias(agentRuns, "r");
const p = alias(pages, "p");
const a = alias(pages, "a");
const c = alias(agentConfigs, "c");
const u = alias(users, "u");
const d = alias(drives, "d");

const next = {
  id: r.id,
  pageId: r.pageId,
  pageType: sql<PageType>`${p.type}`,
  driveId: r.driveId,
  agentPageId: r.agentPageId,
  agent: orNull(a.title),
  userId: r.userId,
  userName: u.name,
  questionId: r.questionId,
  tokenId: r.tokenId,
  provider: r.provider,
  model: r.model,
  systemPrompt: orNull(c.systemPrompt),
  enabledTools: orNull(c.enabledTools),
  approval: orNull(c.approval),
  scope: orNull(c.scope),
};

export type NextRun = RowOf<typeof next>;

/** The oldest run of the page that has not ended. */
export const findNextRun = (pageId: string): Query<NextRun | null> =>
  first(
    rowsOf(
      next,
      (columns) => sql`select ${columns}
        from ${agentRuns} r
        cross join ${pages} p on ${p.id} = ${r.pageId}
        cross join ${users} u on ${u.id} = ${r.userId}
        left join ${pages} a on ${a.id} = ${r.agentPageId}
        left join ${agentConfigs} c on ${c.pageId} = ${r.agentPageId}
        where ${r.pageId} = ${pageId}
          and ${r.endedAt} is null
        order by ${r.id}
        limit 1`,
    ),
  );

/** Pages with runs that were due before `before` and have not ended. */
export const findPagesWithOpenRuns = (before: Instant, most: number): Query<string[]> =>
  many(
    rowsOf(
      { pageId: r.pageId },
      (columns) => sql`select distinct ${columns}
        from ${agentRuns} r
        where ${r.endedAt} is null
          and ${r.createdAt} < ${before}
          and ${r.state} <> 'waiting'
        limit ${whole(most)}`,
    ),
    ({ pageId }) => pageId,
  );

export const setRunState = (runId: string, state: RunState): Write<number> =>
  write(sql`update ${agentRuns} set state = ${state}
    where id = ${runId}
      and ended_at is null`);

type EndedRun = {
  readonly runId: string;
  readonly state: RunState;
  /** JSON of the calls. */
  readonly calls: string;
  readonly error: string | null;
};

export const endRun = ({ runId, state, calls, error }: EndedRun, now: Instant): Write<number> =>
  write(sql`update ${agentRuns} set state = ${state}, steps = ${calls}, error = ${error}, ended_at = ${now}
    where id = ${runId}
      and ended_at is null`);

type NewAnswer = {
  readonly id: string;
  readonly pageId: string;
  readonly userId: string;
  readonly tokenId: string;
  readonly runId: string;
  readonly parentMessageId: string | null;
  readonly content: string;
};

/** Inserts nothing for a run that has ended, or that was deleted with its page or its asker. */
export const insertAnswer = (
  { id, pageId, userId, tokenId, runId, parentMessageId, content }: NewAnswer,
  now: Instant,
): Write<number> =>
  write(sql`insert into ${messages} (id, page_id, user_id, token_id, run_id, parent_message_id, role, content, created_at)
    select ${id}, ${pageId}, ${userId}, ${tokenId}, ${runId}, ${parentMessageId}, 'assistant', ${content}, ${now}
    from ${agentRuns}
    where ${agentRuns.id} = ${runId}
      and ${agentRuns.endedAt} is null
    on conflict do nothing`);

/** The first message of the thread that a message is a reply in; null if it is the first itself. */
export const findThread = (messageId: string): Query<string | null> =>
  first(
    rowsOf(
      { parentMessageId: messages.parentMessageId },
      (columns) => sql`select ${columns} from ${messages} where ${messages.id} = ${messageId}`,
    ),
    ({ parentMessageId }) => parentMessageId,
  );

const shown = {
  id: r.id,
  pageId: r.pageId,
  agentPageId: r.agentPageId,
  agent: orNull(a.title),
  userId: r.userId,
  questionId: r.questionId,
  tokenId: r.tokenId,
  state: sql<RunState>`${r.state}`,
};

export const findRun = (pageId: string, runId: string): Query<RowOf<typeof shown> | null> =>
  first(
    rowsOf(
      shown,
      (columns) => sql`select ${columns}
        from ${agentRuns} r
        left join ${pages} a on ${a.id} = ${r.agentPageId}
        where ${r.id} = ${runId}
          and ${r.pageId} = ${pageId}`,
    ),
  );

/** The oldest live drive of the user that has no other members; null if there is none. */
export const findPrivateDrive = (userId: string): Query<string | null> =>
  first(
    rowsOf(
      { id: d.id },
      (columns) => sql`select ${columns}
        from ${drives} d
        where ${d.ownerId} = ${userId}
          and ${d.trashedAt} is null
          and not exists (select 1 from ${driveMembers} where drive_id = ${d.id})
        order by ${d.createdAt}
        limit 1`,
    ),
    ({ id }) => id,
  );
