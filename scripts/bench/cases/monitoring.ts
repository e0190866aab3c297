/**
 * `npm run bench:monitoring [-- --rounds 300 --dur 0.25 --scenario read]`: what monitoring costs the service.
 *
 * One server gets the same requests alternately with monitoring, as by default, and without: two processes, however alike,
 * differ by more than the effect being measured. The ratio is computed per round, and the judgement is based on the 95 %
 * confidence interval of its median: median ± 1.57 · IQR / √n (McGill, Tukey and Larsen 1978). Exits with 1 if monitoring
 * costs more than three per cent of the throughput, and with 2 if the machine was too busy to judge.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Load, Task } from "../load.ts";
import { PAGES } from "../scenarios.ts";
import { startServer, type Server } from "../server.ts";
import { formatTally } from "../../check/test-summary.ts";

const MIN_SPEED_RATIO = 0.97;
const CONNECTIONS = 16;
const SIZE = { drives: 1, bigDrive: 1, textBytes: 1_000 };

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "300" },
    dur: { type: "string", default: "0.25" },
    scenario: { type: "string", default: "read" },
  },
});

type Sample = { readonly perSecond: number; readonly cpu: number };

async function measure(server: Server, generator: ChildProcess, how: "on" | "off"): Promise<Sample> {
  const ask = async (seconds: number): Promise<Load> => {
    const task: Task = {
      port: server.port,
      scenario: values.scenario,
      connections: CONNECTIONS,
      seconds,
      least: PAGES,
      from: 0,
      header: `X-Bench-Monitoring: ${how}`,
    };
    generator.send(task);
    const [answer] = (await once(generator, "message")) as [{ load?: Load; error?: string }]; // sent by load.ts
    if (!answer.load) throw new Error(answer.error);
    return answer.load;
  };
  const before = server.cpu() ?? 0;
  const load = await ask(Number(values.dur));
  return { perSecond: load.requests / load.seconds, cpu: ((server.cpu() ?? 0) - before) / load.requests };
}

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
const quantile = (numbers: readonly number[], q: number): number =>
  sorted(numbers)[Math.floor(q * (numbers.length - 1))] ?? 0;

/** The median with half the width of its 95 % confidence interval. */
function estimate(numbers: readonly number[]): { median: number; give: number } {
  const spread = quantile(numbers, 0.75) - quantile(numbers, 0.25);
  return { median: quantile(numbers, 0.5), give: (1.57 * spread) / Math.sqrt(numbers.length) };
}

const shown = ({ median, give }: { median: number; give: number }): string =>
  `${median.toFixed(3)} ± ${give.toFixed(3)}`;

const server = await startServer(SIZE, { MONITORING: "10" });
const generator = fork(join(import.meta.dirname, "../load.ts"));
try {
  // Warm up, for what is compiled and opened on first use.
  for (const how of ["on", "off", "on", "off"] as const) await measure(server, generator, how);
  const rounds: { on: Sample; off: Sample }[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
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
    `${values.scenario}: with monitoring ${shown(cpu)} of the CPU and ${shown(speed)} of the requests per second without ` +
      `(${(all("on") / all("off")).toFixed(3)} over all rounds); ` +
      `${rounds.length} rounds, load average ${loadavg()[0]?.toFixed(1)}`,
  );
  const fails = speed.median + speed.give < MIN_SPEED_RATIO;
  if (!fails && speed.median - speed.give < MIN_SPEED_RATIO) {
    console.log("The machine was too busy for so few rounds: no verdict.");
    process.exitCode = 2;
  } else {
    console.log(formatTally({ passed: fails ? 0 : 1, failed: fails ? 1 : 0 }));
    process.exitCode = fails ? 1 : 0;
  }
} finally {
  generator.kill();
  await server.stop();
}
