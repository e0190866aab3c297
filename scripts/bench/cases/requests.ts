/**
 * How close the service comes to the minimum cost of its platform, as ratios within one process.
 *
 * `--rounds 5 --dur 3 --conc 1,16 --scenarios read,update,… --out bench.json`. Every round runs each scenario in slices that
 * alternate with slices of its floor, so that other load on the machine affects both alike. Absolute figures mean little, since
 * they come from a simulator. There is no verdict if the machine was too busy.
 */
import { writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { readFlags } from "../../runner/cases.ts";
import type { Tally } from "../../check/test-summary.ts";
import { Generator } from "../generator.ts";
import type { Load } from "../load.ts";
import { median } from "../../runner/quantile.ts";
import { FLOORS, LONG_PAGES, PAGES, SCENARIOS, type Scenario } from "../scenarios.ts";
import { startServer, type Server } from "../server.ts";

/** If hello varies more than this between rounds, nothing is judged. */
const STEADY = 0.25;
/** Targets are defined for this number of connections. */
const JUDGED = 16;

/** Number of slices of a scenario and its floor per round. */
const SLICES = 3;

/** `p50` and `p99` in ms; `cpu` is the runtime's CPU time per request, in ms. */
type Figures = { perSecond: number; p50: number; p99: number; cpu: number | null };

/** One slice; `floor` is the slice just before it. */
type Sample = Figures & { scenario: string; connections: number; round: number; floor: Figures | null };

const flags = readFlags({
  rounds: 5,
  dur: 3,
  conc: "1,16",
  scenarios: SCENARIOS.map(({ name }) => name).join(","),
  out: "",
});
const connections = flags.conc.split(",").map(Number);
const wanted = flags.scenarios.split(",");
const chosen: readonly Scenario[] = [...FLOORS, ...SCENARIOS.filter(({ name }) => wanted.includes(name))];

async function measure(server: Server, generator: Generator): Promise<Sample[]> {
  const samples: Sample[] = [];
  let sent = 0;
  const load = async (scenario: string, n: number, seconds: number): Promise<Load> => {
    const done = await generator.run({
      port: server.port,
      scenario,
      connections: n,
      seconds,
      least: PAGES,
      from: sent,
    });
    sent += done.requests;
    return done;
  };
  const slice = async (scenario: string, n: number): Promise<Figures> => {
    const before = server.cpu();
    const { requests, seconds, p50, p99 } = await load(scenario, n, flags.dur / SLICES);
    const after = server.cpu();
    const cpu = before === null || after === null ? null : (after - before) / requests;
    return { perSecond: requests / seconds, p50, p99, cpu };
  };
  for (let round = 0; round < flags.rounds; round += 1) {
    for (const n of connections) {
      for (const { name, target } of chosen) {
        // Visit all pages once first: rooms that were idle during the other scenarios have been evicted.
        await load(name, n, 0);
        for (let turn = 0; turn < SLICES; turn += 1) {
          const floor = target ? await slice(target.floor, n) : null;
          samples.push({ scenario: name, connections: n, round, ...(await slice(name, n)), floor });
        }
      }
    }
    console.log(`round ${round + 1} of ${flags.rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
  }
  return samples;
}

type Line = {
  scenario: string;
  connections: number;
  perSecond: number;
  p50: number;
  p99: number;
  cpu: number | null;
  floor: string | null;
  ratio: number | null;
  cpuRatio: number | null;
  target: number | null;
};

/** Medians over the slices; the ratio to the floor is computed per slice first. */
function summarize(samples: readonly Sample[]): Line[] {
  return connections.flatMap((n) =>
    chosen.map(({ name, target }) => {
      const own = samples.filter((sample) => sample.scenario === name && sample.connections === n);
      const cpu = own[0]?.cpu === null ? null : median(own.map((sample) => sample.cpu ?? 0));
      return {
        scenario: name,
        connections: n,
        perSecond: median(own.map((sample) => sample.perSecond)),
        p50: median(own.map((sample) => sample.p50)),
        p99: median(own.map((sample) => sample.p99)),
        cpu,
        floor: target?.floor ?? null,
        ratio: target ? median(own.map((sample) => sample.perSecond / (sample.floor?.perSecond ?? 1))) : null,
        cpuRatio:
          target && cpu !== null ? median(own.map((sample) => (sample.floor?.cpu ?? 0) / (sample.cpu ?? 1))) : null,
        target: target?.ratio ?? null,
      };
    }),
  );
}

function print(lines: readonly Line[]): void {
  const cell = (value: string, width: number): string => value.padStart(width);
  console.log(
    `\n${"scenario".padEnd(16)}${["conns", "req/s", "p50 ms", "p99 ms", "CPU ms", "ratio", "by CPU", "target"].map((name) => cell(name, 9)).join("")}`,
  );
  for (const line of lines) {
    const cells = [
      String(line.connections),
      line.perSecond.toFixed(0),
      line.p50.toFixed(2),
      line.p99.toFixed(2),
      line.cpu?.toFixed(3) ?? "-",
      line.ratio?.toFixed(2) ?? "",
      line.cpuRatio?.toFixed(2) ?? "",
      line.target === null ? "" : `${line.target} ${line.floor}`,
    ];
    console.log(line.scenario.padEnd(16) + cells.map((value) => cell(value, 9)).join(""));
  }
}

/** Range of hello's requests per second at the judged concurrency across rounds, relative to their median. */
function spread(samples: readonly Sample[]): number {
  const hello = samples.filter(({ scenario, connections: n }) => scenario === "hello" && n === JUDGED);
  if (hello.length === 0) return Number.NaN;
  const ofRounds = Array.from({ length: flags.rounds }, (_, round) =>
    median(hello.filter((sample) => sample.round === round).map(({ perSecond }) => perSecond)),
  );
  return (Math.max(...ofRounds) - Math.min(...ofRounds)) / median(ofRounds);
}

export async function run(): Promise<Tally | null> {
  const server = await startServer({ drives: 1, bigDrive: 1, textBytes: 1_000 });
  const database = await server.database();
  await database
    .prepare("update page_contents set content = ?1 where page_id in (select value from json_each(?2))")
    .bind(LONG_PAGES.content, JSON.stringify(LONG_PAGES.ids))
    .run();
  const generator = new Generator();
  try {
    const samples = await measure(server, generator);
    const lines = summarize(samples);
    print(lines);
    const apart = spread(samples);
    console.log(
      `\n${cpus().length} processors, Node ${process.version}; hello varied by ${(apart * 100).toFixed(0)} % between rounds`,
    );
    if (flags.out)
      await writeFile(
        flags.out,
        `${JSON.stringify({ at: new Date().toISOString(), apart, lines, samples }, null, 2)}\n`,
      );
    const judged = lines.filter((line) => line.connections === JUDGED && line.target !== null && line.ratio !== null);
    const failed = judged.filter((line) => (line.ratio ?? 0) < (line.target ?? 0)).length;
    if (!(apart <= STEADY)) {
      console.log("The machine was too busy, or 16 connections were not requested: no verdict.");
      return null;
    }
    return { passed: judged.length - failed, failed };
  } finally {
    generator.stop();
    await server.stop();
  }
}
