/** `npm run check`: every check of the project, one after the other, ending with the line `N passed, N failed`. */
import { npm, startTree, stopTree } from "./commands.ts";
import { failures } from "./failures.ts";
import { addTallies, formatTally, readNodeTestTally, readTally, type Tally } from "./test-summary.ts";

/** A check that hangs must not take the others with it. */
const STEP_MS = 25 * 60_000;

type Step = {
  /** The package script. */
  readonly script: string;
  /** Finds the count in what the script printed; without it, or when it finds none, the script counts as one check. */
  readonly count?: (output: string) => Tally | null;
};

const STEPS: readonly Step[] = [
  { script: "test", count: readTally },
  { script: "types" },
  { script: "lint" },
  { script: "format:check" },
  { script: "budgets" },
  { script: "migrations:check" },
  { script: "build" },
  { script: "bundle" },
  { script: "smoke:server" },
  { script: "smoke:spec:server", count: readTally },
  { script: "bench:cost" },
  { script: "e2e", count: readNodeTestTally },
];

type Outcome = {
  readonly script: string;
  readonly tally: Tally;
  readonly failures: readonly string[];
  readonly seconds: number;
};

async function runStep({ script, count }: Step): Promise<Outcome> {
  console.log(`\n=== npm run ${script} ===`);
  const started = performance.now();
  const child = startTree(npm, ["run", script], { FORCE_COLOR: "0" }, "pipe");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      process.stdout.write(text);
    });
  }
  const timer = setTimeout(() => {
    console.log(`\nStopped: npm run ${script} took more than ${STEP_MS / 60_000} minutes.`);
    void stopTree(child);
  }, STEP_MS);
  const code = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      console.log(error.message);
      resolve(1);
    });
    child.once("close", (exit) => resolve(exit ?? 1));
  });
  clearTimeout(timer);
  return {
    script,
    tally: judge(count?.(output) ?? null, code),
    failures: failures(output),
    seconds: (performance.now() - started) / 1_000,
  };
}

/** A step that ended badly has at least one failure, and one that counted nothing has not shown that anything works. */
function judge(counted: Tally | null, code: number): Tally {
  if (counted === null) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const green = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  return green ? { ...counted, failed: 1 } : counted;
}

const outcomes: Outcome[] = [];
for (const step of STEPS) outcomes.push(await runStep(step));

console.log("\n=== summary ===");
for (const { script, tally, failures: failed, seconds } of outcomes) {
  console.log(
    `${tally.failed === 0 ? "ok    " : "FAILED"} ${script.padEnd(18)} ${formatTally(tally)} (${seconds.toFixed(1)} s)`,
  );
  if (tally.failed > 0) for (const line of failed) console.log(`         ${line}`);
}
const total = addTallies(outcomes.map(({ tally }) => tally));
console.log(`\n${formatTally(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
