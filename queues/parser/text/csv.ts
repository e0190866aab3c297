/** Rows of a sheet as CSV (RFC 4180), with LF between the lines. */
import { type TextOutput } from "./text-out.ts";

/** The most columns a sheet can have. */
export const MAX_COLUMNS = 16_384;

/** One sheet after the other, each under a heading of its own; sheets and rows without a value are left out. */
export class CsvWriter {
  readonly #out: TextOutput;
  count = 0;
  /** Of a sheet that has shown no value yet. */
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

  /** Says that cells were left out; nothing more is taken. */
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
