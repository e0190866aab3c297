/** CPU time and memory of workerd processes, from /proc (proc(5)); Linux only. */
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";

/** The runtimes that this process started. */
export const ownRuntimes = (): string[] =>
  runtimes((pid) => {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[1]) === process.pid;
  });

/** The runtimes that have a file in `folder` open, such as a server's databases. */
export const runtimesUsing = (folder: string): string[] =>
  runtimes((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(folder)),
  );

const hasProc = existsSync("/proc/self/task");

/** None if there is no /proc. */
const runtimes = (isWanted: (pid: string) => boolean): string[] =>
  (hasProc ? readdirSync("/proc") : []).filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "workerd" && isWanted(pid);
    } catch {
      return false; // exited meanwhile
    }
  });

const sumOf = (names: readonly string[], of: (name: string) => number): number =>
  names.reduce((sum, name) => sum + of(name), 0);

/** CPU time (ms) of all threads so far. */
export const cpuOf = (pids: readonly string[]): number =>
  sumOf(pids, (pid) => sumOf(readdirSync(`/proc/${pid}/task`), (thread) => threadTime(pid, thread))) / 1e6;

/** CPU time (ms) of the runtimes that this process started; null if there is no /proc. */
export const cpuOfRuntime = (): number | null => (hasProc ? cpuOf(ownRuntimes()) : null);

function threadTime(pid: string, thread: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  } catch {
    return 0; // exited meanwhile
  }
}

/** Resident memory in bytes: the current size, or the peak since `resetPeak`. */
export const memoryOf = (pids: readonly string[], field: "VmRSS" | "VmHWM"): number =>
  sumOf(pids, (pid) => {
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1_024;
  });

export const resetPeak = (pids: readonly string[]): void => {
  for (const pid of pids) writeFileSync(`/proc/${pid}/clear_refs`, "5");
};
