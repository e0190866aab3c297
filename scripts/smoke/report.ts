/** The output of the run: a line per check, call durations, and the final count. */
import type { Tally } from "../check/test-summary.ts";
import { quantile } from "../runner/quantile.ts";

const SHOWN_FAULTS = 12;

export class Report {
  #passed = 0;
  #failed = 0;
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  get tally(): Tally {
    return { passed: this.#passed, failed: this.#failed };
  }

  /** Runs a check. It passes with the details it reports; if it throws, it fails, and null is returned. */
  async check<T>(name: string, run: (say: (detail: string) => void) => Promise<T>): Promise<T | null> {
    const started = performance.now();
    const details: string[] = [];
    try {
      const result = await run((detail) => details.push(detail));
      this.#passed++;
      this.#print(`ok   ${name}${this.#tail(details, started)}`);
      return result;
    } catch (error) {
      this.#failed++;
      this.#print(`FAIL ${name}${this.#tail(details, started)}`);
      for (const fault of faultsOf(error)) this.#print(`     ${fault}`);
      return null;
    }
  }

  note(line: string): void {
    this.#print(`     ${line}`);
  }

  #tail(details: readonly string[], started: number): string {
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    return ` (${[...details, `${seconds} s`].join(", ")})`;
  }
}

/** Several faults of one check. */
class Faults extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults[0]);
    this.faults = faults;
  }
}

/** Throws if there are any. */
export function requireNone(faults: readonly string[]): void {
  if (faults.length > 0) throw new Faults(faults);
}

export function ensure(condition: boolean, fault: string): asserts condition {
  if (!condition) throw new Error(fault);
}

function faultsOf(error: unknown): string[] {
  if (!(error instanceof Faults))
    return [error instanceof Error ? error.message : "Something other than an Error was thrown."];
  const { faults } = error;
  const rest = faults.length - SHOWN_FAULTS;
  return [...faults.slice(0, SHOWN_FAULTS), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

/** A table of calls with their p50, p95 and p99 in ms. */
export function formatLatencies(latencies: ReadonlyMap<string, readonly number[]>): string[] {
  const rows = [...latencies].toSorted(([a], [b]) => a.localeCompare(b));
  const head = `${"calls".padEnd(18)}${["count", "p50", "p95", "p99"].map((name) => name.padStart(8)).join("")}  (ms)`;
  return [
    head,
    ...rows.map(([kind, times]) => {
      const quantiles = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(1));
      return `${kind.padEnd(18)}${[String(times.length), ...quantiles].map((cell) => cell.padStart(8)).join("")}`;
    }),
  ];
}
