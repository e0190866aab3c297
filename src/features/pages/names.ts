/** SQL for naming who wrote what. */
import { jsonList, sql, type Query, print } from "../../db/sql.ts";

type Signed = { readonly author: string; readonly tokenId: string | null };
type Names = ReadonlyMap<string, string>;

const names = (statement: ReturnType<typeof sql>): Query<Names> => ({
  ...print(statement),
  read: (rows) => new Map(rows.map((row) => [String(row["id"]), String(row["name"])])),
});

/** Names of the users and of the tokens that signed these versions; a token's name is shown to whoever sees the page. */
export const namesOf = (versions: readonly Signed[]): readonly [Query<Names>, Query<Names>] => {
  const authors = [...new Set(versions.map((version) => version.author))];
  const tokens = [...new Set(versions.flatMap((version) => version.tokenId ?? []))];
  return [
    names(sql`select id, name from users where id in ${jsonList(authors)}`),
    names(
      sql`select t.id, t.name from mcp_tokens t indexed by mcp_tokens_by_user where t.user_id in ${jsonList(authors)} and t.id in ${jsonList(tokens)}`,
    ),
  ];
};
