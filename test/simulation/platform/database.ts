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

/** A database after its migrations, which all seeds begin with. */
export class Migrated {
  readonly #sqlite = new Sqlite();

  /** `more` is not part of the database that the Worker sees in `sqlite_master`: temporary tables and triggers. */
  constructor(migrations: readonly string[], more = "") {
    const { db } = this.#sqlite;
    for (const migration of migrations) db.exec(migration);
    db.exec(`${more}; pragma foreign_keys = on; begin`);
  }

  /** Takes back everything that the last seed has written. Migrations and prepared statements take longer than most seeds write. */
  restart(): Sqlite {
    // Not a savepoint: SQLite's journal of savepoints grows until the outermost one ends.
    this.#sqlite.db.exec("rollback; begin");
    return this.#sqlite;
  }
}

export class SimulatedDatabase {
  readonly sqlite: Sqlite;
  readonly #name: string;
  readonly #faults: Faults;

  /** Ends the life of any other database that began with the same migrations. */
  constructor(name: string, migrated: Migrated, faults: Faults) {
    this.#name = name;
    this.#faults = faults;
    this.sqlite = migrated.restart();
  }

  /** From now on, `restore` takes back what is written after this. */
  keep(): void {
    this.sqlite.run("savepoint kept");
  }

  restore(): void {
    this.sqlite.run("rollback to kept");
    this.sqlite.run("release kept");
  }

  prepare(text: string): Statement {
    return new Statement(this, text);
  }

  batch(statements: readonly Bound[]): Promise<Result[]> {
    return this.#faults.call(this.#name, () => {
      try {
        const run = (): Result[] => statements.map((statement) => this.#execute(statement));
        return statements.length === 1 ? run() : this.sqlite.transaction(run);
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
