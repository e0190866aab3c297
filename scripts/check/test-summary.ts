/** Counts passed and failed checks, and formats the line `N passed, N failed` that every run ends with. */

export type Tally = { readonly passed: number; readonly failed: number };

export const addTallies = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
  failed: tallies.reduce((sum, tally) => sum + tally.failed, 0),
});

export const formatTally = ({ passed, failed }: Tally): string => `${passed} passed, ${failed} failed`;

/**
 * Counts the results in vitest's JSON report (`null` if none was written). A file that broke before its tests ran counts as
 * one failure, and so does a run that failed although every test passed, because of an unhandled rejection or a crash.
 */
export function tallyReport(json: string | null, exitCode: number): Tally {
  // The format of vitest's JSON reporter; only these fields are read.
  const report = json === null ? null : (JSON.parse(json) as Report);
  const files = report?.testResults ?? [];
  const statuses = files.flatMap((file) => file.assertionResults.map((test) => test.status));
  const passed = statuses.filter((status) => status === "passed").length;
  const broken = files.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  );
  const failed = statuses.filter((status) => status === "failed").length + broken.length;
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed };
}

type Report = {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
};

/** The count in the last line printed by one of our own steps. */
export function readTally(output: string): Tally | null {
  const found = output
    .trimEnd()
    .split("\n")
    .findLast((line) => /^\d+ passed, \d+ failed$/.test(line));
  const [passed, failed] = found?.match(/\d+/g) ?? [];
  return passed === undefined || failed === undefined ? null : { passed: Number(passed), failed: Number(failed) };
}

/** The count in the summary of `node --test`, in either format (`ℹ pass 3`, `# pass 3`). */
export function readNodeTestTally(output: string): Tally | null {
  const count = (word: string) => Number(output.match(new RegExp(`^(?:ℹ|#) ${word} (\\d+)$`, "m"))?.[1] ?? Number.NaN);
  const tally = { passed: count("pass"), failed: count("fail") + count("cancelled") };
  return Number.isNaN(tally.passed + tally.failed) ? null : tally;
}
