/** Measurements and their limits. */
import type { Tally } from "../check/test-summary.ts";

type Row = {
  readonly what: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly unit: string;
};

const isBeyond = ({ value, limit }: Row): boolean => value === null || (limit !== null && value > limit);

/** Of the one case that this process runs. */
const rows: Row[] = [];

/** A null value was never reached and fails any limit; a null limit makes the value informational. */
export function note(what: string, value: number | null, limit: number | null, unit = "ms"): void {
  rows.push({ what, value, limit, unit });
}

/** Prints the table; a value beyond its limit counts as failed. */
export function printTable(): Tally {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const row of rows) {
    const { what, value, limit, unit } = row;
    const shown = value === null ? "never" : `${value >= 10 ? Math.round(value) : Number(value.toFixed(3))} ${unit}`;
    const bar = limit === null ? "" : `at most ${Math.round(limit * 1_000) / 1_000}`;
    console.log(`${isBeyond(row) ? "FAIL" : "ok  "} ${what.padEnd(width)} ${shown.padStart(12)}  ${bar}`);
  }
  const failed = rows.filter(isBeyond).length;
  return { passed: rows.length - failed, failed };
}
