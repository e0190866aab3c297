/** What was measured, beside the most that it may be. */

type Row = {
  readonly what: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly unit: string;
};

const isBeyond = ({ value, limit }: Row): boolean => value === null || (limit !== null && value > limit);

export class Bars {
  readonly #rows: Row[] = [];

  /** A figure that is null never came, and is beyond any bar; one whose limit is null is only told. */
  note(what: string, value: number | null, limit: number | null, unit = "ms"): void {
    this.#rows.push({ what, value, limit, unit });
  }

  /** Prints the table and the line `N passed, N failed`; the process fails when a figure is beyond its bar. */
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
