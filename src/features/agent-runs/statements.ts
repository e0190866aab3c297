/** SQL on agents' runs for other features' batches. */
import { alias } from "drizzle-orm/sqlite-core";
import type { RunState } from "../../kernel/agent-run.ts";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { VIEW } from "../../kernel/rights.ts";
import { agentRuns } from "../../db/schema/agents.ts";
import { agentConfigs, pages } from "../../db/schema/pages.ts";
import {
  builder,
  first,
  all,
  orNull,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { hasRightsOnLivePage, rightsOnMany } from "../../permissions/bulk-rights.ts";
import { callerId } from "../../permissions/credential.ts";
import type { OpenRun, RunSummary } from "./contract.ts";

const p = alias(pages, "p");
const c = alias(agentConfigs, "c");

/** Maximum number of runs per page that have not ended. */
export const MAX_OPEN = 11;

const agent = {
  pageId: p.id,
  title: p.title,
  provider: orNull(c.aiProvider),
  model: orNull(c.aiModel),
};

/** An agent that is asked, and the model chosen for it; both names are empty or null for the default model. */
export type AskedAgent = RowOf<typeof agent>;

/** The agent of an AI_CHAT page; null for any other page. The caller must check access. */
const agentOf = (pageId: string): Query<AskedAgent | null> =>
  first(
    rowsOf(
      agent,
      (columns) => sql`select ${columns}
        from ${pages} p
        left join ${agentConfigs} c on ${c.pageId} = ${p.id}
        where ${p.id} = ${pageId}
          and ${p.type} = 'AI_CHAT'`,
    ),
  );

/** The agent that a message on the page asks: that of the page, or the first one mentioned that the caller may see. */
export const findAskedAgent = (
  caller: Caller,
  pageId: string,
  mentioned: readonly string[],
): Query<AskedAgent | null> =>
  mentioned.length === 0 ? agentOf(pageId) : findMentionedAgent(caller, [pageId, ...mentioned]);

const findMentionedAgent = (caller: Caller, pageIds: readonly string[]): Query<AskedAgent | null> =>
  first(
    rowsOf(
      agent,
      (columns) => sql`with recursive ${rightsOnMany(callerId(caller), pageIds)}
        select ${columns}
        from json_each(${JSON.stringify(pageIds)}) asked
        cross join held on held.root = asked.value
        cross join ${pages} p on ${p.id} = asked.value and ${p.type} = 'AI_CHAT'
        left join ${agentConfigs} c on ${c.pageId} = ${p.id}
        where ${hasRightsOnLivePage(VIEW)}
        order by asked.key
        limit 1`,
    ),
  );

const open = {
  id: agentRuns.id,
  state: sql<RunState>`${agentRuns.state}`,
  questionId: agentRuns.questionId,
  userId: agentRuns.userId,
};

/** The page's runs that have not ended, oldest first. Beginning a run writes nothing here: the first is the one that is running. */
export const listOpenRuns = (pageId: string): Query<OpenRun[]> =>
  all(
    rowsOf(
      open,
      (columns) => sql`select ${columns}
        from ${agentRuns}
        where ${agentRuns.pageId} = ${pageId}
          and ${agentRuns.endedAt} is null
        order by ${agentRuns.id}
        limit ${whole(MAX_OPEN)}`,
    ),
    (runs) => runs.map((run, i) => (i === 0 && run.state === "queued" ? { ...run, state: "running" } : run)),
  );

type NewRun = {
  readonly id: string;
  readonly pageId: string;
  readonly agentPageId: string;
  readonly driveId: string;
  readonly userId: string;
  readonly questionId: string;
  readonly tokenId: string;
  readonly provider: string;
  readonly model: string;
};

export const insertRun = (run: NewRun, now: Instant): Write<number> =>
  write(builder.insert(agentRuns).values({ ...run, state: "queued", createdAt: now }));

/** Over a row of `agent_runs` with the alias `run`: JSON of a RunSummary, or null. */
export const runSummary = (run: SQL): SQL<string | null> =>
  sql`iif(${run}.id is null, null,
    json_object('id', ${run}.id, 'state', ${run}.state, 'calls', json(${run}.steps), 'error', ${run}.error,
      'isUndone', iif(${run}.undone_at is null, json('false'), json('true'))))`;

export const toRunSummary = (json: string | null): RunSummary | null =>
  json === null ? null : (JSON.parse(json) as RunSummary); // built by `runSummary`
