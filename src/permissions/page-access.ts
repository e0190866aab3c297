/** A credential's current access to a page, for connections that outlive the request that opened them. */
import { COMMENT, EDIT, VIEW } from "../kernel/rights.ts";
import type { Caller } from "../kernel/caller.ts";
import type { Instant } from "../kernel/clock.ts";
import { hasFile, type PageType } from "../kernel/page-type.ts";
import { drives } from "../db/schema/drives.ts";
import { all, prepare, rowsOf, sql, type Named, type Query } from "../db/sql.ts";
import { DRIVE_OF_LEAF, ancestors, rightsFromAncestors } from "./ancestors.ts";
import { callerId, callerIsLive, idleSince, tokenAllowsInDrive, type CredentialKey } from "./credential.ts";

/** `ended`: the credential is no longer valid. `hidden`: the page may not be seen. `gone`: it is trashed or does not exist. */
export type PageAccess = "ended" | "hidden" | "gone" | "read" | "comment" | "edit";

/** Whether a user may type into the text of a page. */
export const mayType = (type: PageType, canEdit: boolean): boolean => canEdit && !hasFile(type);

const IS_TRASHED = sql`exists (select 1 from up where trashed_at is not null)
  or exists (
    select 1 from ${drives}
    where id = ${DRIVE_OF_LEAF}
      and trashed_at is not null)`;

const accessOf = (kind: CredentialKey["kind"]) =>
  prepare(({ tokenHash, pageId, now, idle }: Named<"tokenHash" | "pageId" | "now" | "idle">) => {
    const caller = { kind, tokenHash };
    const access = sql<PageAccess>`case
      when not ${callerIsLive(caller, now, idle)} then 'ended'
      when not exists (select 1 from up) then 'gone'
      when held.rights & ${VIEW} = 0 or not ${tokenAllowsInDrive(caller, "reading", DRIVE_OF_LEAF)} then 'hidden'
      when ${IS_TRASHED} then 'gone'
      when not ${tokenAllowsInDrive(caller, "writing", DRIVE_OF_LEAF)} then 'read'
      when held.rights & ${EDIT} then 'edit'
      when held.rights & ${COMMENT} then 'comment'
      else 'read' end`;
    return rowsOf(
      { access },
      (columns) => sql`with recursive ${ancestors(pageId)},
        held (rights) as materialized (select ${rightsFromAncestors(callerId(caller))})
        select ${columns} from held`,
    );
  });

const statements = { session: accessOf("session"), mcp: accessOf("mcp") };

type Clock = { readonly now: Instant; readonly config: { readonly sessionIdleMs: number } };

export const readPageAccess = (
  { now, config }: Clock,
  { kind, tokenHash }: Pick<Caller, "kind" | "tokenHash">,
  pageId: string,
): Query<PageAccess> =>
  all(
    statements[kind]({ tokenHash, pageId, now, idle: idleSince(now, config.sessionIdleMs) }),
    ([row]) => row?.access ?? "gone",
  );
