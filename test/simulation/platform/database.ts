/** D1: statements and batches as round trips, each a transaction. */
import type { Faults } from "./faults.ts";
import { Sqlite, type Row } from "./sqlite.ts";

type Bound = { readonly text: string; readonly params: readonly unknown[] };
type Result = { readonly success: true; readonly results: Row[]; readonly meta: Record<string, number> };

class Statement implements Bound {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly #database: SimulatedDatabase;

  constructor(database: SimulatedDatabase, text: string, params: readonly unknown[] = []) {
    this.#database = database;
    this.text = text;
    this.params = params;
  }

  bind(...params: unknown[]): Statement {
    return new Statement(this.#database, this.text, params);
  }

  async all(): Promise<Result | undefined> {
    return (await this.#database.batch([this]))[0];
  }

  run(): Promise<Result | undefined> {
    return this.all();
  }

  async first(column?: string): Promise<unknown> {
    const row = (await this.all())?.results[0] ?? null;
    return row !== null && column !== undefined ? row[column] : row;
  }
}

/** Running the migrations takes longer than everything else that a new database needs, so it is done once. */
export function migrated(migrations: readonly string[]): Uint8Array {
  const { db } = new Sqlite();
  for (const migration of migrations) db.exec(migration);
  return db.serialize();
}

export class SimulatedDatabase {
  readonly sqlite = new Sqlite();
  readonly #name: string;
  readonly #faults: Faults;

  /** `empty` is a database after its migrations, from `migrated`. */
  constructor(name: string, empty: Uint8Array, faults: Faults) {
    this.#name = name;
    this.#faults = faults;
    this.sqlite.db.deserialize(empty);
    this.sqlite.db.exec("pragma foreign_keys = on");
  }

  prepare(text: string): Statement {
    return new Statement(this, text);
  }

  batch(statements: readonly Bound[]): Promise<Result[]> {
    return this.#faults.call(this.#name, () => {
      try {
        return this.sqlite.transaction(() => statements.map((statement) => this.#execute(statement)));
      } catch (error) {
        throw new Error(`D1_ERROR: ${(error as Error).message}`, { cause: error });
      }
    });
  }

  #execute({ text, params }: Bound): Result {
    const { results, changes } = this.sqlite.run(text, params);
    return { success: true, results, meta: { changes, rows_read: 0, rows_written: 0, duration: 0, size_after: 0 } };
  }
}
