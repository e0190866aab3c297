/** Plays cases in several processes, each with its own share. */
import { fork } from "node:child_process";
import { join } from "node:path";
import type { Patch } from "./platform/bundle.ts";

export type Given = { readonly seed: number; readonly operations: number; readonly rate: number; readonly skip: readonly number[]; readonly calm: readonly string[] }; // oxfmt-ignore
/** Another version of the Worker, which serves some requests and objects. */
export type Beside = { readonly bundle: string; readonly revision: string };
export type Shared = {
  readonly bundle: string;
  readonly beside: Beside | null;
  readonly log: boolean;
  readonly processes: number;
};
export type Order = { readonly cases: readonly Given[]; readonly bundle: string; readonly beside: Beside | null; readonly log: boolean; readonly patches: readonly Patch[]; readonly stopsAtFirst: boolean }; // oxfmt-ignore
export type Failure = { readonly seed: number; readonly report: string };
export type Played = { readonly requests: number; readonly faults: number; readonly cpuSeconds: number; readonly failure: Failure | null }; // oxfmt-ignore
export type Found = {
  readonly failures: Failure[];
  readonly totals: { requests: number; faults: number; cpuSeconds: number };
};

export async function inProcesses(
  cases: readonly Given[],
  { processes, ...shared }: Shared & { readonly patches: readonly Patch[]; readonly stopsAtFirst: boolean },
  report: (text: string) => void = () => undefined,
): Promise<Found> {
  const found: Found = { failures: [], totals: { requests: 0, faults: 0, cpuSeconds: 0 } };
  const shares = Array.from({ length: Math.min(processes, cases.length) }, (_, part) =>
    cases.filter((_case, index) => index % processes === part),
  );
  await Promise.all(
    shares.map(
      (share) =>
        new Promise<void>((resolve, reject) => {
          // Most errors are simulated, and the stack of each would take a tenth of the time.
          const stacks = shared.log ? [] : ["--stack-trace-limit=0"];
          const child = fork(join(import.meta.dirname, "child-process.ts"), { execArgv: ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=64", ...stacks] }); // oxfmt-ignore
          child.on("message", (played: Played) => {
            found.totals.requests += played.requests;
            found.totals.faults += played.faults;
            found.totals.cpuSeconds += played.cpuSeconds;
            if (!played.failure) return;
            found.failures.push(played.failure);
            report(played.failure.report);
          });
          child.once("error", reject);
          child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`A process ended with ${code}.`))));
          child.send({ ...shared, cases: share } satisfies Order);
        }),
    ),
  );
  found.failures.sort((one, other) => one.seed - other.seed);
  return found;
}
