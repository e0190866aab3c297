/**
 * `npm run live -- fuzz [operations]`: people, tools and whole-body writers on one page whose room is evicted, far longer
 * than in a normal run: 1,000,000 operations by default, divided among the processors. Each takes 2 to 5 ms of CPU time; a
 * failure reports its seed, and `PROOFS_SEED` starts with that one.
 */
import { availableParallelism } from "node:os";
import { buildWeb } from "../../build/web.ts";
import type { Tally } from "../../check/test-summary.ts";
import { quietWrangler, run as runProgram, vitest } from "../../commands.ts";
import { UsageError } from "../../runner/cases.ts";

/** Minimum number of operations per process. */
const MIN_OPERATIONS = 2_000;

export async function run(args: readonly string[]): Promise<Tally> {
  const operations = Number(args[0] ?? 1_000_000);
  if (!Number.isSafeInteger(operations) || operations < 1)
    throw new UsageError("Pass the number of operations: npm run live -- fuzz 1000000");
  const processes = Math.max(1, Math.min(availableParallelism(), Math.floor(operations / MIN_OPERATIONS)));
  const firstSeed = Number(process.env.PROOFS_SEED || Date.now() % 1_000_000);

  await buildWeb();
  const codes = await Promise.all(
    Array.from({ length: processes }, (_, at) =>
      runProgram(vitest, ["run", "--project", "workers", "test/live/fuzz.test"], {
        ...quietWrangler,
        PROOFS: String(Math.ceil(operations / processes)),
        // Each process uses different seeds.
        PROOFS_SEED: String(firstSeed + at * 1_000_000),
      }),
    ),
  );
  const failed = codes.filter((code) => code !== 0).length;
  return { passed: codes.length - failed, failed };
}
