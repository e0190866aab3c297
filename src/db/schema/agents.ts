/** Answers of agents, earlier settings of agents, and what language models cost. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { pages } from "./pages.ts";
import { users } from "./users.ts";

export const agentConfigVersions = sqliteTable(
  "agent_config_versions",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    /** JSON of the settings after this change. */
    settings: text("settings").notNull(),
    userId: text("user_id").notNull(),
    tokenId: text("token_id"),
    at: integer("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.version] }), index("agent_config_versions_by_user").on(t.userId)],
);

export const agentRuns = sqliteTable(
  "agent_runs",
  {
    id: text("id").primaryKey(),
    /** The page with the conversation, on which the answer appears. */
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    /** The AI_CHAT page whose settings apply: the same page, or the one that was mentioned in a channel. */
    agentPageId: text("agent_page_id").notNull(),
    driveId: text("drive_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The message that is answered; each is answered once. */
    questionId: text("question_id").notNull(),
    /** The run's credential, which exists once it begins. */
    tokenId: text("token_id").notNull(),
    /** `queued` also stands for a run that its object has begun, so that beginning it takes no write. */
    state: text("state", { enum: ["queued", "running", "waiting", "done", "failed", "cancelled"] }).notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    /** Millionths of a US dollar, and tokens, that are set aside until the run ends. */
    reserved: integer("reserved").notNull().default(0),
    reservedTokens: integer("reserved_tokens").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    cachedTokens: integer("cached_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    /** Millionths of a US dollar; null if the price is unknown. */
    cost: integer("cost"),
    /** JSON list of the calls of tools: names, page ids and outcomes, without contents. */
    steps: text("steps").notNull().default("[]"),
    /** Why the run failed, as told to the asker. */
    error: text("error"),
    createdAt: integer("created_at").notNull(),
    endedAt: integer("ended_at"),
    /** When its asker undid it completely. */
    undoneAt: integer("undone_at"),
  },
  (t) => [
    index("agent_runs_by_page").on(t.pageId, t.id),
    index("agent_runs_by_user").on(t.userId, t.id),
    index("agent_runs_open")
      .on(t.createdAt)
      .where(sql`ended_at is null`),
    uniqueIndex("agent_runs_by_question").on(t.questionId),
  ],
);

/** How to undo what a run did besides editing texts. */
export const agentEffects = sqliteTable(
  "agent_effects",
  {
    runId: text("run_id")
      .notNull()
      .references(() => agentRuns.id, { onDelete: "cascade" }),
    seq: integer("seq").notNull(),
    /** JSON of the inverse. */
    inverse: text("inverse").notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.seq] })],
);

/** What models cost on a day. Money is in millionths of a US dollar. */
export const aiBudgets = sqliteTable(
  "ai_budgets",
  {
    /** Days since 1970, UTC. */
    day: integer("day").notNull(),
    /** `user:` or `drive:` and an id, or `all`. */
    scope: text("scope").notNull(),
    spent: integer("spent").notNull().default(0),
    /** Set aside for calls that have not ended. */
    reserved: integer("reserved").notNull().default(0),
    tokens: integer("tokens").notNull().default(0),
    reservedTokens: integer("reserved_tokens").notNull().default(0),
    questions: integer("questions").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.scope] })],
);
