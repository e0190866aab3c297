/**
 * Triggers run unseen within every act. One that no migration made could change or swallow what acts write, so they are
 * compared with what the migrations make.
 */
import { createHash } from "node:crypto";
import { TRIGGERS } from "../../db/schema/triggers.ts";
import type { Deps } from "../../deps.ts";
import { readTriggers } from "./trigger-store.ts";

/** The digest of each trigger's text, by its name. */
export const digestsOf = (triggers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(triggers).map(([name, text]) => [name, digestOf(text)]));

const digestOf = (text: string): string =>
  createHash("sha256").update(text.replaceAll(/\s+/g, " ").trim()).digest("hex").slice(0, 16);

/** Throws, and names them, where triggers are there, missing or others than the migrations make. */
export async function checkTriggers({ db }: Pick<Deps, "db">): Promise<void> {
  const there = digestsOf(await db.one(readTriggers));
  const names = new Set([...Object.keys(there), ...Object.keys(TRIGGERS)]);
  const triggers = [...names].filter((name) => there[name] !== TRIGGERS[name]);
  if (triggers.length > 0)
    throw new Error(`Triggers that are not as the migrations make them: ${triggers.join(", ")}.`);
}
