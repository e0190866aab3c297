/**
 * `npm test [-- vitest arguments]`: builds what the tests serve, runs the tests in Node and workerd, and ends with the line `N
 * passed, N failed`.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildWeb } from "./build/web.ts";
import { quietWrangler, run, vitest } from "./commands.ts";
import { makeScratch } from "./server/scratch.ts";
import { formatTally, tallyReport } from "./check/test-summary.ts";

await buildWeb();
const args = process.argv.slice(2);
if (args.includes("--watch")) process.exit(await run(vitest, args, quietWrangler));

const folder = await makeScratch("octavo-test-");
const report = join(folder, "report.json");
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
const code = await run(vitest, ["run", ...reporters, ...args], { ...quietWrangler, TMPDIR: folder });
const tally = tallyReport(await readFile(report, "utf8").catch(() => null), code);
await rm(folder, { recursive: true });
console.log(`\n${formatTally(tally)}`);
process.exit(tally.failed > 0 ? code || 1 : code);
