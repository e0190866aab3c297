/** Queues every page for indexing, in one of the installations or in a database that Wrangler's flags choose. */
import { EMPTY_INDEX, MARK_ALL_PAGES } from "../../src/features/search/rebuild-statements.ts";
import { root } from "../commands.ts";
import { loadInstallation } from "./installation.ts";
import { createOperator } from "./operator.ts";
import { remoteDatabase, writeConfigs } from "./render.ts";
import type { RunWrangler } from "./wrangler.ts";

type Options = {
  /** The environment of an answers file; null to use `flags` instead. */
  readonly env: string | null;
  readonly flags: readonly string[];
  /** Leaves the index as it is. */
  readonly isKept: boolean;
  readonly run: RunWrangler;
  readonly say: (line: string) => void;
  /** Folder of the answers file. */
  readonly folder?: string;
};

/** Throws an OperatorError if the answers or a database are missing. */
export async function rebuildSearch({ env, flags, isKept, run, say, folder = root }: Options): Promise<void> {
  const installation = env === null ? null : await loadInstallation(env, folder);
  if (installation) await writeConfigs(installation);
  const where = installation ? remoteDatabase(installation.env) : flags;
  const account = installation?.account ?? null;
  const operator = createOperator({ run, say, isDryRun: false, canAsk: false, account });
  const execute = (database: string, sql: string): Promise<void> =>
    operator.change(["d1", "execute", database, "--yes", ...where, "--command", sql]);
  // Pages are marked last, so that nothing is indexed before the index is emptied.
  if (!isKept) await execute("SEARCH", EMPTY_INDEX.join("; "));
  await execute("DB", MARK_ALL_PAGES);
  say(`${isKept ? "All" : "The index is empty, and all"} pages are queued for indexing.`);
}
