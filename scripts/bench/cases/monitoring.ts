/**
 * What monitoring costs the service. `--rounds 300 --dur 0.25 --scenario read`.
 *
 * One server gets the same requests alternately with monitoring, as by default, and without: two processes, however alike,
 * differ by more than the effect being measured. The ratio is computed per round, and the judgement is based on the 95 %
 * confidence interval of its median: median ± 1.57 · IQR / √n (McGill, Tukey and Larsen 1978). Fails if monitoring
 * costs more than three per cent of the throughput; there is no verdict if the machine was too busy.
 */
import { loadavg } from "node:os";
import { readFlags } from "../../runner/cases.ts";
import type { Tally } from "../../check/test-summary.ts";
import { Generator } from "../generator.ts";
import { median, quantile } from "../../runner/quantile.ts";
import { PAGES } from "../scenarios.ts";
import { startServer, type Server } from "../server.ts";

const MIN_SPEED_RATIO = 0.97;
const CONNECTIONS = 16;
const SIZE = { drives: 1, bigDrive: 1, textBytes: 1_000 };

const flags = readFlags({ rounds: 300, dur: 0.25, scenario: "read" });

type Sample = { readonly perSecond: number; readonly cpu: number };

async function measure(server: Server, generator: Generator, how: "on" | "off"): Promise<Sample> {
  const before = server.cpu() ?? 0;
  const { requests, seconds } = await generator.run({
    port: server.port,
    scenario: flags.scenario,
    connections: CONNECTIONS,
    seconds: flags.dur,
    least: PAGES,
    from: 0,
    header: `X-Bench-Monitoring: ${how}`,
  });
  return { perSecond: requests / seconds, cpu: ((server.cpu() ?? 0) - before) / requests };
}

/** The median with half the width of its 95 % confidence interval. */
function estimate(numbers: readonly number[]): { middle: number; give: number } {
  const spread = quantile(numbers, 0.75) - quantile(numbers, 0.25);
  return { middle: median(numbers), give: (1.57 * spread) / Math.sqrt(numbers.length) };
}

const shown = ({ middle, give }: { middle: number; give: number }): string =>
  `${middle.toFixed(3)} ± ${give.toFixed(3)}`;

export async function run(): Promise<Tally | null> {
  const server = await startServer(SIZE, { MONITORING: "10" });
  const generator = new Generator();
  try {
    // Warm up, for what is compiled and opened on first use.
    for (const how of ["on", "off", "on", "off"] as const) await measure(server, generator, how);
    const rounds: { on: Sample; off: Sample }[] = [];
    for (let round = 0; round < flags.rounds; round += 1) {
      // Alternate the order, so that neither is always first.
      const first = await measure(server, generator, round % 2 === 0 ? "on" : "off");
      const second = await measure(server, generator, round % 2 === 0 ? "off" : "on");
      rounds.push(round % 2 === 0 ? { on: first, off: second } : { on: second, off: first });
    }
    const cpu = estimate(rounds.map((round) => round.on.cpu / round.off.cpu));
    const speed = estimate(rounds.map((round) => round.on.perSecond / round.off.perSecond));
    // Few rounds include sending the measurements, so the median does not reflect them.
    const all = (how: "on" | "off"): number => rounds.reduce((sum, round) => sum + round[how].perSecond, 0);
    console.log(
      `${flags.scenario}: with monitoring ${shown(cpu)} of the CPU and ${shown(speed)} of the requests per second without ` +
        `(${(all("on") / all("off")).toFixed(3)} over all rounds); ` +
        `${rounds.length} rounds, load average ${loadavg()[0]?.toFixed(1)}`,
    );
    const fails = speed.middle + speed.give < MIN_SPEED_RATIO;
    if (!fails && speed.middle - speed.give < MIN_SPEED_RATIO) {
      console.log("The machine was too busy for so few rounds: no verdict.");
      return null;
    }
    return { passed: fails ? 0 : 1, failed: fails ? 1 : 0 };
  } finally {
    generator.stop();
    await server.stop();
  }
}
