/** API schemas for the rows of a folder, and for the caller's tasks. */
import * as z from "zod";
import { Cursor, Flag, Limit, RightsFlags, Time } from "../../kernel/contract.ts";
import { PageType } from "../../kernel/page.ts";

const Name = z.string().min(1).max(200);

/** Properties by which rows can be sorted at once. */
export const MAX_SORTS = 3;

export const RowsQuery = z.object({
  /** Conditions, as `Status != Done and Due <= today+7d`, or as JSON: `{"p":"Status","op":"!=","v":"Done"}`. */
  query: z.union([z.string().max(2000), z.record(z.string().max(3), z.unknown())]).optional(),
  /** Names of properties; a minus sign in front sorts descending. Pages without the property come last. */
  sort: z.array(Name).max(MAX_SORTS).default([]),
  /** Counts the matching pages by the values of this property. */
  groupBy: Name.optional(),
  /** The reader's day, for `today`; default: the day in UTC. */
  today: z.iso.date().optional(),
  cursor: Cursor.optional(),
  limit: Limit,
});
export type RowsQuery = z.output<typeof RowsQuery>;

export const PropertyValue = z
  .object({
    /** Lists for choices, people and pages. References are `user:ID`, `page:ID` and `file:ID`. */
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
    text: z.string(),
    /** False for a value that its declared type does not allow; it is shown as written. */
    fits: z.boolean(),
  })
  .meta({ id: "PropertyValue" });
export type PropertyValue = z.infer<typeof PropertyValue>;

export const FolderRow = z
  .object({
    page: z.object({
      id: z.string(),
      title: z.string(),
      icon: z.string().nullable(),
      type: PageType,
      revision: z.int(),
      createdAt: Time,
      updatedAt: Time,
    }),
    /** By the names of the properties. Undeclared ones have their folded names. */
    values: z.record(z.string(), PropertyValue),
    rights: RightsFlags,
  })
  .meta({ id: "FolderRow" });
export type FolderRow = z.infer<typeof FolderRow>;

export const DeclaredProperty = z.object({
  name: z.string(),
  type: z.string(),
  options: z.array(z.object({ label: z.string(), color: z.string().nullable(), limit: z.int().nullable() })),
  currency: z.string().nullable(),
});

export const RowsAnswer = z.object({
  /** The declarations that apply: those of the nearest folder above that has any and that the caller can see. */
  properties: z.array(DeclaredProperty),
  rows: z.array(FolderRow),
  nextCursor: z.string().nullable(),
  /** With `groupBy`: the number of pages for each value, null for pages without one. A list counts once for each item. */
  counts: z.array(z.object({ value: z.string().nullable(), count: z.int() })).optional(),
  /** True if there are more pages or more values than are counted. */
  isCountCut: z.boolean().optional(),
});
export type RowsAnswer = z.infer<typeof RowsAnswer>;

export const MyTasksQuery = z.object({ done: Flag.default(false), cursor: Cursor.optional(), limit: Limit });
export type MyTasksQuery = z.output<typeof MyTasksQuery>;

export const MyTask = z
  .object({
    page: z.object({ id: z.string(), title: z.string(), icon: z.string().nullable(), driveId: z.string() }),
    /** The line in the stored text, from 1; null in lists above 64 KB. */
    line: z.int().nullable(),
    /** The task's line behind the checkbox, cut after 500 characters. */
    source: z.string(),
    isDone: z.boolean(),
    /** True if the caller may edit the list, and so mark the task as done. */
    canEdit: z.boolean(),
    /** YYYY-MM-DD. */
    due: z.string().nullable(),
    priority: z.enum(["high", "medium", "low"]).nullable(),
    /** Null in lists that declare no statuses, and in lists above 64 KB. */
    status: z.object({ key: z.string(), label: z.string(), color: z.string().nullable() }).nullable(),
    labels: z.array(z.string()),
    /** Such as `1h30m`. */
    estimate: z.string().nullable(),
    /** The recurrence, such as `2w`. */
    every: z.string().nullable(),
  })
  .meta({ id: "MyTask" });
export type MyTask = z.infer<typeof MyTask>;

export const MyTasks = z.object({ tasks: z.array(MyTask), nextCursor: z.string().nullable() });
export type MyTasks = z.infer<typeof MyTasks>;
