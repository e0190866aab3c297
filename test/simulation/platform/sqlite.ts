/** SQLite in memory, with prepared statements kept. */
import { DatabaseSync, type StatementSync, type SQLInputValue } from "node:sqlite";

export type Row = Record<string, unknown>;

const bindable = (value: unknown): SQLInputValue => {
  if (value === undefined) throw new TypeError("undefined cannot be bound");
  if (typeof value === "boolean") return Number(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return value as SQLInputValue; // what callers bind: text, numbers, null and bytes
};

type Prepared = { readonly statement: StatementSync; readonly hasRows: boolean };

export class Sqlite {
  readonly db = new DatabaseSync(":memory:");
  readonly #prepared = new Map<string, Prepared>();

  run(text: string, params: readonly unknown[] = []): { results: Row[]; changes: number } {
    const { statement, hasRows } = this.#prepare(text);
    const values = params.map(bindable);
    if (!hasRows) return { results: [], changes: Number(statement.run(...values).changes) };
    const results = statement.all(...values) as Row[];
    return { results, changes: results.length };
  }

  /** All or nothing; may be nested. */
  transaction<T>(act: () => T): T {
    this.run("savepoint step");
    try {
      const result = act();
      this.run("release step");
      return result;
    } catch (error) {
      this.run("rollback to step");
      this.run("release step");
      throw error;
    }
  }

  #prepare(text: string): Prepared {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const statement = this.db.prepare(text);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#prepared.set(text, prepared);
    return prepared;
  }
}
