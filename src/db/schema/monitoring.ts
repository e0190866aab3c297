/** Measurements of the service itself. */
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Which credentials were used: one row per credential and ten minutes, hour or day. Deleted after a month. */
export const activity = sqliteTable(
  "activity",
  {
    grain: integer("grain").notNull(),
    at: integer("at").notNull(),
    credentialId: text("credential_id").notNull(),
    kind: text("kind", { enum: ["session", "mcp"] }).notNull(),
    userId: text("user_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.grain, t.at, t.credentialId] })],
);

/** Model calls. Ids sort by time. */
export const aiCalls = sqliteTable(
  "ai_calls",
  {
    id: text("id").primaryKey(),
    at: integer("at").notNull(),
    userId: text("user_id").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    /** US dollars; 0 if `isPriced` is 0. */
    cost: real("cost").notNull(),
    /** Empty for calls older than these columns, and the last two for calls outside of an answer. */
    driveId: text("drive_id").notNull().default(""),
    pageId: text("page_id").notNull().default(""),
    runId: text("run_id").notNull().default(""),
    cachedTokens: integer("cached_tokens").notNull().default(0),
    isPriced: integer("is_priced").$type<0 | 1>().notNull().default(1),
  },
  (t) => [index("ai_calls_by_user").on(t.userId, t.id)],
);

/** Samples of events reported by browsers. Ids sort by time. */
export const analyticsEvents = sqliteTable("analytics_events", {
  id: text("id").primaryKey(),
  at: integer("at").notNull(),
  event: text("event").notNull(),
  /** JSON object. */
  properties: text("properties").notNull(),
  /** The user of a session that was valid when the event arrived from one of our own pages. */
  userId: text("user_id"),
  /** Number of events that this sample represents. */
  weight: real("weight").notNull(),
});

/** Internal errors, redacted before they are stored. Ids sort by time. */
export const errorLog = sqliteTable("error_log", {
  id: text("id").primaryKey(),
  at: integer("at").notNull(),
  route: text("route").notNull(),
  message: text("message").notNull(),
  stack: text("stack").notNull(),
  requestId: text("request_id").notNull(),
  /** Number of similar errors in one isolate since it last reported any. */
  count: integer("count").notNull(),
});

export const metrics = sqliteTable(
  "metrics",
  {
    /** Length of the row's period in minutes. */
    grain: integer("grain").notNull(),
    kind: text("kind").notNull(),
    at: integer("at").notNull(),
    /** For requests the route template, for queries the verb and tables, for model calls "provider/model". */
    name: text("name").notNull(),
    count: integer("count").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    hits: integer("hits").notNull().default(0),
    /** Rows read, or input tokens. */
    inward: integer("inward").notNull().default(0),
    /** Rows written, or output tokens. */
    outward: integer("outward").notNull().default(0),
    /** US dollars. */
    cost: real("cost").notNull().default(0),
    /** Responses by status class. */
    s2: integer("s2").notNull().default(0),
    s3: integer("s3").notNull().default(0),
    s4: integer("s4").notNull().default(0),
    s5: integer("s5").notNull().default(0),
    /** Duration histogram; src/kernel/histogram.ts defines the buckets. */
    b0: integer("b0").notNull().default(0),
    b1: integer("b1").notNull().default(0),
    b2: integer("b2").notNull().default(0),
    b3: integer("b3").notNull().default(0),
    b4: integer("b4").notNull().default(0),
    b5: integer("b5").notNull().default(0),
    b6: integer("b6").notNull().default(0),
    b7: integer("b7").notNull().default(0),
    b8: integer("b8").notNull().default(0),
    b9: integer("b9").notNull().default(0),
    b10: integer("b10").notNull().default(0),
    b11: integer("b11").notNull().default(0),
    b12: integer("b12").notNull().default(0),
    b13: integer("b13").notNull().default(0),
    b14: integer("b14").notNull().default(0),
    b15: integer("b15").notNull().default(0),
    b16: integer("b16").notNull().default(0),
    b17: integer("b17").notNull().default(0),
    b18: integer("b18").notNull().default(0),
    b19: integer("b19").notNull().default(0),
    b20: integer("b20").notNull().default(0),
    b21: integer("b21").notNull().default(0),
    b22: integer("b22").notNull().default(0),
    b23: integer("b23").notNull().default(0),
    b24: integer("b24").notNull().default(0),
    b25: integer("b25").notNull().default(0),
    b26: integer("b26").notNull().default(0),
    b27: integer("b27").notNull().default(0),
    b28: integer("b28").notNull().default(0),
    b29: integer("b29").notNull().default(0),
    b30: integer("b30").notNull().default(0),
    b31: integer("b31").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.grain, t.kind, t.at, t.name] })],
);

/** Hours and days that begin before `until` have been aggregated from the finer rows. */
export const metricsRolled = sqliteTable("metrics_rolled", {
  grain: integer("grain").primaryKey(),
  until: integer("until").notNull(),
});
