/** The tool that lists people who can be mentioned. */
import * as z from "zod";
import { invalid } from "../../../kernel/errors.ts";
import { listMembers } from "../../drives/service.ts";
import { listPageViewers } from "../../pages/viewers/service.ts";
import { fitList } from "./answer-size.ts";
import { DriveRef, driveIdOf } from "./drive-ref.ts";
import { PageRef, pageIdOf } from "./page-ref.ts";
import { IdArgument, tool, type ToolContext } from "./tool.ts";

const Query = z.string().min(1).max(100);

async function membersOfDrive(
  { deps, caller }: ToolContext,
  driveId: string,
  cursor: string | undefined,
  limit: number,
) {
  const { owner, members, nextCursor } = await listMembers(deps, caller, driveId, { cursor, limit });
  const people = members.map(({ userId: id, user: { name }, role }) => ({ id, name, relation: role as string }));
  return {
    people: [...(cursor === undefined ? [{ id: owner.id, name: owner.name, relation: "owner" }] : []), ...people],
    nextCursor,
  };
}

const listMembersTool = tool({
  name: "list_members",
  title: "List people",
  description: "Lists who can be mentioned (@[name](user:id)) on a page, filtered by query, or the members of a drive.",
  kind: "read",
  idempotent: true,
  input: z.strictObject({
    page: PageRef.optional(),
    driveId: DriveRef.optional(),
    query: Query.optional(),
    cursor: IdArgument.optional(),
    limit: z.int().min(1).max(100).default(50),
  }),
  output: z.object({
    people: z.array(z.object({ id: z.string(), name: z.string(), relation: z.string() })),
    nextCursor: z.string().nullable(),
  }),
  async run(context, { page, driveId: drive, query, cursor, limit }) {
    const { deps, caller } = context;
    if ((page === undefined) === (drive === undefined)) throw invalid("page", "Send either page or driveId.");
    if (drive !== undefined) {
      if (query !== undefined) throw invalid("query", "query can only be used with page. Omit it for a drive.");
      const driveId = await driveIdOf(context, drive);
      return fitList(limit, (count) => membersOfDrive(context, driveId, cursor, count));
    }
    if (cursor !== undefined)
      throw invalid("cursor", "cursor can only be used with driveId. Filter the people on a page with query.");
    const pageId = await pageIdOf(context, page ?? "");
    return fitList(limit, async (count) => {
      const viewers = await listPageViewers(deps, caller, pageId, { q: query ?? "", limit: count });
      return { people: viewers.map(({ id, name, relation }) => ({ id, name, relation })), nextCursor: null };
    });
  },
});

export const MEMBER_TOOLS = [listMembersTool];
