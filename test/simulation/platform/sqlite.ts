/** SQLite in memory, with prepared statements kept. */
import { DatabaseSync, type StatementSync, type SQLInputValue } from "node:sqlite";

export type Row = Record<string, unknown>;

const bindable = (value: unknown): SQLInputValue => {
  if (value === undefined) throw new TypeError("undefined cannot be bound");
  if (typeof value === "boolean") return Number(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value as SQLInputValue; // what callers bind: text, numbers, null and bytes
};

export class Sqlite {
  readonly db = new DatabaseSync(":memory:");
  readonly #prepared = new Map<string, StatementSync>();

  run(text: string, params: readonly unknown[] = []): { results: Row[]; changes: number } {
    let statement = this.#prepared.get(text);
    if (statement === undefined) this.#prepared.set(text, (statement = this.db.prepare(text)));
    const values = params.map(bindable);
    if (statement.columns().length === 0) return { results: [], changes: Number(statement.run(...values).changes) };
    const results = statement.all(...values) as Row[];
    return { results, changes: results.length };
  }

  /** All or nothing; may be nested. */
  transaction<T>(act: () => T): T {
    this.db.exec("savepoint step");
    try {
      const result = act();
      this.db.exec("release step");
      return result;
    } catch (error) {
      this.db.exec("rollback to step; release step");
      throw error;
    }
  }
}
