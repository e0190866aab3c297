/** Finds statements that use tables of both the directory and a drive: see `src/db/home.ts`. */
import { HOME_OF, type TableName } from "../../src/db/home.ts";

/** Tables of the caller's credential. They do not count, because a drive's database would receive the verified caller. */
const CREDENTIAL: ReadonlySet<string> = new Set<TableName>(["mcp_token_drives", "mcp_tokens", "sessions", "users"]);

const TABLE = /\b(?:from|join|into|update)\s+"?(\w+)"?/gi;

function tablesIn(text: string): TableName[] {
  const names = new Set([...text.matchAll(TABLE)].map(([, name = ""]) => name));
  return [...names].filter((name): name is TableName => Object.hasOwn(HOME_OF, name)).toSorted();
}

/** The index after the parenthesis that closes the one at `start`. */
function endOfGroup(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")" && (depth -= 1) === 0) return at + 1;
  }
  return text.length;
}

/** The statement without the groups that only look up or check the caller's credential. */
function withoutCaller(text: string): string {
  const start = text.indexOf("(");
  if (start === -1) return text;
  const end = endOfGroup(text, start);
  const group = text.slice(start + 1, end - 1);
  const tables = tablesIn(group);
  const isCaller = tables.length > 0 && group.includes("token_hash") && tables.every((name) => CREDENTIAL.has(name));
  return `${text.slice(0, start)}(${isCaller ? "" : withoutCaller(group)})${withoutCaller(text.slice(end))}`;
}

/** The verb and the tables, as in `select messages users`, of a statement that uses both homes; else null. */
export function crossingOf(text: string): string | null {
  const tables = tablesIn(withoutCaller(text));
  const homes = new Set(tables.map((name) => HOME_OF[name]));
  if (!homes.has("directory") || !homes.has("drive")) return null;
  const verb = /\b(insert|update|delete)\b/i.exec(text)?.[1] ?? "select";
  return [verb.toLowerCase(), ...tables].join(" ");
}
