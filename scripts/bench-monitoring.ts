/**
 * `npm run bench:monitoring [-- --rounds 8 --dur 2 --scenario read]`: what measuring itself costs the service.
 *
 * Two servers, one that measures itself as it does by default, one that does not, are asked the same in turn; the ratio is
 * taken within each round. Exits with 1 when measuring costs more than three per cent of the throughput, with 2 when the
 * machine was too busy to tell.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Load, Task } from "./bench/load.ts";
import { PAGES } from "./bench/scenarios.ts";
import { startServer, type Server } from "./bench/server.ts";
import { formatTally } from "./tally.ts";

const LEAST = 0.97;
/** Above this spread between rounds nothing is judged. */
const STEADY = 0.25;
const CONNECTIONS = 16;
const SIZE = { drives: 1, bigDrive: 1, textBytes: 1_000 };

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "8" },
    dur: { type: "string", default: "2" },
    scenario: { type: "string", default: "read" },
  },
});

type Sample = { readonly perSecond: number; readonly cpu: number };

async function measure(server: Server, generator: ChildProcess): Promise<Sample> {
  const ask = async (seconds: number): Promise<Load> => {
    const task: Task = {
      port: server.port,
      scenario: values.scenario,
      connections: CONNECTIONS,
      seconds,
      least: PAGES,
      from: 0,
    };
    generator.send(task);
    const [answer] = (await once(generator, "message")) as [{ load?: Load; error?: string }]; // what load.ts sends
    if (!answer.load) throw new Error(answer.error);
    return answer.load;
  };
  await ask(0);
  // The other server idles meanwhile: what the runtime's processes use is this one's.
  const before = server.cpu() ?? 0;
  const load = await ask(Number(values.dur));
  return { perSecond: load.requests / load.seconds, cpu: ((server.cpu() ?? 0) - before) / load.requests };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

const [on, off] = [await startServer(SIZE, { MONITORING: "10" }), await startServer(SIZE, { MONITORING: "off" })];
const generator = fork(join(import.meta.dirname, "bench/load.ts"));
try {
  const rounds: { on: Sample; off: Sample }[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // Turn about, so that neither is always the first.
    const first = await measure(round % 2 === 0 ? on : off, generator);
    const second = await measure(round % 2 === 0 ? off : on, generator);
    rounds.push(round % 2 === 0 ? { on: first, off: second } : { on: second, off: first });
  }
  const cpu = median(rounds.map((round) => round.on.cpu / round.off.cpu));
  const speed = median(rounds.map((round) => round.on.perSecond / round.off.perSecond));
  const speeds = rounds.map((round) => round.off.perSecond);
  const apart = (Math.max(...speeds) - Math.min(...speeds)) / median(speeds);
  console.log(
    `${values.scenario}: with monitoring ${cpu.toFixed(3)} of the CPU and ${speed.toFixed(3)} of the requests per second without; ` +
      `rounds varied by ${(apart * 100).toFixed(0)} %, load average ${loadavg()[0]?.toFixed(1)}`,
  );
  if (apart > STEADY) {
    console.log("The machine was too busy: nothing is judged.");
    process.exitCode = 2;
  } else {
    const failed = speed < LEAST ? 1 : 0;
    console.log(formatTally({ passed: 1 - failed, failed }));
    process.exitCode = failed;
  }
} finally {
  generator.kill();
  await on.stop();
  await off.stop();
}
