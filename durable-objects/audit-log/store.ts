/** The chain as SQLite rows: appends drafts, reads the tip and rows, and erases the personal data beside them. */
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
import { systemClock } from "../../src/platform/system.ts";
import type { EntryFilter, Position } from "../../src/rpc/audit-log.ts";

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

/**
 * `chain` has the head separately from the rows, so that rows missing at the end are detected. `memory` has what was
 * already published and reported, so that it is not repeated. `erased` has the ids of people whose personal data is no
 * longer stored: later entries about them are chained without it. The indexes serve the admin list (by time, kind and
 * user), idempotent appends (id) and erasure (uid; email for entries without a signed-in user).
 */
const SCHEMA = `
  create table if not exists chain (
    shard integer primary key, origin text not null, entries integer not null, head text not null
  ) strict;
  create table if not exists entry (
    seq integer primary key, id text not null unique, ts integer not null, kind text not null,
    entry text not null, head text not null, ip text, ua text, uid text, email text, salt text
  ) strict;
  create table if not exists memory (key text primary key, value text not null) strict;
  create table if not exists erased (uid text primary key) strict, without rowid;
  create index if not exists entry_by_ts on entry (ts);
  create index if not exists entry_by_kind on entry (kind, ts);
  create index if not exists entry_by_uid on entry (uid, ts) where uid is not null;
  create index if not exists entry_by_email on entry (email) where email is not null and uid is null;
`;

/**
 * An address counts as the user's from a day before their first sign-in with it until their last; others may have it
 * since.
 */
const OF_EARLIER_ADDRESSES = `
  select e.seq
  from (
    select email, min(ts) - 86400000 as since, max(ts) as until
    from entry
    where uid = ?1 and email is not null and kind = 'auth.login.ok'
    group by email) a
  cross join entry e on e.email = a.email and e.uid is null and e.ts between a.since and a.until`;

const NO_PERSONAL = { ip: null, ua: null, uid: null, email: null, salt: null } as const;

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
      this.#recordErasure(erased);
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

  /** Does not name the user, which `account.delete` does: otherwise signed-out entries would be linked to that person. */
  #recordErasure(seqs: readonly number[]): void {
    const now = systemClock();
    for (let from = 0; from < seqs.length; from += MAX_ERASED) {
      const detail = erasureDetail(seqs.slice(from, from + MAX_ERASED));
      const draft = systemDraft("audit.erase", `erase-${this.tip().next}`, now, detail);
      this.#appendNew([{ id: draft.id, entry: serializeDraft(draft), created_at: now }]);
    }
  }

  /** The entries whose erasure is recorded in the chain. */
  recordedErasures(): ReadonlySet<number> {
    const query = "select entry from entry where kind = 'audit.erase' order by ts";
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

  /** The hex head after an entry, or the genesis head for -1; null if there is no such row. */
  headAt(seq: number): string | null {
    if (seq === -1) return toHex(genesis(this.header()).head);
    const [row] = this.#sql.exec<{ head: string }>("select head from entry where seq = ?", seq).toArray();
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

  read(key: string): string | null {
    const [row] = this.#sql.exec<{ value: string }>("select value from memory where key = ?", key).toArray();
    return row?.value ?? null;
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

  /** Stops storing personal data in entries about this user. */
  refusePersonal(uid: string): void {
    this.#sql.exec("insert into erased values (?) on conflict do nothing", uid);
  }

  /**
   * Erases the personal columns, salt included, of some of a user's rows, and appends an entry that records it. Returns
   * how many rows; 0 once none are left. Signed-out rows come first: those with earlier addresses are found through the
   * sign-ins that proved them.
   */
  eraseSome(uid: string, email: string | null): number {
    for (const [rows, ...values] of [
      ["select seq from entry where email = ?1 and uid is null", email],
      [OF_EARLIER_ADDRESSES, uid],
      ["select seq from entry where uid = ?1", uid],
    ] as const) {
      const erased = this.#storage.transactionSync(() => {
        const update = `
          update entry
          set ip = null, ua = null, uid = null, email = null, salt = null
          where seq in (${rows} limit ${MAX_ERASED})
          returning seq`;
        const seqs = this.#sql.exec<{ seq: number }>(update, ...values).toArray();
        if (seqs.length > 0) this.#recordErasure(seqs.map(({ seq }) => seq));
        return seqs.length;
      });
      if (erased > 0) return erased;
    }
    return 0;
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
