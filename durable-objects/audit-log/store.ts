/** The chain as SQLite rows: appends drafts, and reads the tip and rows. */
import { integerText } from "../../src/db/sql.ts";
import { type Tip, extend, genesis, toHex } from "../../src/audit-log/chain.ts";
import {
  type OutboxRow,
  type WrittenEntry,
  chainId,
  serializeDraft,
  systemDraft,
  writeEntry,
} from "../../src/audit-log/draft.ts";
import { erasedBy, erasureDetail, MAX_ERASED } from "../../src/audit-log/erasure.ts";
import { type ChainRow, type ExportHeader, decodeEntry } from "../../src/audit-log/format.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { Coverage, EntryFilter, Position } from "../../src/rpc/audit-log.ts";
import { SCHEMA } from "./schema.ts";

/** A row with the columns that duplicate parts of the entry for searching. */
export type StoredRow = ChainRow & { seq: number; id: string; ts: number; kind: string };

/** A condition with one `?` per value. */
type Clause = { sql: string; values: readonly (string | number)[] };

/** Column types as SQLite returns them. */
type EntryColumns = {
  seq: number;
  id: string;
  ts: number;
  kind: string;
  entry: string;
  head: string;
  ip: string | null;
  ua: string | null;
  uid: string | null;
  email: string | null;
  salt: string | null;
};
type ChainColumns = { shard: number; origin: string; entries: number; head: string };

/** Prefix of the ids of `audit.erase` entries for entries that were removed from the object because of their age. */
export const EXPIRY_ID = "expire-";

export const NO_PERSONAL = { ip: null, ua: null, uid: null, email: null, salt: null } as const;

