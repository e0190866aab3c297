/** What an agent is called wherever its doings are shown: the program that speaks, and the token that it speaks through. */
import { sql, type SQL } from "./sql.ts";

/** Of a row of `mcp_tokens` by the name `token`. */
export const agentName = (token: SQL): SQL<string> => sql<string>`case
    when ${token}.client_name is null or ${token}.client_name = ${token}.name then ${token}.name
    else ${token}.client_name || ' (' || ${token}.name || ')' end`;
