/** The end of rows that are kept for a while only; what ends with more than a row is removed where it belongs. */
import type { Deps } from "../../../deps.ts";
import { removals } from "./store.ts";
import { exempt, writeExempt, writeOneExempt } from "../../../permissions/exempt.ts";

/** One round trip; when that fails, one for each statement, so that a table that cannot be written holds up no other. */
export async function removeOld(deps: Pick<Deps, "db" | "now">): Promise<void> {
  const all = removals(deps.now);
  try {
    await writeExempt(
      deps.db,
      exempt.bookkeeping,
      all.map(({ query }) => query),
    );
    return;
  } catch {
    // Which of them it was shows below.
  }
  const failed: string[] = [];
  let cause: unknown;
  for (const { table, query } of all) {
    await writeOneExempt(deps.db, exempt.bookkeeping, query).catch((error: unknown) => {
      failed.push(table);
      cause ??= error;
    });
  }
  if (failed.length > 0) throw new Error(`Old rows stay in ${failed.join(", ")}.`, { cause });
}
