/** Properties of pages and assigned tasks, which are derived from the pages' texts. */
import { sql } from "drizzle-orm";
import { customType, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { pages } from "./pages.ts";

/** A column of a strict table that stores numbers as numbers and text as text. */
const anyType = customType<{ data: string | number }>({ dataType: () => "any" });

/** One row per item of a property's value. A trigger keeps `parent_id` when a page is moved. */
export const pageValues = sqliteTable(
  "page_values",
  {
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    /** The folded name of the property. */
    key: text("key").notNull(),
    /** Position in a list. */
    n: integer("n").notNull(),
    /** The page's parent; empty at the root of a drive. */
    parentId: text("parent_id").notNull(),
    /** As in `IndexedValue`: independent of the declared type, so that a change of types writes nothing. */
    value: anyType("value").notNull(),
    shown: text("shown"),
  },
  (t) => [
    primaryKey({ columns: [t.pageId, t.key, t.n] }),
    index("page_values_by_value").on(t.parentId, t.key, t.value, t.pageId),
    index("page_values_by_page_ref")
      .on(t.value, t.key, t.pageId)
      .where(sql`typeof(value) = 'text' and substr(value, 1, 5) = 'page:'`),
  ],
);

/** One row per person of a task, in the order in which a person's tasks are listed. */
export const taskPeople = sqliteTable(
  "task_people",
  {
    userId: text("user_id").notNull(),
    isDone: integer("is_done").$type<0 | 1>().notNull(),
    /** YYYY-MM-DD; `9999` without a due date. */
    due: text("due").notNull(),
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    /** Identifies the task in its list, as `keyedTasks` computes it. */
    key: text("key").notNull(),
    /** The text behind the checkbox, or its beginning. */
    source: text("source").notNull(),
    /** YYYY-MM-DD; null without a reminder. */
    remindOn: text("remind_on"),
    /** 1 once the reminder was sent, or withheld when it was to be sent. */
    reminded: integer("reminded").$type<0 | 1>().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.isDone, t.due, t.pageId, t.key] }),
    index("task_people_by_page").on(t.pageId, t.reminded),
    index("task_people_by_reminder")
      .on(t.remindOn)
      .where(sql`remind_on is not null and is_done = 0 and reminded = 0`),
  ],
);

/** How far the sweep has indexed existing pages; at most one row. */
export const propertyIndex = sqliteTable("property_index", {
  id: integer("id").primaryKey(),
  /** The version of the rules by which pages are indexed. */
  rules: integer("rules").notNull(),
  /** How often all pages have been indexed by these rules. */
  passes: integer("passes").notNull(),
  /** The last page of the current pass. */
  afterId: text("after_id").notNull(),
  /** The current pass does not begin before (ms). */
  dueAt: integer("due_at").notNull(),
});
