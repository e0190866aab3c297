/** What a commit leaves to be sent on. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Rows that commit with the act they tell of; shipped to the audit chain and the queue afterwards. */
export const auditOutbox = sqliteTable("audit_outbox", {
  id: text("id").primaryKey(),
  entry: text("entry").notNull(),
  createdAt: integer("created_at").notNull(),
});

export const jobsOutbox = sqliteTable("jobs_outbox", {
  id: text("id").primaryKey(),
  job: text("job").notNull(),
  createdAt: integer("created_at").notNull(),
});
