/**
 * The only entry point to D1, except for the audit log's object: runs queries as batches (one transaction and one round
 * trip each) and classifies errors.
 */
import { channel } from "node:diagnostics_channel";
import { AppError } from "../kernel/errors.ts";
import type { AnyQuery, Query, Row } from "../db/sql.ts";
import { COMPLETE_SETUP } from "./config.ts";
import { TimedOut, raceTimeout } from "./timeout.ts";

/** `search` contains only the search index, which can be rebuilt. */
export type Database = "main" | "search";

/** Published at the start and end of every round trip; costs nothing without subscribers. */
export type RoundTripEvent =
  | { readonly phase: "start"; readonly database: Database; readonly statements: readonly string[] }
  | { readonly phase: "end"; readonly rowsRead: number; readonly rowsWritten: number };

export const trips = channel("octavo:d1");

/** Results of a batch, in the order of its queries. */
export type Results<Q extends readonly AnyQuery<unknown>[]> = {
  -readonly [I in keyof Q]: Q[I] extends { read: (...given: never) => infer T } ? T : never;
};

/** A guard in the batch was false: nothing was written. */
export class GuardFailed extends Error {
  override readonly name = "GuardFailed";
}

/** Runs `act`, and once more if its guard failed: the data it read has changed, and the second run may report why. */
export const retryOnce = <T>(act: () => Promise<T>): Promise<T> => retryOn(GuardFailed, 2, act);

/** Retries `act` on this failure, up to `times` runs in total. */
export async function retryOn<T>(
  failure: typeof GuardFailed | typeof UniqueViolation,
  times: number,
  act: () => Promise<T>,
): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof failure) || time === times) throw error;
    }
  }
}

/** A UNIQUE constraint failed; `constraint` contains the table and columns as SQLite names them. */
export class UniqueViolation extends Error {
  override readonly name = "UniqueViolation";
  readonly constraint: string;

  constructor(constraint: string) {
    super(`unique: ${constraint}`);
    this.constraint = constraint;
  }
}

/** The read-only database for use cases. Rows are changed by `commit`, or by `writeExempt` without an authorization. */
export type Db = {
  /** Runs all queries in order in one transaction. Throws GuardFailed, UniqueViolation or AppError("unavailable"). */
  batch<const Q extends readonly Query<unknown>[]>(queries: Q): Promise<Results<Q>>;
  /** One query, one round trip. */
  one<T>(query: Query<T>): Promise<T>;
};

/** A database whose rows can be changed. */
export type WritableDb = Db & {
  /** Like `batch`, for queries that change rows. */
  write<const Q extends readonly AnyQuery<unknown>[]>(queries: Q): Promise<Results<Q>>;
  writeOne<T>(query: AnyQuery<T>): Promise<T>;
};

/** Turns a read-only database into a writable one. Only for commits and permissions; a test enforces it. */
export function writable(db: Db): WritableDb {
  if (!("write" in db)) throw new TypeError("this database is read-only");
  return db as WritableDb; // every database that `createDb` makes
}

/** Called after every successful round trip. */
export type RoundTripListener = (queries: readonly AnyQuery<unknown>[], answers: readonly D1Result[]) => void;

/** After a timeout, further calls wait only this long (ms) until one succeeds. */
const RETRY_TIMEOUT_MS = 500;

/** `timeoutMs` limits the wait for each round trip; null for no limit. A batch may still be executed after a timeout. */
export function createDb(
  d1: D1Database,
  timeoutMs: number | null = null,
  database: Database = "main",
  note: RoundTripListener | null = null,
): WritableDb {
  let waitMs = timeoutMs;

  const prepare = (query: AnyQuery<unknown>): D1PreparedStatement => {
    const statement = d1.prepare(query.text);
    return query.params.length === 0 ? statement : statement.bind(...query.params);
  };

  async function write<const Q extends readonly AnyQuery<unknown>[]>(queries: Q): Promise<Results<Q>> {
    if (trips.hasSubscribers)
      trips.publish({ phase: "start", database, statements: queries.map((q) => q.text) } satisfies RoundTripEvent);
    let answers: D1Result<Row>[] = [];
    try {
      const only = queries.length === 1 ? queries[0] : undefined;
      const work = only ? prepare(only).all<Row>().then(alone) : d1.batch<Row>(queries.map(prepare));
      answers = await (waitMs === null ? work : raceTimeout(work, waitMs));
      waitMs = timeoutMs;
    } catch (error) {
      if (error instanceof TimedOut) waitMs = RETRY_TIMEOUT_MS;
      throw classify(error);
    } finally {
      if (trips.hasSubscribers) trips.publish(sumCosts(answers));
    }
    note?.(queries, answers);
    const results = queries.map((query, i) => {
      const answer = answers[i];
      return query.read(answer?.results ?? [], answer?.meta.changes ?? 0, answer?.meta.size_after ?? 0);
    });
    // Each result was read by the query at the same index, as `Results` declares.
    return results as Results<Q>;
  }

  const writeOne = async <T>(query: AnyQuery<T>): Promise<T> => (await write([query]))[0];
  return { batch: write, one: writeOne, write, writeOne };
}

/** Wrangler creates a missing database without tables. */
const NOT_MIGRATED = `The database lacks tables that this version needs. ${COMPLETE_SETUP}`;

/** Message of the triggers that reject new credentials while a backup is restored. */
export const RESTORING = "a backup is being restored";

const alone = (answer: D1Result<Row>): D1Result<Row>[] => [answer];

function sumCosts(answers: readonly D1Result<Row>[]): RoundTripEvent {
  let rowsRead = 0;
  let rowsWritten = 0;
  for (const { meta } of answers) {
    rowsRead += meta.rows_read;
    rowsWritten += meta.rows_written;
  }
  return { phase: "end", rowsRead, rowsWritten };
}

/** D1 reports every failure as a message; this is the only place that parses them. */
function classify(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes("malformed JSON")) return new GuardFailed("guard");
  if (message.includes(RESTORING))
    return new AppError("unavailable", "A backup is being restored. Sign in again when it is complete.", {
      retryAfter: 60,
    });
  const unique = /UNIQUE constraint failed: ([\w., ]+)/.exec(message)?.[1];
  if (unique !== undefined) return new UniqueViolation(unique.trim());
  if (/no such (?:table|column)/.test(message)) return new AppError("unavailable", NOT_MIGRATED, {}, error);
  // The message may contain values, so it stays in `cause`, which the log redacts, and never reaches a caller.
  const sentence = "The database did not respond. As far as we know, nothing was changed. Try again.";
  return new AppError("unavailable", sentence, { retryAfter: 2 }, error);
}
