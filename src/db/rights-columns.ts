/** Values for the columns of `storedRights`. Nothing is stored for the right to comment if editing includes it. */
import { COMMENT, EDIT, EVERYTHING, type Rights } from "../kernel/rights.ts";
import { sql, type SQL } from "./sql.ts";

const STORED = EVERYTHING & ~COMMENT;

/** For a builder. */
export const rightsColumns = (rights: Rights): { storedRights: Rights; canComment: 0 | 1 } => ({
  storedRights: rights & STORED,
  canComment: (rights & (COMMENT | EDIT)) === COMMENT ? 1 : 0,
});

/** For the columns `rights, can_comment`, in this order. */
export const rightsValues = (rights: Rights | SQL): SQL =>
  sql`${rights} & ${STORED}, ${rights} & ${COMMENT | EDIT} = ${COMMENT}`;

/** For an upsert. */
export const RIGHTS_OF_EXCLUDED: SQL = sql`rights = excluded.rights, can_comment = excluded.can_comment`;
