/** Deletes rows after their retention period. Data with side effects beyond its row is deleted by its own feature. */
import type { Deps } from "../../../deps.ts";
import { removals } from "./store.ts";
import { exempt, writeExempt, writeOneExempt } from "../../../permissions/exempt.ts";

/** Takes one round trip; if that fails, one per statement, so that one failing table does not block the others. */
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
    // The individual statements below show which one failed.
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
