/** Segments whose entries are only in the bucket: removes their rows from the object, and finds them again. */
import { integerText } from "../../src/db/sql.ts";
import { serializeDraft, systemDraft } from "../../src/audit-log/draft.ts";
import { erasureDetail, MAX_ERASED } from "../../src/audit-log/erasure.ts";
import { SEGMENT_ENTRIES } from "../../src/audit-log/segment.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { EntryFilter, Position } from "../../src/rpc/audit-log.ts";
import { EXPIRY_ID, type ChainStore } from "./store.ts";

/** `since` and `until` are the times of its earliest and latest entry; `sha256` is of the file's bytes, in hex. */
export type Segment = {
  readonly first: number;
  readonly last: number;
  readonly since: number;
  readonly until: number;
  readonly head: string;
  readonly sha256: string;
};

const COLUMNS = "first, last, since, until, head, sha256";

export class SegmentStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #chain: ChainStore;

  constructor(storage: DurableObjectStorage, chain: ChainStore) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#chain = chain;
  }

  /** Number of the first entry that is in this object. */
  end(): number {
    const query = "select last + 1 as next from segment order by first desc limit 1";
    return this.#sql.exec<{ next: number }>(query).toArray()[0]?.next ?? 0;
  }

  /** The first entries in this object that fill a segment, if all of them are older than `cutoff`. */
  findDue(cutoff: number): { first: number; last: number } | null {
    const first = this.end();
    const last = first + SEGMENT_ENTRIES - 1;
    // One row answers in nearly every minute; times need not be ascending.
    const newest = "select ts from entry where seq = ?";
    const [{ ts } = { ts: cutoff }] = this.#sql.exec<{ ts: number }>(newest, last).toArray();
    if (ts >= cutoff) return null;
    const young = "select 1 from entry where seq between ? and ? and ts >= ? limit 1";
    return this.#sql.exec(young, first, last, cutoff).toArray().length === 0 ? { first, last } : null;
  }

  /**
   * Removes the entries of a segment that was verified in the bucket, and records in the chain that their personal data
   * was deleted. Until a user is erased, keeps which entries were about them, and which addresses they signed in with.
   */
  removeEntries({ first, last, head, sha256 }: Pick<Segment, "first" | "last" | "head" | "sha256">): void {
    this.#storage.transactionSync(() => {
      this.#recordExpiry(first, last);
      const add = `
        insert into segment (${COLUMNS})
        select ?1, ?2, min(ts), max(ts), ?3, ?4 from entry where seq between ?1 and ?2`;
      this.#sql.exec(add, first, last, head, sha256);
      const users = `
        insert into segment_user (uid, first, seqs)
        select uid, ?1, json_group_array(seq) from entry where seq between ?1 and ?2 and uid is not null group by uid`;
      this.#sql.exec(users, first, last);
      const addresses = `
        insert into address (uid, email, since, until)
        select uid, email, min(ts), max(ts)
        from entry
        where seq between ?1 and ?2 and uid is not null and email is not null and kind = 'auth.login.ok'
        group by uid, email
        on conflict (uid, email) do update set
          since = min(since, excluded.since), until = max(until, excluded.until)`;
      this.#sql.exec(addresses, first, last);
      this.#sql.exec("delete from entry where seq between ? and ?", first, last);
    });
  }

  #recordExpiry(first: number, last: number): void {
    const query = "select seq from entry where seq between ? and ? and salt is not null order by seq";
    const seqs = this.#sql.exec<{ seq: number }>(query, first, last).toArray();
    const now = systemClock();
    const drafts = Array.from({ length: Math.ceil(seqs.length / MAX_ERASED) }, (_, at) => {
      const some = seqs.slice(at * MAX_ERASED, (at + 1) * MAX_ERASED).map(({ seq }) => seq);
      const detail = { ...erasureDetail(some), reason: "age" };
      return systemDraft("audit.erase", `${EXPIRY_ID}${some[0]}`, now, detail);
    });
    this.#chain.append(drafts.map((draft) => ({ id: draft.id, entry: serializeDraft(draft), created_at: now })));
  }

  /** The segment with this entry; null if the entry is in this object. */
  containing(seq: number): Segment | null {
    const query = `select ${COLUMNS} from segment where first <= ?1 and last >= ?1 order by first desc limit 1`;
    return this.#sql.exec<Segment>(query, seq).toArray()[0] ?? null;
  }

  /** Segments that may contain matching entries at or before the position, newest first. */
  before(position: Position | null, { userId, from, to }: EntryFilter, limit: number): Segment[] {
    const query = `
      select ${COLUMNS}
      from segment s
      where first <= ?1 and until >= ?2 and since < ?3
        and (?4 is null or exists (select 1 from segment_user where uid = ?4 and first = s.first))
      order by first desc
      limit ${integerText(limit)}`;
    const highest = Number.MAX_SAFE_INTEGER;
    return this.#sql.exec<Segment>(query, position?.seq ?? highest, from ?? 0, to ?? highest, userId ?? null).toArray();
  }

  /** The user that each entry of a segment was about, by its number. */
  usersOf(first: number): ReadonlyMap<number, string> {
    const query = `
      select u.uid, j.value as seq
      from segment_user u
      cross join json_each(u.seqs) j
      where u.first = ?`;
    const rows = this.#sql.exec<{ uid: string; seq: number }>(query, first).toArray();
    return new Map(rows.map(({ seq, uid }) => [seq, uid]));
  }
}
