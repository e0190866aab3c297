/** Observes a transfer from outside the server, through its database and /proc: the cost of its steps, and its memory. */
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { cpuOf, memoryOf, runtimesUsing } from "../processes.ts";
import type { HeapWatch } from "./heap.ts";

const LOOK_MS = 25;

type Row = { step: number; phase: string; state: string; reason: string | null; ended: number | null };

/** The cost of the steps of one phase. */
export type PhaseCost = {
  readonly phase: string;
  steps: number;
  /** Counted from the end of the previous step, so the time in the queue is included. */
  seconds: number;
  longest: number;
  /** CPU time (s) of the whole runtime. */
  cpu: number;
  mostCpu: number;
  /** Peak heap size (bytes) of the service's isolate. */
  heap: number;
};

export type Watched = {
  readonly phases: readonly PhaseCost[];
  /** Peak resident memory (bytes) of the runtime, including databases, bucket and isolates. */
  readonly memory: number;
};

/** The main database of the server that writes this log. */
export function openDatabase(log: string): DatabaseSync {
  const folder = join(dirname(log), "state");
  for (const file of globSync("**/*.sqlite", { cwd: folder })) {
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    if (database.prepare("select 1 from sqlite_master where name = 'transfers'").get() !== undefined) return database;
    database.close();
  }
  throw new Error(`No database with transfers was found in ${folder}.`);
}

/** Runs until the transfer has ended, or is done except for cleanup; throws if it fails. */
export async function watch(database: DatabaseSync, id: string, log: string, heap: HeapWatch): Promise<Watched> {
  // Wrangler runs another runtime in front of the one that has the databases open.
  const pids = runtimesUsing(dirname(log));
  const look = database.prepare("select step, phase, state, reason, ended_at as ended from transfers where id = ?");
  const phases = new Map<string, PhaseCost>();
  let memory = 0;
  let [at, cpu, last]: [number, number, Row | null] = [performance.now(), cpuOf(pids), null];
  for (;;) {
    const row = look.get(id) as Row | undefined; // matches the query's columns
    if (!row) throw new Error("There is no such transfer.");
    if (last !== null && row.step !== last.step) {
      const [now, used] = [performance.now(), cpuOf(pids)];
      note(phases, last.phase, row.step - last.step, (now - at) / 1_000, (used - cpu) / 1_000, heap.takeMost());
      [at, cpu] = [now, used];
    }
    if (row.state !== "running" && row.state !== "done")
      throw new Error(`The transfer has ${row.state}: ${row.reason}`);
    if (row.ended !== null) return { phases: [...phases.values()], memory };
    last = row;
    memory = Math.max(memory, memoryOf(pids, "VmRSS"));
    await pause(LOOK_MS);
  }
}

function note(
  phases: Map<string, PhaseCost>,
  phase: string,
  steps: number,
  seconds: number,
  cpu: number,
  heap: number,
): void {
  const cost = phases.get(phase) ?? { phase, steps: 0, seconds: 0, longest: 0, cpu: 0, mostCpu: 0, heap: 0 };
  cost.steps += steps;
  cost.seconds += seconds;
  cost.longest = Math.max(cost.longest, seconds / steps);
  cost.cpu += cpu;
  cost.mostCpu = Math.max(cost.mostCpu, cpu / steps);
  cost.heap = Math.max(cost.heap, heap);
  phases.set(phase, cost);
}
