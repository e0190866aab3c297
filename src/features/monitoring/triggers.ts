/**
 * Triggers run unseen within every act. One that no migration made could change or swallow what acts write, so they are
 * compared with what the migrations make.
 */
import { createHash } from "node:crypto";
import { TRIGGERS } from "../../db/schema/triggers.ts";
import { all, sql, type Query } from "../../db/sql.ts";
import type { Deps } from "../../deps.ts";

/** The triggers there are: their names, each with a digest of its text. */
export const readTriggers: Query<Record<string, string>> = all<{ name: string; sql: string }, Record<string, string>>(
  sql`select name, sql from sqlite_master
    where type = 'trigger'`,
  (rows) => Object.fromEntries(rows.map((row) => [row.name, digestOf(row.sql)])),
);

const digestOf = (text: string): string =>
  createHash("sha256").update(text.replaceAll(/\s+/g, " ").trim()).digest("hex").slice(0, 16);

/** Throws where a trigger is there, missing or another than the migrations make it, and names it in the log. */
export async function checkTriggers({ db, log }: Pick<Deps, "db" | "log">): Promise<void> {
  const there = await db.one(readTriggers);
  const names = new Set([...Object.keys(there), ...Object.keys(TRIGGERS)]);
  const triggers = [...names].filter((name) => there[name] !== TRIGGERS[name]);
  if (triggers.length === 0) return;
  log.error("database.triggers_differ", { triggers: triggers.join(", ") });
  throw new Error("The triggers of the database are not those that the migrations make.");
}
