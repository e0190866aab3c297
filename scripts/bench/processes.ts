/** CPU time of the workerd processes that this process started; Linux only. */
import { readdirSync, readFileSync } from "node:fs";

/** Total CPU time in ms of all threads, from /proc/PID/task/TID/schedstat (ns); null on systems without /proc. */
export function cpuOfRuntime(): number | null {
  try {
    let nanoseconds = 0;
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      if (isOwnRuntime(pid)) for (const thread of readdirSync(`/proc/${pid}/task`)) nanoseconds += timeOf(pid, thread);
    }
    return nanoseconds / 1e6;
  } catch {
    return null;
  }
}

function isOwnRuntime(pid: string): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    const parent = Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[1]);
    return parent === process.pid && line.slice(line.indexOf("(") + 1, line.lastIndexOf(")")) === "workerd";
  } catch {
    return false; // exited meanwhile
  }
}

const timeOf = (pid: string, thread: string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
