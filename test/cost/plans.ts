/** Asks SQLite how it would run a statement, and says what is wrong with the answer. */
import { env } from "cloudflare:workers";

/**
 * Read by the sweep and the audit log from their oldest end, some hundred rows at a time, and emptied as they are read;
 * the last has a row for each page that somebody has open at this moment.
 */
const READ_WHOLE: ReadonlySet<string> = new Set([
  "audit_outbox",
  "jobs_outbox",
  "magic_links",
  "search_dirty",
  "open_pages",
]);

/**
 * What is about all rows: how many a table has, which an administrator may ask, and what a backup reads and a restore
 * removes or marks, in portions.
 */
const ABOUT_ALL = [
  /^select count\(\*\) as n from "\w+"$/,
  /order by [^)]* rows unbounded preceding/,
  /^delete from "\w+"\s+where "\w+" in \(\s+select "\w+" from "\w+"\s+limit \d+\)$/,
  /^update "users" set epoch = epoch \+ 1$/,
  /^update "mcp_tokens" set revoked_at = \? where revoked_at is null$/,
  /^update "agent_runs" set state = 'failed'/,
  /^insert into search_dirty .* where true on conflict do nothing$/,
  /^select name from "d1_migrations"/,
];

async function baseTables(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'")
    .all<{ name: string }>();
  return results.map(({ name }) => name).filter((name) => !READ_WHOLE.has(name));
}

/** The names a statement calls these tables by: their own, and what it renames them to. */
function namesOf(tables: readonly string[], text: string): Set<string> {
  const names = new Set<string>();
  const keyword =
    /^(on|where|cross|join|left|inner|indexed|not|order|group|limit|set|union|using|natural|as|values|default|returning)$/i;
  for (const table of tables) {
    for (const [, alias] of text.matchAll(
      new RegExp(`\\b(?:from|join|update|into|,)\\s+"?${table}\\b"?(?:\\s+(?:as\\s+)?"?(\\w+))?`, "gi"),
    )) {
      names.add(table);
      if (alias !== undefined && !keyword.test(alias)) names.add(alias);
    }
  }
  return names;
}

/**
 * The plan, step by step. Parameters are left unbound (NULL): plans do not depend on them. Throws when the statement is
 * not one.
 */
async function planOf(text: string, db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(`explain query plan ${text}`)
    .bind(...Array.from(text.matchAll(/\?/g), () => null))
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

/** All entries of an import or export, or all in one state, looked at for those that a list names. */
const ALL_ENTRIES = /\(transfer_id=\?(?: AND state=\?)?\)$/;

/**
 * One line a fault: a table of the schema read from end to end, all entries of a transfer where some were meant and, unless
 * whole drives may be read, the pages of a drive where those under one parent were meant.
 */
export async function faultsOf(texts: Iterable<string>, wholeDrives = false, db = env.DB): Promise<string[]> {
  const tables = await baseTables(db);
  const faults: string[] = [];
  for (const text of texts) {
    if (ABOUT_ALL.some((known) => known.test(text))) continue;
    const names = namesOf(tables, text);
    const isOfSome = text.includes("json_each(");
    const start = text.replaceAll(/\s+/g, " ").slice(0, 300);
    const plan = await planOf(text, db);
    for (const [n, step] of plan.entries()) {
      const scanned = /^SCAN (\w+)/.exec(step)?.[1] ?? "";
      const isDrive = !wholeDrives && /INDEX pages_tree \(drive_id=\?\)/.test(step);
      // The index of terms, read without asking for any.
      const isWhole = names.has(scanned) || /^SCAN terms VIRTUAL TABLE INDEX 0:$/.test(step);
      const isEach = isOfSome || plan[n - 1]?.startsWith("CORRELATED") === true;
      if (isWhole || isDrive || (isEach && ALL_ENTRIES.test(step))) faults.push(`${step}: ${start}`);
    }
  }
  return faults;
}

/** Whether the statement goes down the tree by the index made for that. */
export const usesTree = async (text: string): Promise<boolean> =>
  (await planOf(text, env.DB)).some((step) => /INDEX pages_tree \(drive_id=\? AND parent_id=\?/.test(step));
