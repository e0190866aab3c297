/** Recomputes search words created by older rules, a limited number of users at a time. */
import type { Deps } from "../../deps.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";
import { listOutdated, renewWords } from "./words-store.ts";

export async function sweepPeople({ db }: Pick<Deps, "db">): Promise<void> {
  const people = await db.one(listOutdated);
  if (people.length > 0) await writeExempt(db, exempt.job, renewWords(people));
}
