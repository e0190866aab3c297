/** Runs the scale tests and prints the cost of each request at each size. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quietWrangler, root, run, vitest } from "../commands.ts";
import { type Tally, tallyReport } from "../check/test-summary.ts";
import { dollarsPerMillion } from "./prices.ts";

type Work = { trips: number; parallelTrips: number; rowsRead: number; rowsWritten: number; calls: string[] };
type Measured = {
  size: string;
  drive: string;
  name: string;
  cost: { bytes: number; waited: Work; deferred: Work; objects: { rowsRead: number; rowsWritten: number } };
};
/** Rows of a room for a minute of typing. */
type Typed = { manner: string; messages: number; written: number; deleted: number };
/** The fields of vitest's JSON report that are used here. */
type Report = { testResults: { assertionResults: { meta?: { measured?: Measured; typed?: Typed } }[] }[] };

const HEADER = ["request", "trips", "read", "written", "objects", "calls", "bytes", "$/M"];

function row({ name, cost }: Measured): string[] {
  const { waited, deferred, objects, bytes } = cost;
  const calls = [...waited.calls, ...deferred.calls];
  const messages = calls.filter((call) => call === "Jobs.sendBatch").length;
  const later = deferred.trips > 0 ? ` +${deferred.trips}` : "";
  const dollars = dollarsPerMillion({
    rowsRead: waited.rowsRead + deferred.rowsRead + objects.rowsRead,
    rowsWritten: waited.rowsWritten + deferred.rowsWritten + objects.rowsWritten,
    objectCalls: calls.length - messages,
    messages,
  });
  const written = deferred.rowsWritten > 0 ? `${waited.rowsWritten} +${deferred.rowsWritten}` : `${waited.rowsWritten}`;
  const made =
    deferred.calls.length > 0 ? `${waited.calls.length} +${deferred.calls.length}` : `${waited.calls.length}`;
  return [
    name,
    `${waited.trips}${later}`,
    `${waited.rowsRead + deferred.rowsRead}`,
    written,
    `${objects.rowsWritten}`,
    made,
    `${bytes}`,
    dollars.toFixed(2),
  ];
}

function printTable(title: string, measured: readonly Measured[]): void {
  const lines = [HEADER, ...measured.map(row)];
  const widths = HEADER.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const cells of lines) {
    const padded = cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)));
    console.log(`  ${padded.join("  ")}`);
  }
}

/** Measures workspaces of these sizes (S, M, L). */
export const runScale = (sizes: string) => async (): Promise<Tally> => {
  const folder = await mkdtemp(join(tmpdir(), "octavo-scale-"));
  const file = join(folder, "report.json");
  const started = performance.now();
  const code = await run(
    vitest,
    [
      "run",
      "--config",
      join(root, "scripts/bench/scale.config.ts"),
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${file}`,
    ],
    { ...quietWrangler, BENCH_SIZES: sizes },
  );
  const json = await readFile(file, "utf8").catch(() => null);
  await rm(folder, { recursive: true });
  const report = json === null ? { testResults: [] } : (JSON.parse(json) as Report); // vitest's format, as typed above
  const metas = report.testResults.flatMap(({ assertionResults }) => assertionResults.map(({ meta }) => meta));
  const measured = metas.flatMap((meta) => meta?.measured ?? []);
  for (const [title, some] of Map.groupBy(measured, ({ size, drive }) => `Size ${size}, drive ${drive}`)) {
    printTable(title, some);
  }
  for (const { manner, messages, written, deleted } of metas.flatMap((meta) => meta?.typed ?? []))
    console.log(`A minute of typing ${manner}: ${messages} messages, ${written} rows written and ${deleted} later`);
  console.log(
    "\nRows read and written and calls: what the answer waited for, and after + what came later. Objects: rows they wrote.",
  );
  console.log(`${((performance.now() - started) / 1_000).toFixed(1)} s`);
  return tallyReport(json, code);
};
