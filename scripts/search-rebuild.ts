/**
 * `npm run search:rebuild -- [--keep] [--remote | --local] [wrangler flags]`: empties the search index and marks every page for
 * indexing. With `--keep`, the index stays as it is, and only what it lacks is added: vectors for search by meaning. The running service does the work: in production within a minute, locally with the next change to any page.
 * Until then, searches only find what is already indexed. Safe to run at any time and repeatedly.
 */
import { EMPTY_INDEX, MARK_ALL_PAGES } from "../src/features/search/rebuild-statements.ts";
import { quietWrangler, run, wrangler } from "./commands.ts";

const isKept = process.argv.includes("--keep");
const args = process.argv.slice(2).filter((arg) => arg !== "--keep");
const where = args.includes("--remote") || args.includes("--local") ? args : ["--local", ...args];

const execute = (database: string, command: string): Promise<number> =>
  run(wrangler, ["d1", "execute", database, "--yes", "--command", command, ...where], quietWrangler);

// Pages are marked last, so that nothing is indexed before the index is emptied.
const code = (!isKept && (await execute("SEARCH", EMPTY_INDEX.join("; ")))) || (await execute("DB", MARK_ALL_PAGES));
if (code === 0) console.log(`${isKept ? "All" : "The index is empty, and all"} pages are queued for indexing.`);
process.exitCode = code;
