/**
 * `npm run simulate -- 50`: plays this many seeds. Options: `--from 7` is the first seed, `--operations 60` and
 * `--rate 0.05` are per seed, `--processes 2`, `--log` prints the history. `--beside REVISION` lets that version of the Worker
 * serve some requests and objects, `--beside previous` the one before the last migration. `--skip` and `--calm` leave out operations and
 * faults, as printed for a failure. `npm run simulate -- plants` checks that planted faults are found within 1,000 seeds;
 * `--only version` plants those whose name contains the word. See docs/simulation.md.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../scripts/commands.ts";
import { extractVersion, findOlderVersion, git } from "../../scripts/migrations/older-version.ts";
import { mix } from "./platform/draws.ts";
import { bundleWorker } from "./platform/bundle.ts";
import { inProcesses, type Beside } from "./processes.ts";
import { checkPlanted } from "./planted.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: "string", default: "1" },
    operations: { type: "string", default: "40" },
    rate: { type: "string" },
    beside: { type: "string" },
    processes: { type: "string", default: String(Math.min(2, availableParallelism())) },
    skip: { type: "string", default: "" },
    calm: { type: "string", default: "" },
    log: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});

/** Without a rate, each seed draws its own: from rare faults to very many. */
const RATES = [0.02, 0.05, 0.05, 0.1];

const SEEDS_FOR_PLANTS = 1_000;

const isPlanting = positionals[0] === "plants";
const count = Number((isPlanting ? positionals[1] : positionals[0]) ?? (isPlanting ? SEEDS_FOR_PLANTS : 10));
const from = Number(values.from);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(from))
  throw new Error("Pass the number of seeds: npm run simulate -- 50 --from 1");

const seeds = Array.from({ length: count }, (_, index) => from + index);
const cases = seeds.map((seed) => ({
  seed,
  operations: Number(values.operations),
  rate: values.rate === undefined ? (RATES[mix(seed, 77) % RATES.length] ?? 0.05) : Number(values.rate),
  skip: values.skip.split(",").filter(Boolean).map(Number),
  calm: values.calm.split(",").filter(Boolean),
}));

/** Bundles another version. */
async function bundleVersion(revision: string, within: string): Promise<Beside> {
  const commit = revision === "previous" ? findOlderVersion(root) : git(root, "rev-parse", "--verify", revision);
  if (commit === null) throw new Error(`There is no version ${revision}.`);
  console.log(`Beside ${git(root, "log", "-1", "--format=%h %s", commit)}:`);
  const sources = join(within, "older");
  mkdirSync(sources);
  extractVersion(root, commit, sources);
  const bundle = join(within, "older.cjs");
  await bundleWorker(bundle, sources);
  return { bundle, revision: commit };
}

const folder = mkdtempSync(join(tmpdir(), "octavo-simulation-"));
try {
  const bundle = join(folder, "worker.cjs");
  await bundleWorker(bundle);
  const beside = values.beside === undefined ? null : await bundleVersion(values.beside, folder);
  const shared = { bundle, beside, log: values.log, processes: Number(values.processes) };
  process.exitCode = isPlanting ? await checkPlanted(cases, shared, values.only) : await simulate();

  async function simulate(): Promise<number> {
    const start = performance.now();
    const found = await inProcesses(cases, { ...shared, patches: [], stopsAtFirst: false }, console.log);
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    const { requests, faults, cpuSeconds } = found.totals;
    console.log(`${count} seeds in ${seconds} s (${cpuSeconds.toFixed(1)} s of CPU time): ${requests} requests, ${faults} faults.`); // oxfmt-ignore
    console.log(`${count - found.failures.length} passed, ${found.failures.length} failed`);
    return found.failures.length > 0 ? 1 : 0;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
