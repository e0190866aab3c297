/** Observes a transfer from outside the server, through its database and /proc: the cost of its steps, and its memory. */
import { globSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
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
  /** CPU time of the whole runtime. */
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
  const pids = runtimesOf(log);
  const look = database.prepare("select step, phase, state, reason, ended_at as ended from transfers where id = ?");
  const phases = new Map<string, PhaseCost>();
  let memory = 0;
  let [at, cpu, last]: [number, number, Row | null] = [performance.now(), cpuOf(pids), null];
  for (;;) {
    const row = look.get(id) as Row | undefined; // matches the query's columns
    if (!row) throw new Error("There is no such transfer.");
    if (last !== null && row.step !== last.step) {
      const [now, used] = [performance.now(), cpuOf(pids)];
      note(phases, last.phase, row.step - last.step, (now - at) / 1_000, used - cpu, heap.takeMost());
      [at, cpu] = [now, used];
    }
    if (row.state !== "running" && row.state !== "done")
      throw new Error(`The transfer has ${row.state}: ${row.reason}`);
    if (row.ended !== null) return { phases: [...phases.values()], memory };
    last = row;
    memory = Math.max(memory, residentOf(pids));
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

/**
 * The runtime that has the server's databases open; none if there is no /proc. Wrangler runs another runtime in front of it.
 */
function runtimesOf(log: string): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && isRuntimeOver(name, dirname(log)))
      .map(Number);
  } catch {
    return [];
  }
}

function isRuntimeOver(pid: string, folder: string): boolean {
  try {
    if (readFileSync(`/proc/${pid}/comm`, "utf8").trim() !== "workerd") return false;
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(folder));
  } catch {
    return false; // exited meanwhile
  }
}

const sumOf = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + of(pid), 0);

const residentOf = (pids: readonly number[]): number =>
  sumOf(pids, (pid) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024);

/** CPU seconds of all threads (proc(5), schedstat, in ns). */
const cpuOf = (pids: readonly number[]): number =>
  sumOf(pids, (pid) => readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + secondsOf(pid, thread), 0));

function secondsOf(pid: number, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e9;
  } catch {
    return 0; // exited meanwhile
  }
}
