/** One process of a simulation run: plays the cases that it is sent, and shrinks those that fail. */
import { play, type Case, type Outcome } from "./play.ts";
import type { Start } from "./world.ts";
import { loadBundle } from "./platform/bundle.ts";
import type { Given, Order, Played } from "./processes.ts";
import { shrink } from "./shrink.ts";

const print = console.log.bind(console);
// The Worker logs each fault and prints mail, which would hide the report.
for (const level of ["log", "info", "warn", "error"] as const) console[level] = () => undefined;

const toCase = ({ skip, calm, ...given }: Given): Case => ({
  ...given,
  without: { operations: new Set(skip), faults: new Set(calm) },
});

function reportOf(
  { seed, operations, rate, without }: Case,
  { wrong, log, fired, played }: Outcome,
  revision: string | undefined,
): string {
  const beside = revision === undefined ? "" : ` --beside ${revision}`;
  const skip = without.operations.size > 0 ? ` --skip ${[...without.operations].join(",")}` : "";
  const calm = without.faults.size > 0 ? ` --calm ${[...without.faults].join(",")}` : "";
  return [
    `seed ${seed}: ${wrong.slice(0, 5).join("\n  ")}`,
    `  ${played.length} operations and ${fired.length} faults are left: ${fired.map(({ fault, target, key }) => `${fault} of ${target} (${key})`).join(", ")}`,
    ...log.slice(-25).map((line) => `    ${line}`),
    `  Replay: npm run simulate -- 1 --from ${seed} --operations ${operations} --rate ${rate}${beside}${skip}${calm}`,
  ].join("\n");
}

process.once("message", (order: Order) => {
  void work(order).then(
    () => process.exit(0),
    (error: unknown) => {
      print(error);
      process.exit(1);
    },
  );
});

async function work({ cases, bundle, beside, patches, stopsAtFirst, log }: Order): Promise<void> {
  const current = await loadBundle(bundle, patches);
  const older = beside === null ? null : await loadBundle(beside.bundle);
  const start: Start = {
    hasTwoVersions: older !== null,
    isolate: (index) => (index === 1 && older ? older() : current()),
  };
  for (const given of cases) {
    const before = process.cpuUsage();
    const outcome = await play(toCase(given), start);
    const { user, system } = process.cpuUsage(before);
    if (log) print(outcome.log.join("\n"));
    let failure: Played["failure"] = null;
    if (outcome.wrong.length > 0) {
      const isWhole = given.skip.length === 0 && given.calm.length === 0 && !stopsAtFirst;
      const best = isWhole
        ? await shrink(toCase(given), outcome, (smaller) => play(smaller, start))
        : { given: toCase(given), outcome };
      failure = { seed: given.seed, report: reportOf(best.given, best.outcome, beside?.revision) };
    }
    const played: Played = {
      requests: outcome.log.length,
      faults: outcome.fired.length,
      cpuSeconds: (user + system) / 1e6,
      failure,
    };
    await new Promise<void>((resolve) => void process.send?.(played, () => resolve()));
    if (failure && stopsAtFirst) return;
  }
}
