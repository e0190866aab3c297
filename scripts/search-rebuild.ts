/**
 * `npm run search:rebuild -- [--remote | --local] [wrangler flags]`: empties the search index and marks every page for
 * indexing. The running service does the work: in production within a minute, locally with the next change to any page.
 * Until then, searches only find what is already indexed. Safe to run at any time and repeatedly.
 */
import { quietWrangler, run, wrangler } from "./commands.ts";

const EMPTY = "delete from docs; insert into terms (terms) values ('delete-all');";
/** Oldest change first, since pages are indexed in the order of changes. */
const MARK =
  "insert into search_dirty (page_id, since) select id, updated_at from pages where true on conflict do nothing;";

const args = process.argv.slice(2);
const where = args.includes("--remote") || args.includes("--local") ? args : ["--local", ...args];

const execute = (database: string, command: string): Promise<number> =>
  run(wrangler, ["d1", "execute", database, "--yes", "--command", command, ...where], quietWrangler);

// Pages are marked last, so that nothing is indexed before the index is emptied.
const code = (await execute("SEARCH", EMPTY)) || (await execute("DB", MARK));
if (code === 0) console.log("The index is empty, and all pages are queued for indexing.");
process.exitCode = code;
