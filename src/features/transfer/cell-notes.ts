/** Notes on property values that an import could not take over as their type: the first by name, the others counted. */
import type { ImportNote } from "./contract.ts";

/** Notes by name in one import. */
const MAX_NAMED = 200;
const MAX_REASON = 300;

export class CellNotes {
  #named = 0;
  readonly #notes: ImportNote[] = [];
  /** By the path of the table or folder, and by property. */
  readonly #others = new Map<string, Map<string, number>>();

  /** `where` is the path of the page, `table` of the table or folder that contains it. */
  add(where: string, table: string, property: string, reason: string): void {
    this.#named += 1;
    if (this.#named <= MAX_NAMED) {
      this.#notes.push({ path: where, reason: `${property}: ${reason}`.slice(0, MAX_REASON).toWellFormed() });
      return;
    }
    const counts = this.#others.get(table) ?? new Map<string, number>();
    counts.set(property, (counts.get(property) ?? 0) + 1);
    this.#others.set(table, counts);
  }

  all(): readonly ImportNote[] {
    const counted = [...this.#others].map(([path, counts]) => {
      const words = [...counts].map(([property, count]) => `${property} ${count}`).join(", ");
      return { path, reason: `More values that were not imported as their type: ${words}`.slice(0, MAX_REASON * 2) };
    });
    return [...this.#notes, ...counted];
  }
}
