/** What administrators do with accounts. */
import * as z from "zod";
import { Limit, Time, lineOfText } from "../../kernel/contract.ts";

/** The reason is for the audit log; the user is not told it. */
export const Suspend = z.object({ reason: lineOfText(200).optional() });
export type Suspend = z.output<typeof Suspend>;

export const ChangeRole = z.object({ role: z.enum(["admin", "user"]) });
export type ChangeRole = z.output<typeof ChangeRole>;

export const UsersQuery = z.object({
  /** Part of a name or an address. */
  q: lineOfText(100).optional(),
  cursor: z.string().max(64).optional(),
  limit: Limit,
});
export type UsersQuery = z.output<typeof UsersQuery>;

export const AdminUser = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(["user", "admin"]),
    /** Drives owned, and the live pages in them. */
    driveCount: z.int(),
    pageCount: z.int(),
    messageCount: z.int(),
    /** What all drives owned hold, the trash included, as it counts towards the quotas; and what files uploaded weigh. */
    storedPages: z.int(),
    textBytes: z.int(),
    fileBytes: z.int(),
    /** Of the user's latest call to a model; empty for none. */
    aiProvider: z.string(),
    createdAt: Time,
    suspended: z.boolean(),
  })
  .meta({ id: "AdminUser" });
export type AdminUser = z.infer<typeof AdminUser>;

export const DatabaseSchema = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      rowCount: z.int(),
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.string(),
          nullable: z.boolean(),
          default: z.string().nullable(),
          primaryKey: z.boolean(),
        }),
      ),
      indexes: z.array(z.object({ name: z.string(), unique: z.boolean(), columns: z.array(z.string()) })),
      /** `references` is `table(column)`. */
      foreignKeys: z.array(z.object({ column: z.string(), references: z.string() })),
    }),
  ),
});
export type DatabaseSchema = z.infer<typeof DatabaseSchema>;
