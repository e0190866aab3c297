/** What a statement is called where its cost is told: by its verb and tables, never by what is bound to it. */
import type { Sql } from "./sql.ts";

/** By where the statement is written, so that each text is looked at once. */
const names = new WeakMap<object, string>();

export function nameOf(statement: Sql): string {
  const known = names.get(statement.site);
  if (known !== undefined) return known;
  const name = nameStatement(statement.text);
  names.set(statement.site, name);
  return name;
}

/** A table by another name, which a `with` clause gives it. */
const COMMON = /\b(\w+)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;
const TABLE = /\b(?:from|join|into|update)\s+([a-z_]+)\b/gi;
const NO_TABLE: ReadonlySet<string> = new Set(["json_each", "select", "set"]);
const MOST_TABLES = 4;

/** Its verb and the first tables it names: `select sessions users`. Statements that name the same are counted as one. */
export function nameStatement(text: string): string {
  const common = new Set([...text.matchAll(COMMON)].map(([, name]) => name));
  const tables = [...text.matchAll(TABLE)]
    .map(([, name = ""]) => name)
    .filter((name) => !common.has(name) && !NO_TABLE.has(name));
  const verb = /\b(insert|update|delete)\b/i.exec(text)?.[1] ?? "select";
  return [verb.toLowerCase(), ...[...new Set(tables)].slice(0, MOST_TABLES)].join(" ");
}
