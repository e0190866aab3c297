/**
 * `npm run search:rebuild -- [--keep] [--env NAME | --remote | --local] [wrangler flags]`: empties the search index and marks
 * every page for indexing. `--env` is the installation of that answers file. With `--keep`, the index stays as it is, and only what
 * it lacks is added: vectors for search by meaning. The running service does the work: in production within a minute, locally
 * with the next change to any page. Until then, searches only find what is already indexed. Safe to run at any time and repeatedly.
 */
import { parseArgs } from "node:util";
import { runCommand } from "./operate/operator.ts";
import { rebuildSearch } from "./operate/rebuild-search.ts";
import { runWrangler } from "./operate/wrangler.ts";

await runCommand(async () => {
  const own = process.argv.slice(2);
  const at = own.indexOf("--env");
  const { values } = parseArgs({ args: at < 0 ? [] : own.splice(at, 2), options: { env: { type: "string" } } });
  const flags = own.filter((arg) => arg !== "--keep");
  await rebuildSearch({
    env: values.env ?? null,
    flags: flags.includes("--remote") || flags.includes("--local") ? flags : ["--local", ...flags],
    isKept: process.argv.includes("--keep"),
    run: runWrangler,
    say: (line) => console.log(line),
  });
});
