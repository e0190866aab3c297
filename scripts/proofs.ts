/**
 * `npm run proofs [-- sequences]`: runs the randomized tests much longer than usual: 50,000 sequences by default.
 * Intended for nightly runs: it takes over an hour. Every failure reports its seed and its shortest reproduction.
 */
import { buildWeb } from "./build/web.ts";
import { quietWrangler, run, vitest } from "./commands.ts";

const sequences = Number(process.argv[2] ?? 50_000);
if (!Number.isSafeInteger(sequences) || sequences < 1)
  throw new Error("Pass the number of sequences: npm run proofs -- 50000");

await buildWeb();
const models = await run(vitest, ["run", "--project", "workers", "test/model"], {
  ...quietWrangler,
  PROOFS: String(sequences),
});
// Races, faults and random queries, with more concurrency than a run on every push has time for.
const FLOWS = ["invalidation", "races", "passkeys-lockout"].map((name) => `test/flows/${name}`);
const OTHERS = ["test/faults/database", "test/quotas/counters", "test/search/questions", "test/mcp/together"];
const inWorkerd = ["run", "--project", "workers"];
const crowds = await run(vitest, [...inWorkerd, ...FLOWS, ...OTHERS], {
  ...quietWrangler,
  PROOFS: String(sequences),
});
// Tampering tests of the audit log are cheaper: two per sequence.
const tamperings = await run(vitest, ["run", "--project", "unit", "tampering.unit.test"], {
  TAMPERINGS: String(2 * sequences),
});
// Untrusted input: bodies, names, ranges and documents, intact and corrupted.
const damaged = ["fuzz.unit.test", "images/header.unit.test"];
const strangers = await run(vitest, ["run", "--project", "unit", "--testTimeout=0", ...damaged], {
  PROOFS: String(sequences),
  FUZZ_RUNS: String(2 * sequences),
});
// Comments on pages that are edited at random: 10,000 pages by default.
const comments = await run(vitest, ["run", "--project", "unit", "--testTimeout=0", "test/anchors"], {
  ANCHOR_PAGES: String(Math.ceil(sequences / 5)),
});
// All other property tests, repeatedly: each run generates new cases.
let properties = 0;
for (let round = 0; round < Math.ceil(sequences / 5_000) && properties === 0; round += 1)
  properties = await run(vitest, ["run", "--project", "unit", "--testTimeout=0"], { PROOFS: String(sequences) });
process.exitCode = models || crowds || tamperings || strangers || comments || properties;
