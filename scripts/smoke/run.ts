/**
 * `npm run smoke -- CASE [ORIGIN] [options]`: uses a running service as people and programs do. Without a case, `edits` runs
 * on the given deployment.
 */
import type { Tally } from "../check/test-summary.ts";
import { type Case, exit, NO_SERVER, runCases } from "../runner/cases.ts";
import { Client } from "./client.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { formatLatencies, Report } from "./report.ts";
import type { Smoke } from "./world.ts";

/** A case returns its own count, or adds checks to the report. */
const smoke = (about: string, load: () => Promise<{ run: (smoke: Smoke) => Promise<Tally | void> }>): Case => ({
  about,
  needsServer: true,
  load: async () => {
    const { run } = await load();
    return { run: (args) => runSmoke(run, readOptions(args, process.env, Date.now())) };
  },
});

async function runSmoke(run: (smoke: Smoke) => Promise<Tally | void>, options: Options): Promise<Tally> {
  const started = performance.now();
  const client = new Client(options.origin);
  const report = new Report((line) => console.log(line));
  const counted = await run({ options, client, report }).finally(() => client.close());
  for (const line of formatLatencies(client.latencies)) console.log(line);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(`took ${seconds} s; --seed ${options.seed} repeats the choices`);
  return counted ?? report.tally;
}

const CASES: Readonly<Record<string, Case>> = {
  edits: smoke("many writers at once (minutes): after a deployment, nightly", () => import("./cases/edits.ts")),
  spec: smoke("the public interface, promise by promise: after changing a route", () => import("./cases/spec.ts")),
  mcp: smoke("an editing task with the protocol's reference clients: nightly", () => import("./cases/mcp.ts")),
  client: smoke("the examples of the API client: after changing client/", () => import("./cases/client.ts")),
  inspector: smoke("the same as mcp with its Inspector, a download: on demand", () => import("./cases/inspector.ts")),
  files: smoke("real documents of many kinds (minutes): after changing the parser", () => import("./cases/files.ts")),
};

const words = process.argv.slice(2);
const isNamed = Object.hasOwn(CASES, words[0] ?? "");
exit(await runCases("smoke", CASES, isNamed ? words : ["edits", NO_SERVER, ...words], USAGE));
