/**
 * Triggers run unnoticed with every write. One that no migration created could change or drop writes, so all triggers
 * are compared with those of the migrations.
 */
import { createHash } from "node:crypto";
import { TRIGGERS } from "../../db/schema/triggers.ts";
import type { Deps } from "../../deps.ts";
import { readTriggers } from "./trigger-store.ts";

/** A digest of each trigger's SQL, by name. */
export const digestsOf = (triggers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(triggers).map(([name, text]) => [name, digestOf(text)]));

const digestOf = (text: string): string =>
  createHash("sha256").update(text.replaceAll(/\s+/g, " ").trim()).digest("hex").slice(0, 16);

/** Throws with the names of triggers that are unexpected, missing or different from the migrations. */
export async function checkTriggers({ db }: Pick<Deps, "db">): Promise<void> {
  const there = digestsOf(await db.one(readTriggers));
  const names = new Set([...Object.keys(there), ...Object.keys(TRIGGERS)]);
  const triggers = [...names].filter((name) => there[name] !== TRIGGERS[name]);
  if (triggers.length > 0) throw new Error(`Triggers that differ from the migrations: ${triggers.join(", ")}.`);
}
