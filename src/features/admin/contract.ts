/** Request and response schemas for administering accounts. */
import * as z from "zod";
import { Limit, Time, lineOfText } from "../../kernel/contract.ts";

/** The reason goes to the audit log only; the user does not see it. */
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
    /** Pages and text of all owned drives, including the trash, as counted towards the quotas; and the size of uploaded files. */
    storedPages: z.int(),
    textBytes: z.int(),
    fileBytes: z.int(),
    /** Provider of the user's latest model call; empty if there is none. */
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
