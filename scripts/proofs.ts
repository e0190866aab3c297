/**
 * `npm run proofs [-- sequences]`: the tests that hold by chance, taken much further than in every run: 50,000 sequences
 * unless told. For the night: it takes over an hour. Every failure names its seed and its shortest story.
 */
import { buildWeb } from "./build-web.ts";
import { quietWrangler, run, vitest } from "./commands.ts";

const sequences = Number(process.argv[2] ?? 50_000);
if (!Number.isSafeInteger(sequences) || sequences < 1)
  throw new Error("Say how many sequences: npm run proofs -- 50000");

await buildWeb();
const models = await run(vitest, ["run", "--project", "workers", "test/model"], {
  ...quietWrangler,
  PROOFS: String(sequences),
});
// Races, faults and random questions, with as many at once as a run of every push cannot wait for.
const FLOWS = ["invalidation", "races", "passkeys-lockout"].map((name) => `test/flows/${name}`);
const OTHERS = ["test/faults/database", "test/quotas/counters", "test/search/questions", "test/mcp/together"];
const inWorkerd = ["run", "--project", "workers"];
const crowds = await run(vitest, [...inWorkerd, ...FLOWS, ...OTHERS], {
  ...quietWrangler,
  PROOFS: String(sequences),
});
// Tamperings with the audit log are cheaper: two for each sequence.
const tamperings = await run(vitest, ["run", "--project", "unit", "tampering.unit.test"], {
  TAMPERINGS: String(2 * sequences),
});
// Untrusted input: bodies, names, ranges and documents, whole and damaged.
const damaged = ["fuzz.unit.test", "images/header.unit.test"];
const strangers = await run(vitest, ["run", "--project", "unit", "--testTimeout=0", ...damaged], {
  PROOFS: String(sequences),
  FUZZ_RUNS: String(2 * sequences),
});
// Every other property, over and over: each run draws its own cases.
let properties = 0;
for (let round = 0; round < Math.ceil(sequences / 5_000) && properties === 0; round += 1)
  properties = await run(vitest, ["run", "--project", "unit", "--testTimeout=0"], { PROOFS: String(sequences) });
process.exitCode = models || crowds || tamperings || strangers || properties;
