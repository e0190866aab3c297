/** SQL for the summaries of long conversations, which are messages of the role `system`. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { agentRuns } from "../../db/schema/agents.ts";
import { messages } from "../../db/schema/messages.ts";
import { builder, first, rowsOf, sql, write, type Query, type RowOf, type Write } from "../../db/sql.ts";

const m = alias(messages, "m");
const r = alias(agentRuns, "r");

type NewSummary = { readonly id: string; readonly pageId: string; readonly runId: string; readonly content: string };

export const insertSummary = ({ content, ...summary }: NewSummary, now: Instant): Write<number> =>
  write(builder.insert(messages).values({ ...summary, content, role: "system", createdAt: now }));

const summary = { text: m.content, questionId: r.questionId };

/** A summary of the messages before `questionId`. */
export type Summary = RowOf<typeof summary>;

/** The newest summary of the page, which includes the earlier ones. */
export const findSummary = (pageId: string): Query<Summary | null> =>
  first(
    rowsOf(
      summary,
      (columns) => sql`select ${columns}
        from ${messages} m
        cross join ${agentRuns} r on ${r.id} = ${m.runId}
        where ${m.pageId} = ${pageId}
          and ${m.role} = 'system'
        order by ${m.id} desc
        limit 1`,
    ),
  );
