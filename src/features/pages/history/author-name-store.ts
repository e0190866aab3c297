/** SQL for the names of authors. */
import { inArray } from "drizzle-orm";
import { users } from "../../../db/schema/users.ts";
import { mcpTokens } from "../../../db/schema/tokens.ts";
import { agentName } from "../../../db/agent-name.ts";
import { aliased, all, builder, jsonList, rowsOf, sql, type Query, type Statement } from "../../../db/sql.ts";

type Authored = { readonly author: string; readonly others: readonly string[]; readonly tokenId: string | null };
type AuthorNames = ReadonlyMap<string, string>;

const names = (statement: Statement<{ readonly id: string; readonly name: string }>): Query<AuthorNames> =>
  all(statement, (rows) => new Map(rows.map(({ id, name }) => [id, name])));

/** Names of the users and tokens that signed these versions. Agent names are visible to anyone who can see the page. */
export const authorNamesOf = (versions: readonly Authored[]): readonly [Query<AuthorNames>, Query<AuthorNames>] => {
  const authors = [...new Set(versions.flatMap(({ author, others }) => [author, ...others]))];
  const tokens = [...new Set(versions.flatMap((version) => version.tokenId ?? []))];
  return [
    names(
      builder
        .select(aliased({ id: users.id, name: users.name }))
        .from(users)
        .where(inArray(users.id, jsonList(authors))),
    ),
    names(
      rowsOf(
        { id: mcpTokens.id, name: agentName(sql`${mcpTokens}`) },
        (columns) => sql`select ${columns}
          from ${mcpTokens} indexed by mcp_tokens_by_user
          where ${mcpTokens.userId} in ${jsonList(authors)}
            and ${mcpTokens.id} in ${jsonList(tokens)}`,
      ),
    ),
  ];
};
