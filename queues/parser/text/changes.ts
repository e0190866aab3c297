/** Counts what a reader changes or leaves out, so that it can be reported. */
import type { ConversionChange } from "../../../src/formats/transfer/conversion-changes.ts";

const MAX_COUNT = 999_999;

export class Changes {
  readonly #counts = new Map<ConversionChange, number>();

  note(kind: ConversionChange, times = 1): void {
    if (times > 0) this.#counts.set(kind, Math.min(MAX_COUNT, (this.#counts.get(kind) ?? 0) + times));
  }

  get counts(): Readonly<Partial<Record<ConversionChange, number>>> {
    return Object.fromEntries(this.#counts);
  }
}
