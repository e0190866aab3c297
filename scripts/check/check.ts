/**
 * `npm run check`: runs all checks of the project and ends with the line `N passed, N failed`. Some run in parallel with
 * others that spend time waiting; their output is printed afterwards.
 */
import { ALREADY_BUILT, npm, startTree, stopTree } from "../commands.ts";
import { startServer } from "../server/dev-server.ts";
import { failedFiles, failures } from "./failures.ts";
import { addTallies, formatTally, readNodeTestTally, readTally, type Tally } from "./test-summary.ts";

/** Keeps a check that hangs from blocking the others. */
const STEP_MS = 25 * 60_000;

type Step = {
  /** The package script. */
  readonly script: string;
  readonly args?: readonly string[];
  /** Extracts the count from the script's output; if there is none, the script counts as one check. */
  readonly count?: (output: string) => Tally | null;
  /** Reruns files with failed tests on their own: tests that then pass are listed in the summary as unsteady. */
  readonly again?: string;
};

type Stage = {
  /** Run sequentially, with their output streamed. */
  readonly steps: readonly Step[];
  /** Also sequential, but in parallel with `steps`: they neither write files that the others read nor measure time. */
  readonly beside?: readonly Step[];
  /** Starts one development server for all of them; `scripts/server/with-server.ts` finds it. */
  readonly server?: boolean;
  /** An earlier stage has built the browser's files. */
  readonly isBuilt?: boolean;
};

const STAGES: readonly Stage[] = [
  {
    steps: [{ script: "test", count: readTally }],
    beside: [
      { script: "types" },
      { script: "lint" },
      { script: "format:check" },
      { script: "budgets" },
      { script: "migrations:check" },
    ],
  },
  { steps: [{ script: "build" }, { script: "bundle" }] },
  { isBuilt: true, steps: [{ script: "backup:rehearse" }] },
  // Alone, because it uses every core.
  { steps: [{ script: "simulate", args: ["300", "--operations", "20"], count: readTally }] },
  // Uses the README's own command, which serves the browser's modules from source.
  { isBuilt: true, steps: [{ script: "journeys", count: readNodeTestTally, again: "journeys:files" }] },
  {
    server: true,
    isBuilt: true,
    steps: [
      { script: "smoke:spec:server", count: readTally },
      { script: "live:races", count: readTally },
      { script: "e2e:alone", count: readNodeTestTally, again: "e2e:files" },
      { script: "e2e", count: readNodeTestTally, again: "e2e:files" },
    ],
  },
];

type Outcome = {
  readonly script: string;
  readonly tally: Tally;
  readonly failures: readonly string[];
  readonly seconds: number;
  /** Tests that only passed when rerun. */
  readonly unsteady?: readonly string[];
};

type Print = (text: string) => void;

/** A file is rerun twice: on a busy machine, one of its other tests may fail the second time. */
const RERUNS = 2;

async function runStep(step: Step, env: NodeJS.ProcessEnv, print: Print): Promise<Outcome> {
  let last = await runOnce(step, env, print);
  if (step.again === undefined) return last;
  const unsteady: string[] = [];
  for (let run = 0; run < RERUNS && last.tally.failed > 0; run += 1) {
    const files = failedFiles(last.output);
    if (files.length === 0) break;
    const rerun = await runOnce({ ...step, script: step.again, args: files }, env, print);
    const { failed } = rerun.tally;
    unsteady.push(...last.failures);
    const passed = last.tally.passed + Math.max(0, last.tally.failed - failed);
    last = { ...rerun, tally: { passed, failed }, seconds: last.seconds + rerun.seconds };
  }
  return { ...last, script: step.script, unsteady };
}

type Ran = Outcome & { readonly output: string };

async function runOnce({ script, args = [], count }: Step, env: NodeJS.ProcessEnv, print: Print): Promise<Ran> {
  print(`\n=== npm run ${script} ===\n`);
  const started = performance.now();
  const child = startTree(npm, ["run", script, "--", ...args], { ...env, FORCE_COLOR: "0" }, "pipe");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      print(text);
    });
  }
  const timer = setTimeout(() => {
    print(`\nStopped: npm run ${script} took more than ${STEP_MS / 60_000} minutes.\n`);
    void stopTree(child);
  }, STEP_MS);
  const code = await new Promise<number>((resolve) => {
    child.once("error", (error) => {
      print(`${error.message}\n`);
      resolve(1);
    });
    child.once("close", (exit) => resolve(exit ?? 1));
  });
  clearTimeout(timer);
  return {
    script,
    tally: judge(count?.(output) ?? null, code),
    failures: failures(output),
    output,
    seconds: (performance.now() - started) / 1_000,
  };
}

/** A step that exited with an error has at least one failure, and one that counted nothing has not proved anything. */
function judge(counted: Tally | null, code: number): Tally {
  if (counted === null) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const green = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  return green ? { ...counted, failed: 1 } : counted;
}

async function runAll(steps: readonly Step[], env: NodeJS.ProcessEnv, print: Print): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await runStep(step, env, print));
  return outcomes;
}

const show: Print = (text) => void process.stdout.write(text);

async function runStage({ steps, beside = [], server, isBuilt }: Stage): Promise<Outcome[]> {
  const env = isBuilt === true ? ALREADY_BUILT : {};
  const held: string[] = [];
  const others = runAll(beside, env, (text) => held.push(text));
  // If this server fails to start, each step that needs one starts its own and reports why.
  const started = server === true ? await startServer([], env).catch(() => null) : null;
  const outcomes = await runAll(steps, { ...env, ...started?.variables }, show);
  const more = await others;
  if (started) {
    const failed = (await started.hasRestarted()) ? 1 : 0;
    const reasons = ["The server restarted during the tests, because a file that it serves was changed."];
    outcomes.push({ script: "one server", tally: { passed: 1 - failed, failed }, failures: reasons, seconds: 0 });
    if (outcomes.some(({ tally, unsteady }) => tally.failed > 0 || unsteady !== undefined))
      show(`${await started.lastLines()}\n`);
    await started.stop();
  }
  show(held.join(""));
  return [...outcomes, ...more];
}

const outcomes: Outcome[] = [];
for (const stage of STAGES) outcomes.push(...(await runStage(stage)));

console.log("\n=== summary ===");
for (const { script, tally, failures: failed, seconds, unsteady = [] } of outcomes) {
  console.log(
    `${tally.failed === 0 ? "ok    " : "FAILED"} ${script.padEnd(18)} ${formatTally(tally)} (${seconds.toFixed(1)} s)`,
  );
  if (tally.failed > 0) for (const line of failed) console.log(`         ${line}`);
  for (const line of unsteady) console.log(`         failed at first: ${line}`);
}
const total = addTallies(outcomes.map(({ tally }) => tally));
console.log(`\n${formatTally(total)}`);
process.exitCode = total.failed === 0 ? 0 : 1;
