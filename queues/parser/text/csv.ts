/** Rows of a sheet as CSV (RFC 4180), with LF between lines. */
import { type TextOutput } from "./text-out.ts";

/** The most columns a sheet can have. */
export const MAX_COLUMNS = 16_384;

/** Writes sheets one after another, each under its own heading; sheets and rows without values are left out. */
export class CsvWriter {
  readonly #out: TextOutput;
  count = 0;
  /** The heading of a sheet that has had no value so far. */
  #heading: string | null = null;

  constructor(out: TextOutput) {
    this.#out = out;
  }

  get isFull(): boolean {
    return this.#out.truncated;
  }

  get room(): number {
    return this.#out.remaining;
  }

  /** Records that cells were left out; ignores further output. */
  truncate(): void {
    this.#out.truncate();
  }

  open(name: string): void {
    this.count++;
    this.#heading = `## ${name.replace(/\s+/g, " ").trim() || `Sheet ${this.count}`}`;
  }

  row(values: readonly string[]): void {
    const end = values.findLastIndex((value) => value !== "") + 1;
    if (end === 0) return;
    if (this.#heading !== null) this.#out.write(`${this.#out.isEmpty ? "" : "\n\n"}${this.#heading}\n`);
    this.#heading = null;
    this.#out.write(`\n${values.slice(0, end).map(quote).join(",")}`);
  }
}

const quote = (value: string): string => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
