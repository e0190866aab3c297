/** SQL for client names. */
import { mcpTokens } from "../../../db/schema/tokens.ts";
import { sql, write, type Write } from "../../../db/sql.ts";
import { currentTokenHash } from "../../../permissions/credential.ts";

export const saveClientName = (tokenHash: string, name: string): Write<number> =>
  write(sql`update ${mcpTokens} set client_name = ${name}
    where token_hash = ${currentTokenHash(tokenHash)}
      and revoked_at is null
      and client_name is not ${name}`);
