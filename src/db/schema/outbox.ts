/** Outboxes of a commit. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Audit entries, written in the same commit as the action they record and afterwards sent to the audit chain. */
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
