/** Names of statements in cost reports: verb and tables, never bound values. */
/** Cached by text, so that each is analyzed once. Texts contain no values, so their number is bounded by the code. */
const names = new Map<string, string>();

export function statementNameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = nameStatement(text);
  names.set(text, name);
  return name;
}

/** A table defined in a `with` clause. */
const COMMON = /\b(\w+)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/gi;
const TABLE = /\b(?:from|join|into|update)\s+([a-z_]+)\b/gi;
const NO_TABLE: ReadonlySet<string> = new Set(["json_each", "select", "set"]);
const MAX_TABLES = 4;

/** The verb and the first tables: `select sessions users`. Statements with the same name are counted as one. */
export function nameStatement(quoted: string): string {
  const text = quoted.replaceAll('"', "");
  const common = new Set([...text.matchAll(COMMON)].map(([, name]) => name));
  const tables = [...text.matchAll(TABLE)]
    .map(([, name = ""]) => name)
    .filter((name) => !common.has(name) && !NO_TABLE.has(name));
  const verb = /\b(insert|update|delete)\b/i.exec(text)?.[1] ?? "select";
  return [verb.toLowerCase(), ...[...new Set(tables)].slice(0, MAX_TABLES)].join(" ");
}
