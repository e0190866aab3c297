/**
 * `npm run live:fuzz [-- operations]`: people, tools and whole bodies on one page whose room is evicted, far longer than in
 * every run: 1,000,000 operations unless told. Each takes 2 to 10 ms of two processors; a failure names its seed.
 */
import { buildWeb } from "./build-web.ts";
import { quietWrangler, run, vitest } from "./commands.ts";

const operations = Number(process.argv[2] ?? 1_000_000);
if (!Number.isSafeInteger(operations) || operations < 1)
  throw new Error("Say how many operations: npm run live:fuzz -- 1000000");

await buildWeb();
process.exitCode = await run(vitest, ["run", "--project", "workers", "test/live/fuzz.test"], {
  ...quietWrangler,
  PROOFS: String(operations),
});
