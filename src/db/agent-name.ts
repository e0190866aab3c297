/** Display name of an agent: the client program and the token that it uses. */
import { sql, type SQL } from "./sql.ts";

/** Over a row of `mcp_tokens` with the alias `token`. */
export const agentName = (token: SQL): SQL<string> => sql<string>`case
    when ${token}.client_name is null or ${token}.client_name = ${token}.name then ${token}.name
    else ${token}.client_name || ' (' || ${token}.name || ')' end`;
