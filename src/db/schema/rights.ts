/** The columns of rights, the same in each table that stores some. `rightsColumns` returns values for them. */
import { sql } from "drizzle-orm";
import { integer } from "drizzle-orm/sqlite-core";

export const storedRights = () => ({
  /** The rights to view, edit, share and delete. For writing, and for partial indexes. */
  storedRights: integer("rights").notNull(),
  canComment: integer("can_comment").notNull().default(0),
  /** All rights. */
  rights: integer("all_rights")
    .notNull()
    .generatedAlwaysAs(sql`rights | iif(rights & 2 or (rights & 1 and can_comment), 16, 0)`, { mode: "virtual" }),
});
