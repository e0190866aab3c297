/** SQL that tells whether a user is the only reader of a page. */
import { driveMembers, drives } from "../../db/schema/drives.ts";
import { pageGrants } from "../../db/schema/pages.ts";
import { all, rowsOf, sql, type Query } from "../../db/sql.ts";
import { ancestors } from "../../permissions/ancestors.ts";

/** True if the page is in a drive of the user's without members, and neither it nor a page above it is shared with anybody. */
export const isPrivate = (pageId: string, userId: string): Query<boolean> =>
  all(
    rowsOf(
      { isPrivate: sql<0 | 1>`count(*) > 0` },
      (columns) => sql`with recursive ${ancestors(pageId)}
        select ${columns}
        from up
        cross join ${drives} on ${drives.id} = up.drive_id and ${drives.ownerId} = ${userId}
        where up.depth = 0
          and not exists (select 1 from ${driveMembers} where ${driveMembers.driveId} = up.drive_id)
          and not exists (
            select 1
            from up as above
            cross join ${pageGrants} on ${pageGrants.pageId} = above.id
            where ${pageGrants.userId} <> ${userId})`,
    ),
    ([row]) => row?.isPrivate === 1,
  );
