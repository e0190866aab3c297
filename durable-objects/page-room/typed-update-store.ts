/**
 * Stores typed updates, several to a row. Rows written and deleted are most of what a room costs, and a row that is
 * appended to counts as one row written, just as a new one does, but later only one row has to be deleted.
 */
import { ROW_PART_BYTES, toBlob } from "./part-store.ts";
import { insertUpdate, PACKED_UPDATES, type Authorship } from "./update-store.ts";

/** A full row still fits one database page (4 KB) several times, because appending rewrites the page. */
const PACKED_BYTES = 1_000;

const INSERT = `INSERT INTO updates (seq, first, at, author, token, pending, size, bytes)
  VALUES (?1, ?1, ?2, ?3, ?4, 0, ?5, ?6)`;
const INSERT_PACKED = `INSERT INTO updates (first, seq, at, author, token, pending, size, lengths, packed)
  VALUES (?, ?, ?, ?, ?, 0, ?, ?, ?)`;
/** Expressions read the row as it was. `||` joins blobs byte by byte, but its result is text. */
const APPEND = `UPDATE updates
  SET seq = ?2, at = ?3, author = ?4, size = size + ?5, lengths = coalesce(lengths, size) || ',' || ?6,
    packed = CAST(coalesce(packed, bytes) || ?7 AS BLOB), bytes = NULL
  WHERE seq = ?1`;

/** Consecutive updates by the same token (or by people), which may share a row. */
type Run = {
  readonly token: string | null;
  readonly first: number;
  readonly seq: number;
  readonly count: number;
  readonly size: number;
};

type Unwritten = Run & { readonly by: Authorship; readonly updates: readonly Uint8Array[] };

export class TypedUpdateStore {
  readonly #sql: SqlStorage;
  /** The newest row, if it holds typed updates; null if unknown. */
  #newest: Run | null = null;
  #unwritten: Unwritten | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Adds the update of a revision. Call `write` before anything reads it. A version starts with a row of its own. */
  add(revision: number, by: Authorship, update: Uint8Array, startsVersion: boolean): void {
    const size = update.byteLength;
    const one: Unwritten = { token: by.tokenId, first: revision, seq: revision, count: 1, size, by, updates: [update] };
    const before = this.#unwritten;
    if (before !== null && !startsVersion && fits(before, one)) {
      this.#unwritten = { ...joined(before, one), by, updates: [...before.updates, update] };
      return;
    }
    this.write();
    if (startsVersion) this.#newest = null;
    this.#unwritten = one;
  }

  /** Writes what was added: one row, unless it does not fit one. */
  write(): void {
    const next = this.#unwritten;
    if (next === null) return;
    this.#unwritten = null;
    const newest = this.#newest;
    if (newest !== null && fits(newest, next)) {
      this.#append(newest, next);
      this.#newest = joined(newest, next);
    } else {
      this.#insert(next);
      this.#newest = next.size > ROW_PART_BYTES ? null : next;
    }
  }

  /** Call this when a transaction has failed, or when something else has written rows. */
  forget(): void {
    this.#newest = null;
    this.#unwritten = null;
  }

  #append(newest: Run, { seq, by, size, updates }: Unwritten): void {
    this.#sql.exec(APPEND, newest.seq, seq, by.at, by.author, size, lengthsOf(updates), joinedBytes(updates, size));
  }

  #insert({ first, seq, by, size, updates }: Unwritten): void {
    const [only, ...more] = updates;
    if (only === undefined) return;
    const { at, author, tokenId } = by;
    if (more.length > 0) {
      const bytes = joinedBytes(updates, size);
      this.#sql.exec(INSERT_PACKED, first, seq, at, author, tokenId, size, lengthsOf(updates), bytes);
    } else if (size <= ROW_PART_BYTES) this.#sql.exec(INSERT, seq, at, author, tokenId, size, toBlob(only));
    else insertUpdate(this.#sql, { seq, first, by, isPending: false, note: null, ticket: null }, only);
  }
}

const fits = (before: Run, next: Run): boolean =>
  next.first === before.seq + 1 &&
  next.token === before.token &&
  before.count + next.count <= PACKED_UPDATES &&
  before.size + next.size <= PACKED_BYTES;

const joined = (before: Run, { seq, count, size }: Run): Run => ({
  ...before,
  seq,
  count: before.count + count,
  size: before.size + size,
});

const lengthsOf = (updates: readonly Uint8Array[]): string => updates.map(({ byteLength }) => byteLength).join(",");

function joinedBytes(updates: readonly Uint8Array[], size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const update of updates) {
    bytes.set(update, at);
    at += update.byteLength;
  }
  return bytes.buffer;
}