export class ChainStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #first: ExportHeader;
  readonly #newSalt: () => string;

  /**
   * `newSalt` returns 32 random bytes in lowercase hex. `first` applies until the chain is first used, then the stored
   * header does.
   */
  constructor(storage: DurableObjectStorage, first: ExportHeader, newSalt: () => string) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#first = first;
    this.#newSalt = newSalt;
    this.#sql.exec(SCHEMA);
  }

  /**
   * Appends the entries that are not in the chain yet: all of them with the new head, or none. Returns how many were
   * new.
   */
  append(rows: readonly OutboxRow[]): number {
    return this.#storage.transactionSync(() => {
      const { appended, erased } = this.#appendNew(rows);
      this.recordErasure(erased);
      return appended;
    });
  }

  /** Returns how many were new, and which of them arrived after their subject was erased. */
  #appendNew(rows: readonly OutboxRow[]) {
    const known = this.#findKnown(rows.map((row) => chainId(row.id)));
    const hasErased = this.#hasErased();
    const erased: number[] = [];
    const before = this.tip();
    let at = before;
    for (const row of rows) {
      const id = chainId(row.id);
      if (known.has(id)) continue;
      known.add(id);
      const written = writeEntry(row, { shard: at.shard, seq: at.next, salt: this.#newSalt() });
      const { uid } = written.pii;
      const isErased = hasErased && uid !== null && this.#isErased(uid);
      if (isErased) erased.push(at.next);
      at = extend(at, written.text);
      this.#insert(written, toHex(at.head), isErased);
    }
    if (at !== before) this.#sql.exec("update chain set entries = ?, head = ?", at.next, toHex(at.head));
    return { appended: at.next - before.next, erased };
  }

  /**
   * Appends entries that record an erasure. They do not name the user, because that would link signed-out entries to
   * that person; the `account.delete` entry does.
   */
  recordErasure(seqs: readonly number[]): void {
    const now = systemClock();
    for (let from = 0; from < seqs.length; from += MAX_ERASED) {
      const detail = erasureDetail(seqs.slice(from, from + MAX_ERASED));
      const draft = systemDraft("audit.erase", `erase-${this.tip().next}`, now, detail);
      this.#appendNew([{ id: draft.id, entry: serializeDraft(draft), created_at: now }]);
    }
  }

  /** The entries in this object whose erasure is recorded in the chain. */
  recordedErasures(): ReadonlySet<number> {
    const query = `
      select entry
      from entry
      where kind = 'audit.erase' and substr(id, 1, ${EXPIRY_ID.length}) <> '${EXPIRY_ID}'
      order by ts`;
    const recorded = new Set<number>();
    for (const { entry } of this.#sql.exec<{ entry: string }>(query))
      for (const seq of erasedBy(decodeEntry(entry))) recorded.add(seq);
    return recorded;
  }

  tip(): Tip {
    const { shard, entries, head } = this.#readChain();
    return { shard, next: entries, head: Buffer.from(head, "hex") };
  }

  header(): ExportHeader {
    const { origin, shard } = this.#readChain();
    return { origin, shard };
  }

  /** The hex head after an entry, or the genesis head for -1; null if this object does not have it. */
  headAt(seq: number): string | null {
    if (seq === -1) return toHex(genesis(this.header()).head);
    const query = `
      select head from entry where seq = ?1
      union all
      select head from segment where last = ?1`;
    const [row] = this.#sql.exec<{ head: string }>(query, seq).toArray();
    return row?.head ?? null;
  }

  /** True if there is any entry from `seq` on other than checkpoints: those alone do not justify another checkpoint. */
  hasEntriesFrom(seq: number): boolean {
    const query = `
      select 1 as news
      from entry
      where seq >= ? and kind <> 'audit.checkpoint'
      limit 1`;
    return this.#sql.exec(query, seq).toArray().length > 0;
  }

  /** The number of those entries and the time of the oldest. Unlike `hasEntriesFrom`, it reads all of them. */
  entriesFrom(seq: number): Omit<Coverage, "publishedAt"> {
    const query = `
      select count(*) as waiting, min(ts) as since
      from entry
      where seq >= ? and kind <> 'audit.checkpoint'`;
    return this.#sql.exec<{ waiting: number; since: Instant | null }>(query, seq).one();
  }

  /** After a copy was inserted: entries that were appended while it was made came after the chain's own row. */
  endWithLastEntry(): void {
    this.#sql.exec(`
      update chain set entries = last.seq + 1, head = last.head
      from (select seq, head from entry order by seq desc limit 1) as last`);
  }

  read(key: string): string | null {
    const [row] = this.#sql.exec<{ value: string }>("select value from memory where key = ?", key).toArray();
    return row?.value ?? null;
  }

  /** The values of all keys that start with `prefix`. */
  list(prefix: string): string[] {
    const statement = "select value from memory where substr(key, 1, ?) = ? order by key";
    return this.#sql
      .exec<{ value: string }>(statement, prefix.length, prefix)
      .toArray()
      .map(({ value }) => value);
  }

  write(key: string, value: string): void {
    const upsert = `
      insert into memory values (?1, ?2)
      on conflict (key) do update set value = ?2`;
    this.#sql.exec(upsert, key, value);
  }

  /** Deletes all keys with this prefix. */
  forget(prefix: string): void {
    this.#sql.exec("delete from memory where substr(key, 1, ?) = ?", prefix.length, prefix);
  }

  /** Number of the last stored row, -1 if there is none; in an intact chain it is one below the tip. */
  lastSeq(): number {
    return this.#sql.exec<{ seq: number | null }>("select max(seq) as seq from entry").one().seq ?? -1;
  }

  /** Rows from `seq` on, in chain order. */
  rowsFrom(seq: number, limit: number): StoredRow[] {
    const query = `
      select *
      from entry
      where seq >= ?
      order by seq
      limit ${integerText(limit)}`;
    return this.#sql.exec<EntryColumns>(query, seq).toArray().map(toStoredRow);
  }

  /** Rows that match the filter, except for its `words`, which the caller matches; newest first, read lazily. */
  *rowsBefore(position: Position | null, filter: EntryFilter, limit: number): Generator<StoredRow> {
    const clauses = toClauses(position, filter);
    const where = clauses.length === 0 ? "" : `where ${clauses.map((clause) => clause.sql).join(" and ")}`;
    const query = `
      select *
      from entry
      ${where}
      order by ts desc, seq desc
      limit ${integerText(limit)}`;
    const values = clauses.flatMap((clause) => clause.values);
    for (const row of this.#sql.exec<EntryColumns>(query, ...values)) yield toStoredRow(row);
  }

  #hasErased(): boolean {
    return this.#sql.exec("select 1 from erased limit 1").toArray().length > 0;
  }

  #isErased(uid: string): boolean {
    return this.#sql.exec("select 1 from erased where uid = ?", uid).toArray().length > 0;
  }

  #readChain(): ChainColumns {
    const [stored] = this.#sql.exec<ChainColumns>("select shard, origin, entries, head from chain").toArray();
    if (stored) return stored;
    const { shard, origin } = this.#first;
    const head = toHex(genesis(this.#first).head);
    this.#sql.exec("insert into chain values (?, ?, 0, ?)", shard, origin, head);
    return { shard, origin, entries: 0, head };
  }

  #findKnown(ids: readonly string[]): Set<string> {
    const query = "select id from entry where id in (select value from json_each(?))";
    const rows = this.#sql.exec<{ id: string }>(query, JSON.stringify(ids)).toArray();
    return new Set(rows.map((row) => row.id));
  }

  #insert({ entry, text, pii }: WrittenEntry, head: string, isErased: boolean): void {
    const { seq, id, ts, kind } = entry;
    const { ip, ua, uid, email, salt } = isErased ? NO_PERSONAL : pii;
    const insert = "insert into entry values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    this.#sql.exec(insert, seq, id, ts, kind, text, head, ip, ua, uid, email, salt);
  }
}

function toClauses(position: Position | null, { kind, userId, from, to }: EntryFilter): Clause[] {
  const clauses: Clause[] = [];
  if (kind !== undefined) clauses.push({ sql: "kind = ?", values: [kind] });
  if (userId !== undefined) clauses.push({ sql: "uid = ?", values: [userId] });
  if (from !== undefined) clauses.push({ sql: "ts >= ?", values: [from] });
  if (to !== undefined) clauses.push({ sql: "ts < ?", values: [to] });
  if (position !== null) {
    const { ts, seq } = position;
    clauses.push({ sql: "ts <= ? and (ts < ? or seq < ?)", values: [ts, ts, seq] });
  }
  return clauses;
}

function toStoredRow({ seq, id, ts, kind, entry, head, salt, ...personal }: EntryColumns): StoredRow {
  // Without its salt, personal data proves nothing; an empty salt fails verification instead of passing as erased.
  const isErased = salt === null && Object.values(personal).every((column) => column === null);
  return { seq, id, ts, kind, entry, head, pii: isErased ? null : { ...personal, salt: salt ?? "" } };
}
