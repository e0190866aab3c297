/** Storage of one Durable Object. It outlives the instances in memory, each of which gets a handle of its own. */
import type { Life } from "./engine.ts";
import { Sqlite, type Row } from "./sqlite.ts";

class Cursor {
  readonly #rows: readonly Row[];
  readonly rowsWritten = 0;

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  toArray(): readonly Row[] {
    return this.#rows;
  }

  one(): Row {
    const [row] = this.#rows;
    if (row === undefined || this.#rows.length !== 1) throw new Error(`Expected one row, got ${this.#rows.length}.`);
    return row;
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.#rows[Symbol.iterator]();
  }
}

/** Durable Objects return bytes as buffers. */
function asBuffers(row: Row): Row {
  for (const name in row) if (row[name] instanceof Uint8Array) row[name] = row[name].slice().buffer;
  return row;
}

export class ObjectStorage {
  sqlite = new Sqlite();
  readonly values = new Map<string, unknown>();
  alarmAt: number | null = null;
  readonly #onAlarm: () => void;

  constructor(onAlarm: () => void) {
    this.#onAlarm = onAlarm;
  }

  /** The storage as an instance sees it, until that instance ends. */
  handle(life: Life): object {
    const alive = <Given extends unknown[], T>(act: (...given: Given) => T) => {
      return (...given: Given): T => {
        if (life.isOver) throw new Error("The object was reset.");
        return act(...given);
      };
    };
    const setAlarm = (at: number | null): void => {
      this.alarmAt = at;
      if (at !== null) this.#onAlarm();
    };
    const exec = alive((text: string, ...params: unknown[]): Cursor => {
      if (params.length > 0 || !/;\s*\S/.test(text))
        return new Cursor(this.sqlite.run(text, params).results.map(asBuffers));
      this.sqlite.db.exec(text);
      return new Cursor([]);
    });
    return {
      sql: { exec, databaseSize: 0 },
      kv: {
        get: alive((key: string) => structuredClone(this.values.get(key))),
        put: alive((key: string, value: unknown) => void this.values.set(key, structuredClone(value))),
        delete: alive((key: string) => this.values.delete(key)),
        list: alive(() => this.values.entries()),
      },
      transactionSync: alive((act: () => unknown) => this.sqlite.transaction(act)),
      getAlarm: alive(async () => this.alarmAt),
      setAlarm: alive(async (at: number | Date) => setAlarm(Number(at))),
      deleteAlarm: alive(async () => setAlarm(null)),
      sync: async () => undefined,
      deleteAll: alive(async () => {
        this.sqlite = new Sqlite();
        this.values.clear();
        setAlarm(null);
      }),
    };
  }
}
