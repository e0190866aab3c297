/** Measurements and their limits. */

type Row = {
  readonly what: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly unit: string;
};

const isBeyond = ({ value, limit }: Row): boolean => value === null || (limit !== null && value > limit);

export class Bars {
  readonly #rows: Row[] = [];

  /** A null value was never reached and fails any limit; a null limit makes the value informational. */
  note(what: string, value: number | null, limit: number | null, unit = "ms"): void {
    this.#rows.push({ what, value, limit, unit });
  }

  /** Prints the table and the line `N passed, N failed`; the process fails if a value exceeds its limit. */
  print(): void {
    const width = Math.max(...this.#rows.map(({ what }) => what.length));
    for (const row of this.#rows) {
      const { what, value, limit, unit } = row;
      const shown = value === null ? "never" : `${value >= 10 ? Math.round(value) : Number(value.toFixed(3))} ${unit}`;
      const bar = limit === null ? "" : `at most ${Math.round(limit * 1_000) / 1_000}`;
      console.log(`${isBeyond(row) ? "FAIL" : "ok  "} ${what.padEnd(width)} ${shown.padStart(12)}  ${bar}`);
    }
    const failed = this.#rows.filter(isBeyond).length;
    console.log(`${this.#rows.length - failed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  }
}
